import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "~db/client.server";
import { discountCodes } from "~db/schema/discount-codes";
import { customerToken } from "../../support/calls/portal";
import { createTestShop, type TestShop } from "../../support/data/factories";
import { ACCEPT_PATH, insertProgramme, insertReferrer } from "../../support/data/referrals";
import { type ServedApp, serveApp, stopServedApps } from "../../support/processes/served-app";
import { resetDatabase } from "../../support/setup/database";

let processes: ServedApp[];
let shop: TestShop;
beforeAll(async () => {
  processes = await Promise.all([1, 2].map(() => serveApp({ TRUST_PROXY: "true" })));
});
afterAll(stopServedApps);
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  await insertProgramme(shop.id);
});

/** Every second one goes to the second process. */
const sendAll = (count: number, toCall: (at: number) => { token?: string; email: string; from: string }) =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const { token, email, from } = toCall(at);
      const response = await fetch(processes[at % 2]?.origin + ACCEPT_PATH, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Forwarded-For": from },
        body: JSON.stringify({ token, email }),
      });
      return { status: response.status, text: await response.text() };
    }),
  );
const insertTokens = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await insertReferrer(shop.id)).token));
const countOf = (answers: { status: number }[], status: number) =>
  answers.filter((each) => each.status === status).length;

/** The form on the customer's page, by two processes in turn. */
async function nameFriends(count: number): Promise<{ status: number }[]> {
  const { customerId } = await insertReferrer(shop.id);
  const token = await customerToken(shop, customerId);
  const query = new URLSearchParams({ view: "refer", intent: "invite", token });
  return Promise.all(
    Array.from({ length: count }, (_, at) => {
      const origin = processes[at % 2]?.origin ?? "";
      return fetch(`${origin}/apps/${at % 4 < 2 ? "memberships" : "subscriptions"}/cp?${query}`, {
        method: "POST",
        redirect: "manual",
        headers: { Origin: origin },
        body: new URLSearchParams({ friend: `i-${at}@example.com` }),
      });
    }),
  );
}

test("limits per address, per token and per customer who invites hold across two web processes", async () => {
  const [one, other, third] = await insertTokens(3);
  const ofAddress = await sendAll(45, (at) => ({
    token: [one, other][at % 2],
    email: `a-${at}@example.com`,
    from: "203.0.113.7",
  }));
  expect([countOf(ofAddress, 200), countOf(ofAddress, 429)]).toEqual([20, 25]);
  const ofToken = await sendAll(60, (at) => ({
    token: third,
    email: `t-${at}@example.com`,
    from: `198.51.100.${at}`,
  }));
  expect([countOf(ofToken, 200), countOf(ofToken, 429)]).toEqual([50, 10]);
  const named = await nameFriends(30);
  expect([countOf(named, 303), countOf(named, 429)]).toEqual([20, 10]);
});

test("of two hundred at once with one e-mail, at two web processes, one gets the only code", async () => {
  const tokens = await insertTokens(20);
  const answers = await sendAll(200, (at) => ({
    token: tokens[at % 20],
    email: `${at % 2 ? "Friend" : "fRIEND"}${at % 3 ? `+${at}` : ""}@Example.com`,
    from: `198.51.${at}.7`,
  }));
  expect(countOf(answers, 200)).toBe(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).size).toBe(1);
  expect(await db.select().from(discountCodes)).toHaveLength(1);
});
