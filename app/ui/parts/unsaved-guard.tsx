import { Button } from "@mantine/core";
import { type Location, useBeforeUnload, useBlocker, useNavigate } from "@remix-run/react";
import { useCallback, useRef, useState } from "react";
import { ConfirmDialog } from "./confirm-dialog";

/**
 * While it is active, asks before another page, or the texts of another language, replace what has been changed. The
 * question stays until it is answered: the router forgets what it has blocked when another navigation ends, also when
 * the page has only read its data again.
 */
export function UnsavedGuard({ isActive }: { isActive: boolean }) {
  const [asked, setAsked] = useState<Location | null>(null);
  const [answered, setAnswered] = useState<Location | null>(null);
  const isLeaving = useRef(false);
  const navigate = useNavigate();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isActive && !isLeaving.current && isElsewhere(currentLocation, nextLocation),
  );
  const isBlocked = blocker.state === "blocked";
  if (isBlocked && blocker.location !== asked) setAsked(blocker.location);
  // Saved meanwhile: there is nothing to ask any more.
  if (!isActive && !isBlocked && asked !== answered) setAnswered(asked);
  useBeforeUnload(
    useCallback(
      (event: BeforeUnloadEvent) => {
        // A navigation that is under way has been asked about (it may go on as a document: newer-release.ts).
        if (isActive && window.__remixRouter.state.navigation.state === "idle") event.preventDefault();
      },
      [isActive],
    ),
  );
  if (!asked || asked === answered) return null;

  function stay() {
    setAnswered(asked);
    if (blocker.state === "blocked") blocker.reset();
  }
  function leave(to: Location) {
    setAnswered(to);
    if (blocker.state === "blocked") return blocker.proceed();
    isLeaving.current = true;
    navigate(to, { state: to.state });
    isLeaving.current = false;
  }
  return (
    <ConfirmDialog
      title="Leave without saving?"
      text="Your changes on this page have not been saved."
      cancel={stay}
      cancelLabel="Stay"
    >
      <Button color="red" onClick={() => leave(asked)}>
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
