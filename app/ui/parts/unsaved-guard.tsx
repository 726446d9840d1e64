import { Button } from "@mantine/core";
import { type Location, useBeforeUnload, useBlocker } from "@remix-run/react";
import { useCallback } from "react";
import { ConfirmDialog } from "~/ui/parts/confirm-dialog";

/** While it is active, asks before another page, or the words of another language, replace what has been changed. */
export function UnsavedGuard({ isActive }: { isActive: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isActive && isElsewhere(currentLocation, nextLocation),
  );
  useBeforeUnload(
    useCallback(
      (event: BeforeUnloadEvent) => {
        if (isActive) event.preventDefault();
      },
      [isActive],
    ),
  );
  if (blocker.state !== "blocked") return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      text="Your changes on this page have not been saved."
      cancel={() => blocker.reset()}
      cancelLabel="Stay"
    >
      <Button color="red" onClick={() => blocker.proceed()}>
        Leave without saving
      </Button>
    </ConfirmDialog>
  );
}

/** A form that is sent names its language whether or not the address has one: it loses nothing. */
function isElsewhere(before: Location, next: Location): boolean {
  if (before.pathname !== next.pathname) return true;
  const search = new URLSearchParams(next.search);
  return !search.has("intent") && search.get("words") !== new URLSearchParams(before.search).get("words");
}
