/** Ends a call's turn. */
type Leave = () => void;
type Caller = { underWay: number; waiting: (() => void)[]; timer?: NodeJS.Timeout | undefined };

/**
 * While others call, too, a caller has some calls under way at a time, and its further ones wait for their turn: the
 * others would wait behind all of them. A caller alone has as many as it likes. Source:
 * docs/decisions/110-a-flood-on-one-key.md.
 *
 * @param options.atOnce calls under way at a time
 * @param options.othersForMs others are there for this long after their last call
 * @param options.patienceMs after this time the next one begins anyway: a call may be under way for long without keeping
 *   anybody busy
 */
export function createTurns({
  atOnce,
  othersForMs,
  patienceMs,
}: {
  atOnce: number;
  othersForMs: number;
  patienceMs: number;
}) {
  const callers = new Map<string, Caller>();
  /** Who called last, and who did before that. */
  let latest = { who: "", at: Number.NEGATIVE_INFINITY };
  let other = latest;

  function note(who: string, nowMs: number): void {
    if (latest.who !== who) other = latest;
    latest = { who, at: nowMs };
  }

  function begin(who: string, caller: Caller): Leave {
    caller.underWay++;
    return () => {
      caller.underWay--;
      if (caller.underWay < atOnce) beginNext(caller);
      if (caller.underWay === 0) callers.delete(who);
    };
  }

  function beginNext(caller: Caller): void {
    clearTimeout(caller.timer);
    caller.waiting.shift()?.();
    caller.timer = caller.waiting.length > 0 ? setTimeout(beginNext, patienceMs, caller) : undefined;
  }

  return {
    /** Somebody who never waits has called. @param nowMs of a steady clock */
    note,

    /** A call begins. @returns what ends its turn, or a promise of that while it has to wait */
    enter(who: string, nowMs: number): Leave | Promise<Leave> {
      note(who, nowMs);
      let caller = callers.get(who);
      if (!caller) {
        caller = { underWay: 0, waiting: [] };
        callers.set(who, caller);
      }
      if (caller.underWay < atOnce || nowMs - other.at >= othersForMs) return begin(who, caller);
      const { waiting } = caller;
      caller.timer ??= setTimeout(beginNext, patienceMs, caller);
      return new Promise((resolve) => {
        waiting.push(() => resolve(begin(who, caller)));
      });
    },
  };
}
