import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTurns } from "~/http/callers/turns";

const CLOCK = ["setInterval", "clearInterval", "performance"] as const;
const startClock = () => void vi.useFakeTimers({ toFake: [...CLOCK] });
const stopClock = () => void vi.useRealTimers();
beforeEach(startClock);
afterEach(stopClock);

const AT_ONCE = 1;
const OTHERS_FOR = 3000;
const BEAT = 25;
const PATIENCE = 4;
const newTurns = () =>
  createTurns({ atOnce: AT_ONCE, othersForMs: OTHERS_FOR, beatMs: BEAT, patience: PATIENCE });
type Turns = ReturnType<typeof newTurns>;

/** The calls of one caller, numbered in order of arrival. */
function callAs(turns: Turns, who: string) {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const gone: (() => void)[] = [];
  const refused: number[] = [];
  return {
    begun,
    refused,
    async call(count = 1) {
      for (let made = 0; made < count; made++) {
        const number = gone.length;
        const begin = (leave: () => void) => {
          begun.push(number);
          ends[number] = leave;
        };
        gone[number] = () => {};
        const turn = turns.enter(who, (then) => {
          gone[number] = then;
        });
        if (turn instanceof Promise) turn.then(begin, () => refused.push(number));
        else begin(turn);
      }
      await settle();
    },
    async end(number: number) {
      ends[number]?.();
      await settle();
    },
    async leave(number: number) {
      gone[number]?.();
      await settle();
    },
  };
}

/** Lets code that awaits a settled promise continue. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);

/** A key with this many calls under way, after another has called. */
async function callBesideAnother(calls: number) {
  const turns = newTurns();
  const a = callAs(turns, "a");
  await callAs(turns, "b").call();
  await a.call(calls);
  return a;
}

test("a caller alone has as many calls under way as it likes", async () => {
  const a = callAs(newTurns(), "a");
  await a.call(50);
  expect(a.begun).toEqual(upTo(50));
});

test("while another calls, a caller has one under way, and each that ends lets the next begin", async () => {
  const a = await callBesideAnother(3);
  for (const number of upTo(3)) {
    expect(a.begun).toEqual(upTo(number + 1));
    await a.end(number);
  }
});

test("the others do not wait, whatever a caller has under way and waiting", async () => {
  const turns = newTurns();
  await callAs(turns, "a").call(50);
  for (const who of ["b", "c"]) {
    const other = callAs(turns, who);
    await other.call(AT_ONCE);
    expect(other.begun).toEqual(upTo(AT_ONCE));
  }
});

test("callers that take no turns count as others", async () => {
  const turns = newTurns();
  const a = callAs(turns, "a");
  turns.note("others");
  await a.call(5);
  expect(a.begun).toEqual([0]);
});

test("calls that were under way before the other came end before the next begins", async () => {
  const turns = newTurns();
  const a = callAs(turns, "a");
  await a.call(3);
  await callAs(turns, "b").call();
  await a.call();
  await a.end(0);
  await a.end(1);
  expect(a.begun).toEqual(upTo(3));
  await a.end(2);
  expect(a.begun).toEqual(upTo(4));
});

test("once nobody else has called for a while all go on", async () => {
  const turns = newTurns();
  const a = callAs(turns, "a");
  await callAs(turns, "b").call();
  await a.call(2);
  for (let next = 2; performance.now() < OTHERS_FOR - BEAT; next++) {
    await a.call(3);
    // One ends in every beat, so the turns are quick.
    await a.end(next - 2);
    await pass(BEAT);
  }
  expect(a.begun.length).toBeLessThan(OTHERS_FOR / BEAT + AT_ONCE);
  await pass(BEAT);
  const begun = a.begun.length;
  await a.call(10);
  expect(a.begun).toEqual(upTo(begun + 10));
});

test("when none ends for a while the next have their turn, and then with every beat twice as many", async () => {
  const a = await callBesideAnother(50);
  await pass(PATIENCE * BEAT - 1);
  expect(a.begun).toEqual([0]);
  await pass(1);
  for (const count of [3, 7, 15, 31, 50]) {
    expect(a.begun).toEqual(upTo(count));
    await pass(BEAT);
  }
});

