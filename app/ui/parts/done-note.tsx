import { notifications } from "@mantine/notifications";
import { useLocation, useNavigation, useRevalidator, useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useBrowserLayoutEffect } from "~/ui/hooks/use-browser-layout-effect";
import { useHydrated } from "~/ui/hooks/use-hydrated";

/** A toast for something that has been done. The same `id` replaces one that is still shown. */
export function showDone(id: string, message: string, isBad = false): void {
  notifications.show({
    id,
    message,
    color: isBad ? "red" : "evergreen",
    withBorder: true,
    closeButtonProps: { "aria-label": "Dismiss" },
  });
}

/**
 * Reports that a form has succeeded: its action redirects to the page with `?done=<code>`, and `messages` has the text.
 * A toast; without scripts a line in the page. Errors stay beside the form. The code then leaves the address, for which
 * nothing is loaded (the page's route exports should-revalidate.ts); not while another button has been pressed or the
 * page reads its data: removing the code would abort that.
 *
 * @param bad codes of forms that were carried out without the wanted result, such as a declined payment
 */
export function DoneNote({
  messages,
  bad = [],
}: {
  messages: Record<string, string>;
  bad?: readonly string[];
}) {
  const [search, setSearch] = useSearchParams();
  const { key } = useLocation();
  const isReading = useRevalidator().state !== "idle";
  const isIdle = useNavigation().state === "idle" && !isReading;
  const isHydrated = useHydrated();
  const code = search.get("done") ?? "";
  const message = Object.hasOwn(messages, code) ? messages[code] : undefined;
  const isBad = bad.includes(code);
  const shownFor = useRef("");
  useEffect(() => {
    // The same form may have been sent again before the code has left the address.
    if (!message || shownFor.current === key) return;
    shownFor.current = key;
    showDone(code, message, isBad);
  }, [message, code, key, isBad]);
  // Together with the page, not after it: a press in between would be aborted, too.
  useBrowserLayoutEffect(() => {
    // The router's own state: what React shows may be older than a press, or than a read.
    const { navigation, revalidation } = window.__remixRouter.state;
    if (!message || !isIdle || navigation.state !== "idle" || revalidation !== "idle") return;
    setSearch(
      (before) => {
        before.delete("done");
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [message, isIdle, setSearch]);
  if (!message || isHydrated) return null;
  return (
    <p className="pn-banner pn-tone" data-tone={isBad ? "warn" : "good"}>
      {message}
    </p>
  );
}
