import { useNavigate } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import type { AdminShell } from "~/ui/hooks/admin-shell";
import { useFetcher } from "~/ui/hooks/use-fetcher";
import { ConfirmDialog } from "~/ui/parts/confirm-dialog";
import { listAdminPages } from "./admin-pages";
import { PAIR_MS, toKeyStep } from "./shortcuts";

const HelpContext = createContext(() => {});

/** Opens the list of keys. */
export const useShortcutHelp = () => useContext(HelpContext);

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select"));

/** Focuses the page's search field. @returns whether there is one */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('#main input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}

/**
 * Shortcut keys of the admin: "/" to search, "g" and a letter to a page, "?" for help. Not active in text fields or
 * dialogs; each person can switch them off (WCAG 2.1.4), and then only the menu opens the help.
 */
export function ShortcutKeys({ shell, children }: { shell: AdminShell; children: ReactNode }) {
  const [isHelpOpen, setHelpOpen] = useState(false);
  const navigate = useNavigate();
  const gPressedAt = useRef(Number.NEGATIVE_INFINITY);
  const { hasShortcuts, role } = shell;
  useEffect(() => {
    if (!hasShortcuts) return;
    const onKey = (event: KeyboardEvent) => {
      const isTaken =
        event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat;
      if (isTaken || event.isComposing || isWriting(event.target) || document.querySelector("dialog[open]"))
        return;
      const step = toKeyStep(event.key, event.timeStamp - gPressedAt.current < PAIR_MS, role);
      // For a letter with Shift, the Shift key itself comes first.
      if (event.key !== "Shift")
        gPressedAt.current = step.does === "wait" ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (step.does === "help") setHelpOpen(true);
      else if (step.does === "go") navigate(step.to);
      else if (step.does !== "search" || !focusSearch()) return;
      // Otherwise the field would receive the key as text.
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [hasShortcuts, role, navigate]);
  return (
    <HelpContext.Provider value={() => setHelpOpen(true)}>
      {children}
      {isHelpOpen && <ShortcutHelp shell={shell} onClose={() => setHelpOpen(false)} />}
    </HelpContext.Provider>
  );
}

function ShortcutHelp({
  shell: { role, hasShortcuts },
  onClose,
}: {
  shell: AdminShell;
  onClose: () => void;
}) {
  const { submit, formData } = useFetcher();
  // A choice takes effect at once.
  const isOn = formData ? formData.get("hasShortcuts") === "true" : hasShortcuts;
  return (
    <ConfirmDialog
      title="Keyboard shortcuts"
      cancel={onClose}
      cancelLabel="Close"
      text={
        <>
          <dl className="pn-keys">
            <Keys keys={["/"]} label="Search on this page" />
            <Keys keys={["?"]} label="Show these shortcuts" />
            {listAdminPages(role).map(
              ({ to, key, label }) => key && <Keys key={to} keys={["g", key]} label={label} />,
            )}
          </dl>
          <label className="pn-row">
            <input
              type="checkbox"
              checked={isOn}
              onChange={(event) =>
                submit(
                  { hasShortcuts: String(event.currentTarget.checked) },
                  { method: "post", action: "/admin/shortcuts" },
                )
              }
            />
            Use these keys
          </label>
        </>
      }
    >
      {null}
    </ConfirmDialog>
  );
}

const Keys = ({ keys, label }: { keys: readonly string[]; label: string }) => (
  <div>
    <dt>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </dt>
    <dd>{label}</dd>
  </div>
);
