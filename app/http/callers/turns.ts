import { ProblemError } from "~/lib/problem";

/** Ends a call's turn. */
type Leave = () => void;

type Caller = {
  /** Its calls that have a turn. */
  underWay: Set<Leave>;
  /** Starts each waiting call, in order of arrival. */
  waiting: Set<() => void>;
  /** How many of its calls may have a turn. */
  room: number;
  /** Beats with waiting calls since a call last began or ended. */
  quietBeats: number;
};

/**
 * While others call, too, a caller may have only a few calls under way; its further ones wait for their turn. Otherwise
 * the others would wait behind all of them. A caller that is alone has no limit. If none of a caller's calls ends for a
 * while, they are waiting for something outside this process, such as a lock or a gateway: they no longer count, and
 * the next ones get their turn. If those do not end either, twice as many follow, and so on: holding calls back helps
 * nobody while the database hangs. Source: docs/decisions/132-turns-around-slow-calls.md.
 *
 * Keeps nothing about callers without a call under way. Times are those of `performance.now`.
 *
 * @param options.atOnce calls under way at a time
 * @param options.othersForMs how long others count as present after their last call
 * @param options.beatMs time between two checks of the waiting calls
 * @param options.patience beats without an end after which calls under way no longer count; from then on every beat is
 *   enough, until a call ends. Not a time: a process that was held up learns late what has ended meanwhile, but counts
 *   only one late beat
 */
export function createTurns({
  atOnce,
  othersForMs,
  beatMs,
  patience,
}: {
  atOnce: number;
  othersForMs: number;
  beatMs: number;
  patience: number;
}) {
  const callers = new Map<string, Caller>();
  /** The last caller, and the last one other than that. */
  let latest = { who: "", at: Number.NEGATIVE_INFINITY };
  let other = latest;
  let waitingInAll = 0;
  let beats: NodeJS.Timeout | undefined;

  function note(who: string): void {
    if (latest.who !== who) other = latest;
    latest = { who, at: performance.now() };
  }

  function mayBegin(who: string, { underWay, room }: Caller): boolean {
    if (underWay.size < room) return true;
    const { at } = latest.who === who ? other : latest;
    return performance.now() - at >= othersForMs;
  }

  function begin(who: string, caller: Caller): Leave {
    const { underWay } = caller;
    const leave = () => {
      // It no longer counts: other calls of this caller may have its place.
      if (!underWay.delete(leave)) return;
      caller.room = atOnce;
      caller.quietBeats = 0;
      beginWaiting(who, caller);
      if (underWay.size === 0) callers.delete(who);
    };
    underWay.add(leave);
    caller.quietBeats = 0;
    return leave;
  }

  /** Starts as many waiting calls as are allowed. */
  function beginWaiting(who: string, caller: Caller): void {
    for (const go of caller.waiting) {
      if (!mayBegin(who, caller)) return;
      go();
    }
  }

  function wait(who: string, caller: Caller, whenGone?: (then: () => void) => void): Promise<Leave> {
    const { waiting } = caller;
    return new Promise((resolve, reject) => {
      const takeOut = (): boolean => {
        const waited = waiting.delete(go);
        if (waited && --waitingInAll === 0) clearInterval(beats);
        return waited;
      };
      const go = () => {
        takeOut();
        resolve(begin(who, caller));
      };
      waiting.add(go);
      if (++waitingInAll === 1) beats = setInterval(beat, beatMs);
      whenGone?.(() => {
        if (takeOut()) reject(new ProblemError("too_many_requests", "The client has gone meanwhile."));
      });
    });
  }

  function beat(): void {
    for (const [who, caller] of callers) {
      if (caller.waiting.size === 0) continue;
      caller.quietBeats++;
      if (caller.quietBeats >= (caller.room > atOnce ? 1 : patience)) {
        caller.underWay.clear();
        caller.room *= 2;
      }
      beginWaiting(who, caller);
    }
  }

  return {
    /** Records a call of somebody who never waits. */
    note,

    /**
     * A call begins.
     * @param whenGone calls back when the client has disconnected
     * @returns what ends its turn or, if it has to wait, a promise of that; rejected with ProblemError
     *   too_many_requests if the client disconnects first: nobody receives it
     */
    enter(who: string, whenGone?: (then: () => void) => void): Leave | Promise<Leave> {
      note(who);
      let caller = callers.get(who);
      if (!caller) {
        caller = { underWay: new Set(), waiting: new Set(), room: atOnce, quietBeats: 0 };
        callers.set(who, caller);
      }
      return mayBegin(who, caller) ? begin(who, caller) : wait(who, caller, whenGone);
    },
  };
}
