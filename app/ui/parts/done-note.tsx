import { notifications } from "@mantine/notifications";
import { useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import { useHydrated } from "~/ui/hooks/use-hydrated";

/** A toast for something that has been done. The same `id` replaces one that is still shown. */
export function showDone(id: string, message: string): void {
  notifications.show({
    id,
    message,
    color: "evergreen",
    withBorder: true,
    closeButtonProps: { "aria-label": "Dismiss" },
  });
}

/**
 * Reports that a form has succeeded: its action redirects to the page with `?done=<code>`, and `messages` has the text.
 * A toast; without scripts a line in the page. For success only: errors stay beside the form.
 */
export function DoneNote({ messages }: { messages: Record<string, string> }) {
  const [search, setSearch] = useSearchParams();
  const isHydrated = useHydrated();
  const code = search.get("done") ?? "";
  const message = Object.hasOwn(messages, code) ? messages[code] : undefined;
  useEffect(() => {
    if (!message) return;
    showDone(code, message);
    setSearch(
      (before) => {
        before.delete("done");
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [message, code, setSearch]);
  if (!message || isHydrated) return null;
  return (
    <p className="pn-notice pn-tone" data-tone="good">
      {message}
    </p>
  );
}
