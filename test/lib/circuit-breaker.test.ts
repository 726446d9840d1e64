import { expect, test } from "vitest";
import { createBreakers, SilentServiceError } from "~/lib/circuit-breaker";

class Silence extends Error {}
/** A call that the test ends. */
function startCall(breaker: ReturnType<ReturnType<typeof createBreakers>>) {
  let resolve = (_answer: string) => {};
  let reject = (_error: Error) => {};
  const answered = new Promise<string>((...ends) => {
    [resolve, reject] = ends;
  });
  let isTried = false;
  const outcome = breaker(() => {
    isTried = true;
    return answered;
  }).then(
    () => "answered",
    (error) => (error instanceof SilentServiceError ? "refused" : String(error.message)),
  );
  return { outcome, resolve, reject, isTried: () => isTried };
}
const create = () => createBreakers((error) => error instanceof Silence);

test("calls run in parallel until one times out; then one at a time is tried, and the others are refused at once", async () => {
  const breaker = create()("a");
  const [first, second] = [startCall(breaker), startCall(breaker)];
  expect([first.isTried(), second.isTried()]).toEqual([true, true]);
  first.reject(new Silence("late"));
  expect(await first.outcome).toBe("late");
  const trial = startCall(breaker);
  const other = startCall(breaker);
  expect([trial.isTried(), other.isTried(), await other.outcome]).toEqual([true, false, "refused"]);
  trial.reject(new Silence("late"));
  await trial.outcome;
  expect(startCall(breaker).isTried()).toBe(true);
});

test.each(["an answer", "a refusal"])("%s lets all calls pass again", async (kind) => {
  const breaker = create()("a");
  const first = startCall(breaker);
  first.reject(new Silence("late"));
  await first.outcome;
  const trial = startCall(breaker);
  if (kind === "an answer") trial.resolve("yes");
  else trial.reject(new Error("no"));
  await trial.outcome;
  expect([startCall(breaker).isTried(), startCall(breaker).isTried()]).toEqual([true, true]);
});

test("services are distinguished by their address", async () => {
  const breakerOf = create();
  const first = startCall(breakerOf("a"));
  first.reject(new Silence("late"));
  await first.outcome;
  startCall(breakerOf("a"));
  expect(startCall(breakerOf("a")).isTried()).toBe(false);
  expect([startCall(breakerOf("b")).isTried(), startCall(breakerOf("b")).isTried()]).toEqual([true, true]);
});
