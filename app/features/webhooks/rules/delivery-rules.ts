const HOUR_MS = 3_600_000;
/** Longest pause between two tries of one event. */
const LONGEST_PAUSE_MS = HOUR_MS;
/** Longest pause of a failing endpoint: soon after it has recovered, everything continues. */
const LONGEST_PROBE_PAUSE_MS = 30_000;
const FIRST_PAUSE_MS = 5000;
/** An event that an otherwise healthy endpoint refuses for this long is parked, and the rest continues. */
const PARK_AFTER_MS = 6 * HOUR_MS;

/** 5, 10, 20 seconds, then twice as long each time, up to an hour. @param attempts tries made, at least 1 */
export const toRetryPause = (attempts: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);

/** Pause of the endpoint as a whole, by the same rule. @param rounds rounds without a success, at least 1 */
export const toProbePause = (rounds: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (rounds - 1), LONGEST_PROBE_PAUSE_MS);

/** Result of one try. */
export type Outcome = {
  /** HTTP status; null when no answer came. */
  status: number | null;
  /** The receiver asks not to get this one again (`webhook-delivery: abort-message`). */
  isAborted: boolean;
};

export const isSuccess = ({ status }: Pick<Outcome, "status">): boolean =>
  status !== null && status >= 200 && status < 300;

export type Verdict =
  | { status: "DELIVERED" }
  | { status: "PARKED" }
  | { status: "PENDING"; nextTryAt: Date; firstFailedAt: Date };

/**
 * What follows from a try: a success ends it, anything else is tried again, for as long as the event is kept. A
 * delivery is parked only if the receiver refuses just that one: it says so, or has answered this event with errors for
 * six hours while others succeeded.
 *
 * @param delivery as it was before the try
 * @param isHealthyOtherwise whether others were delivered since this event first failed, and none that began to fail
 *   later is waiting
 */
export function judge(
  delivery: { attempts: number; firstFailedAt: Date | null },
  outcome: Outcome,
  isHealthyOtherwise: boolean,
  now: Date,
): Verdict {
  if (isSuccess(outcome)) return { status: "DELIVERED" };
  if (outcome.isAborted) return { status: "PARKED" };
  const firstFailedAt = delivery.firstFailedAt ?? now;
  const isRefused = outcome.status !== null && now.getTime() - firstFailedAt.getTime() >= PARK_AFTER_MS;
  if (isRefused && isHealthyOtherwise) return { status: "PARKED" };
  return {
    status: "PENDING",
    nextTryAt: new Date(now.getTime() + toRetryPause(delivery.attempts + 1)),
    firstFailedAt,
  };
}
