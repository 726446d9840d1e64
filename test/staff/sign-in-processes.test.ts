import { expect, test, vi } from "vitest";
import { ask, pageRequest } from "../support/calls/pages";
import { nextNumber, PASSWORD } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest();

/** The app as another process has it: what a process keeps in its memory is new. */
async function startAnother() {
  vi.resetModules();
  const { signInAction } = await import("~/features/staff/sign-in/sign-in.endpoints.server");
  const limits = await import("~/features/staff/sign-in-throttle.server");
  const signIn = async (form: { email: string; password: string }, address: string) =>
    (await ask(signInAction, pageRequest("/admin/sign-in", { form, address }))).status;
  return { limits, signIn };
}

test("tries of a password count together over all processes, by account and by address", async () => {
  const [first, second] = [await startAnother(), await startAnother()];
  const { ATTEMPTS_PER_ACCOUNT, ATTEMPTS_PER_ADDRESS } = first.limits;
  const { email } = shop.staff;
  for (let i = 0; i < ATTEMPTS_PER_ACCOUNT; i++) {
    const { signIn } = i % 2 ? first : second;
    expect(await signIn({ email, password: "no" }, `198.51.100.${i}`)).toBe(401);
  }
  for (const { signIn } of [first, second])
    expect(await signIn({ email, password: PASSWORD }, "198.51.100.99")).toBe(429);
  const crowded = "203.0.113.1";
  const guess = () => ({ email: `guess-${nextNumber()}@example.com`, password: "no" });
  for (let i = 0; i < ATTEMPTS_PER_ADDRESS; i++) await (i % 2 ? first : second).signIn(guess(), crowded);
  for (const { signIn } of [first, second]) expect(await signIn(guess(), crowded)).toBe(429);
});

test("a right password in one process forgets the account's tries in all, and its own at the address", async () => {
  const [first, second] = [await startAnother(), await startAnother()];
  const { ATTEMPTS_PER_ACCOUNT, ATTEMPTS_PER_ADDRESS } = first.limits;
  const { email } = shop.staff;
  const address = "203.0.113.2";
  const rounds = Math.floor(ATTEMPTS_PER_ADDRESS / (ATTEMPTS_PER_ACCOUNT - 1));
  for (let round = 0; round < rounds; round++) {
    for (let i = 1; i < ATTEMPTS_PER_ACCOUNT; i++)
      expect(await first.signIn({ email, password: "no" }, address)).toBe(401);
    expect(await second.signIn({ email, password: PASSWORD }, address)).toBe(303);
  }
  // Right ones are not counted: exactly the others are missing.
  const left = ATTEMPTS_PER_ADDRESS - rounds * (ATTEMPTS_PER_ACCOUNT - 1);
  for (let i = 0; i < left; i++)
    expect(await second.signIn({ email: `guess-${nextNumber()}@example.com`, password: "no" }, address)).toBe(
      401,
    );
  expect(await first.signIn({ email, password: PASSWORD }, address)).toBe(429);
});
