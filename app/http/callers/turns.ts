import { ProblemError } from "~/lib/problem";

/** Ends a call's turn. */
type Leave = () => void;

type Caller = {
  /** Its calls that have a turn. */
  underWay: Set<Leave>;
  /** What begins each of its calls that wait, in the order in which they came. */
  waiting: Set<() => void>;
  /** As many of its calls may have a turn. */
  room: number;
  /** Beats with calls that wait, since one began or ended. */
  quietBeats: number;
};

/**
 * While others call, too, a caller has few calls under way at a time, and its further ones wait for their turn: the
 * others would wait behind all of them. A caller alone has as many as it likes. Turns last as long as they are quick:
 * calls of which none ends for a while wait for something else than this process, such as a lock or a gateway, and no
 * longer count. The next ones have their turn then. If those do not end either, twice as many follow, and so on: nobody
 * is served by holding calls back while the database hangs. Source: docs/decisions/132-turns-around-slow-calls.md.
 *
 * Holds nothing of callers that have no call under way. Times are those of `performance.now`.
 *
 * @param options.atOnce calls under way at a time
 * @param options.othersForMs others are there for this long after their last call
 * @param options.beatMs from one look at the calls that wait to the next
 * @param options.patience beats without an end, after which those under way count no more; after that each further beat
 *   is enough, until one ends. Not a time: a process that could not run for a while hears only then what has ended
 *   meanwhile, but has had one beat, a late one
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
  /** Who called last, and who did before that. */
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
      // It counted no more: others of this caller have its place, or nobody has.
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

  /** As many as may. */
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
    /** Somebody who never waits has called. */
    note,

    /**
     * A call begins.
     * @param whenGone calls back when the client has gone
     * @returns what ends its turn or, if it has to wait, a promise of that: ProblemError too_many_requests when its
     *   client goes first, which nobody reads
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