test("one that ends is a sign of life: the others wait on", async () => {
  const a = await callBesideAnother(50);
  await pass(PATIENCE * BEAT - 1);
  await a.end(0);
  await pass(PATIENCE * BEAT - BEAT);
  expect(a.begun).toEqual([0, 1]);
});

test("a slow call counts no more, and turns go on around it, one at a time", async () => {
  const a = await callBesideAnother(50);
  await pass(PATIENCE * BEAT);
  expect(a.begun).toEqual([0, 1, 2]);
  await a.end(1);
  expect(a.begun).toEqual([0, 1, 2]);
  for (let quick = 2; quick < 20; quick++) {
    expect(a.begun).toEqual(upTo(quick + 1));
    await pass(BEAT);
    await a.end(quick);
  }
  // It has lost its turn already.
  await a.end(0);
  expect(a.begun).toEqual(upTo(21));
});

test("a call whose client has gone leaves the queue, and never begins", async () => {
  const a = await callBesideAnother(4);
  await a.leave(2);
  expect(a.refused).toEqual([2]);
  await a.end(0);
  await a.end(1);
  expect(a.begun).toEqual([0, 1, 3]);
  await a.leave(3);
  expect(a.refused).toEqual([2]);
});

test("nothing ticks while nobody waits", async () => {
  const turns = newTurns();
  const a = callAs(turns, "a");
  await callAs(turns, "b").call();
  await a.call(4);
  expect(vi.getTimerCount()).toBe(1);
  await a.end(0);
  await a.leave(2);
  await a.leave(3);
  expect(vi.getTimerCount()).toBe(0);
});

type Step =
  | { does: "call" | "end" | "leave"; who: string; which: number }
  | { does: "pass"; milliseconds: number };

const steps = (names: string[]): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          does: fc.constantFrom("call" as const, "call" as const, "end" as const, "leave" as const),
          who: fc.constantFrom(...names),
          which: fc.nat(60),
        }),
      },
      { weight: 1, arbitrary: fc.record({ does: fc.constant("pass" as const), milliseconds: fc.nat(1500) }) },
    ),
    { maxLength: 80 },
  );

/** Takes these steps. @returns the callers, by name */
async function take(
  taken: Step[],
  names: string[],
  afterEachCall: (caller: ReturnType<typeof callAs>) => void,
) {
  const turns = newTurns();
  const callers = new Map(names.map((who) => [who, callAs(turns, who)]));
  for (const step of taken) {
    if (step.does === "pass") await pass(step.milliseconds);
    else {
      const caller = callers.get(step.who);
      if (!caller) continue;
      if (step.does === "call") {
        await caller.call();
        afterEachCall(caller);
      } else if (step.does === "end") await caller.end(step.which);
      else await caller.leave(step.which);
    }
  }
  return callers;
}

const withClock = async (law: () => Promise<void>) => {
  stopClock();
  startClock();
  await law();
};

test("law: while nobody else calls, nobody waits", () =>
  fc.assert(
    fc.asyncProperty(steps(["a"]), (taken) =>
      withClock(async () => {
        let calls = 0;
        await take(taken, ["a"], ({ begun }) => expect(begun).toEqual(upTo(++calls)));
      }),
    ),
  ));

test("law: each caller's calls begin in their order, and in the end each has begun or its client has gone", () =>
  fc.assert(
    fc.asyncProperty(steps(["a", "b", "c"]), (taken) =>
      withClock(async () => {
        const callers = await take(taken, ["a", "b", "c"], () => {});
        // At least 2 + 4 + … + 64 have begun then.
        await pass((PATIENCE + 5) * BEAT);
        for (const [who, { begun, refused }] of callers) {
          const calls = taken.filter((step) => step.does === "call" && step.who === who).length;
          expect(begun).toEqual(upTo(calls).filter((number) => !refused.includes(number)));
        }
        expect(vi.getTimerCount()).toBe(0);
      }),
    ),
  ));
