import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { Topic } from "~db/announcements.server";

/** Data is read at most once a second, however much happens. */
const LEAST_PAUSE_MS = 1000;
/** For a page that cannot follow: while something on it is under way, and otherwise. */
const POLL_UNDER_WAY_MS = 1000;
const POLL_MS = 20_000;

/**
 * Reads the page's data again when the server reports a change; polls where the server's stream is not available. Not
 * while a dialog is open: what somebody is filling in stays as they have seen it.
 *
 * @param options.isUnderWay something on the page is in progress
 * @param options.isHeld the page's address opens a dialog, even before it is rendered
 */
export function useLive(topic: Topic, { isUnderWay = false, isHeld = false } = {}): void {
  const { revalidate, state } = useRevalidator();
  const isOnItsWay = useNavigation().state !== "idle";
  const [isHeard, setIsHeard] = useState(false);
  const [isStale, setIsStale] = useState(false);
  const readAt = useRef(0);
  const isMoving = useRef(isUnderWay);
  isMoving.current = isUnderWay;

  useEffect(() => {
    const onChange = () => setIsStale(true);
    const onHeard = (heard: boolean) => {
      setIsHeard(heard);
      // Something in progress may have finished before the stream was opened.
      if (heard && isMoving.current) onChange();
    };
    const stream = followWhileVisible(`/admin/live?topic=${topic}`, onChange, onHeard);
    return () => stream.end();
  }, [topic]);

  useEffect(() => {
    if (state !== "idle" || isOnItsWay || isHeld) return;
    // Messages of the server may be lost, so something in progress is polled now and then anyway.
    if (!isStale && isHeard && !isUnderWay) return;
    const pause = isUnderWay && !isHeard ? POLL_UNDER_WAY_MS : POLL_MS;
    const due = isStale ? Math.max(0, readAt.current + LEAST_PAUSE_MS - Date.now()) : pause;
    let timer = setTimeout(look, due);
    function look() {
      if (document.hidden || document.querySelector('[role="dialog"]')) {
        timer = setTimeout(look, LEAST_PAUSE_MS);
        return;
      }
      readAt.current = Date.now();
      setIsStale(false);
      revalidate();
    }
    return () => clearTimeout(timer);
  }, [isStale, isHeard, isUnderWay, isHeld, isOnItsWay, state, revalidate]);
}

/**
 * A stream of server-sent events that is closed while the page is not visible: a browser keeps few connections to a
 * server, and every tab would occupy one. Reopening it counts as a change.
 */
function followWhileVisible(url: string, onChange: () => void, onHeard: (isHeard: boolean) => void) {
  let source: EventSource | undefined;
  let hasFollowed = false;
  const stop = () => {
    source?.close();
    source = undefined;
  };
  const start = () => {
    source = new EventSource(url);
    source.addEventListener("open", () => {
      onHeard(true);
      // Messages may have been missed meanwhile.
      if (hasFollowed) onChange();
      hasFollowed = true;
    });
    source.addEventListener("change", onChange);
    // The browser reconnects by itself, unless it was refused.
    source.addEventListener("error", () => onHeard(false));
  };
  const follow = () => {
    stop();
    if (!document.hidden) start();
  };
  follow();
  document.addEventListener("visibilitychange", follow);
  return {
    end() {
      document.removeEventListener("visibilitychange", follow);
      stop();
    },
  };
}
