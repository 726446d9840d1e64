import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTurns } from "~/http/callers/turns";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const newTurns = () => createTurns({ atOnce: 2, othersForMs: 1000, patienceMs: 1000 });

/** Begins this many calls. @returns what ends those that have a turn, in the order in which they get one */
function begin(turns: ReturnType<typeof newTurns>, who: string, calls: number, nowMs = 0) {
  const begun: (() => void)[] = [];
  for (let call = 0; call < calls; call++) {
    const turn = turns.enter(who, nowMs);
    if (turn instanceof Promise) void turn.then((leave) => begun.push(leave));
    else begun.push(turn);
  }
  return begun;
}

test("a caller alone has as many calls under way as it likes", () => {
  expect(begin(newTurns(), "a", 50)).toHaveLength(50);
});

test("while another calls, a caller has two under way, and each that ends lets one that waits begin", async () => {
  const turns = newTurns();
  begin(turns, "b", 1);
  const begun = begin(turns, "a", 4);
  expect(begun).toHaveLength(2);
  begun[0]?.();
  await Promise.resolve();
  expect(begun).toHaveLength(3);
  begun[1]?.();
  begun[2]?.();
  await Promise.resolve();
  expect(begun).toHaveLength(4);
});

test("the other does not wait, whatever the caller has under way and waiting", () => {
  const turns = newTurns();
  begin(turns, "a", 50);
  expect(begin(turns, "b", 2)).toHaveLength(2);
  begin(turns, "a", 50);
  expect(begin(turns, "c", 2)).toHaveLength(2);
});

test("callers that never wait count as others", () => {
  const turns = newTurns();
  turns.note("customers", 0);
  expect(begin(turns, "a", 3)).toHaveLength(2);
});

test("who has not called for a second is not there any more", () => {
  const turns = newTurns();
  begin(turns, "b", 1);
  expect(begin(turns, "a", 3, 999)).toHaveLength(2);
  expect(begin(turns, "a", 3, 1000)).toHaveLength(3);
});

test("calls that were under way before the other came end before the next begins", async () => {
  const turns = newTurns();
  const alone = begin(turns, "a", 3);
  begin(turns, "b", 1);
  const begun = begin(turns, "a", 1);
  alone[0]?.();
  await Promise.resolve();
  expect(begun).toHaveLength(0);
  alone[1]?.();
  await Promise.resolve();
  expect(begun).toHaveLength(1);
});

test("once none has ended for a second the next begins anyway, and its turn ends as any other", async () => {
  const turns = newTurns();
  begin(turns, "b", 1);
  const begun = begin(turns, "a", 4);
  await vi.advanceTimersByTimeAsync(999);
  expect(begun).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(1000);
  expect(begun).toHaveLength(4);
  for (const leave of begun) leave();
  begin(turns, "b", 1, 5000);
  expect(begin(turns, "a", 3, 5000)).toHaveLength(2);
});
