import { type MantineColorScheme, useMantineColorScheme } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useId } from "react";
import { Form } from "~/ui/form/form";
import { type AdminShell, ROLE_LABELS } from "~/ui/hooks/admin-shell";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { IconChevronUp, IconKeyboard, IconLogout, IconUser } from "~/ui/icons/icons";
import { Disclosure } from "~/ui/parts/disclosure";
import { useShortcutHelp } from "./shortcut-keys";

const SCHEMES: { value: MantineColorScheme; label: string }[] = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "auto", label: "System" },
];

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join("");

function Person({ shell }: { shell: AdminShell }) {
  return (
    <>
      <span className="pn-avatar" aria-hidden="true">
        {initials(shell.name)}
      </span>
      <span className="pn-user-text">
        <span className="pn-user-name">{shell.name}</span>
        <span className="pn-user-role">{ROLE_LABELS[shell.role]}</span>
      </span>
    </>
  );
}

/** Who is signed in; opens to appearance and sign-out: the foot of the navigation column. */
export function AccountMenu({ shell }: { shell: AdminShell }) {
  return (
    <Disclosure
      className="pn-account"
      summary={
        <span className="pn-user">
          <Person shell={shell} />
          <IconChevronUp size={16} className="pn-user-chevron" />
        </span>
      }
    >
      <div className="pn-account-panel">
        <p className="pn-account-email">{shell.email}</p>
        <AccountActions />
      </div>
    </Disclosure>
  );
}

/** The same without a disclosure of its own, for the menu of narrow screens. */
export function AccountSection({ shell }: { shell: AdminShell }) {
  return (
    <div className="pn-account-section">
      <div className="pn-user">
        <Person shell={shell} />
      </div>
      <AccountActions />
    </div>
  );
}

function AccountActions() {
  return (
    <>
      <SchemeChoice />
      <Link to="/admin/account" className="pn-nav-link">
        <IconUser size={18} />
        Your account
      </Link>
      <HelpButton />
      <Form method="post" action="/admin/sign-out">
        <button type="submit" className="pn-nav-link pn-plain-button">
          <IconLogout size={18} />
          Sign out
        </button>
      </Form>
    </>
  );
}

/** Shortcut keys need scripts, and so does their help. */
function HelpButton() {
  const openHelp = useShortcutHelp();
  if (!useHydrated()) return null;
  return (
    <button type="button" className="pn-nav-link pn-plain-button" onClick={openHelp}>
      <IconKeyboard size={18} />
      Keyboard shortcuts
    </button>
  );
}

/** The choice is stored by the browser, so it needs scripts. */
function SchemeChoice() {
  // Otherwise it adds a style element with the nonce as read during hydration: empty, and therefore refused.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const isHydrated = useHydrated();
  const name = useId();
  if (!isHydrated) return null;
  return (
    <fieldset className="pn-segments">
      <legend className="pn-hidden">Appearance</legend>
      {SCHEMES.map(({ value, label }) => (
        <label key={value} className="pn-segment">
          <input
            type="radio"
            name={name}
            value={value}
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
