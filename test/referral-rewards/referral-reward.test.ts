import { and, desc, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { recordOrderPaid } from "~/features/contracts/change/outcome/order-outcome.service.server";
import { rewardReferralTask } from "~/jobs/tasks/reward-referral.server";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { contractDiscounts } from "~db/schema/contracts";
import { customers } from "~db/schema/customers";
import { discountCodes } from "~db/schema/discount-codes";
import { events } from "~db/schema/events";
import { mails } from "~db/schema/mails";
import { referralProgrammes } from "~db/schema/referrals";
import { type ContractOverrides, insertContract, NOW, testAudit } from "../support/data/factories";
import {
  accept,
  address,
  apply,
  type Contract,
  createReferrerShop,
  insertFriend,
  listActions,
  type ReferrerShop,
  readReferral,
} from "../support/data/referred-friend";
import { resetDatabase } from "../support/setup/database";

let shop: ReferrerShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createReferrerShop();
});

async function payNext(contract: Contract): Promise<void> {
  const [attempt] = await db
    .select()
    .from(billingAttempts)
    .where(and(eq(billingAttempts.contractId, contract.id), eq(billingAttempts.status, "QUEUED")))
    .orderBy(billingAttempts.billingDate)
    .limit(1);
  if (!attempt) throw new Error("the contract has no order to come");
  const order = { shop: shop.shop, attemptId: attempt.id, audit: testAudit(attempt.billingDate) };
  await recordOrderPaid(order, { orderId: attempt.id, orderName: `#${attempt.id}` });
}
const listJobs = async () =>
  (
    await db.execute<{ payload: { shopId: number; referralId: number } }>(sql`
      select payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'reward-referral'`)
  ).map(({ payload }) => payload);
const runJobs = async () => {
  const jobs = await listJobs();
  for (const job of jobs)
    await rewardReferralTask(job, { clock: () => NOW, signal: new AbortController().signal });
  return jobs.length;
};
const readRewards = () =>
  db.select().from(discountCodes).where(sql`code like 'THANKS-%'`).orderBy(desc(discountCodes.id));

describe("the referrer's reward", () => {
  /** @returns the friend's contract, whose code is applied and whose first order is paid */
  async function pay(overrides: ContractOverrides = {}) {
    const code = await accept(shop);
    const contract = await insertFriend(shop, overrides);
    await apply(shop, contract, code);
    await payNext(contract);
    return contract;
  }

  test("is a code of their own once the friend's first order is paid, recorded on both contracts", async () => {
    const own = await insertContract(shop.id, { customerId: shop.referrer.customerId });
    const contract = await pay();
    expect(await runJobs()).toBe(1);
    const [code, ...more] = await readRewards();
    expect([code, more]).toMatchObject([
      {
        valueType: "FIXED_AMOUNT",
        value: "5.0000",
        useLimit: 1,
        cycleLimit: 1,
        isForFirstContract: false,
        endsAt: new Date(NOW.getTime() + 90 * DAY_MS),
      },
      [],
    ]);
    expect(await readReferral()).toMatchObject({
      status: "REWARDED",
      rewardCodeId: code?.id,
      closedAt: NOW,
      reasons: [],
    });
    expect(await listActions(shop.id, contract.id)).toEqual(["referral.code_used", "referral.rewarded"]);
    expect(await listActions(shop.id, own.id)).toEqual(["referral.accepted", "referral.rewarded"]);
    const rewardedEvents = await db.select().from(events).where(eq(events.type, "referral.rewarded"));
    expect(rewardedEvents).toHaveLength(1);
    const [mail] = await db.select().from(mails).where(eq(mails.kind, "referral_reward"));
    expect(mail).toMatchObject({
      customerId: shop.referrer.customerId,
      text: expect.stringContaining(code?.code ?? "-"),
    });
    expect(mail?.text).toContain("Use it by May 31, 2026.");
    const stranger = await insertContract(shop.id);
    await expect(apply(shop, stranger as Contract, code?.code ?? "")).rejects.toMatchObject({
      code: "not_found",
    });
    await apply(shop, own as Contract, code?.code ?? "");
  });

  test("is bound to the referrer who has no e-mail address, or another one on their contract", async () => {
    const { customerId } = shop.referrer;
    const contract = await pay();
    await db.update(customers).set({ email: null }).where(eq(customers.id, customerId));
    expect(await runJobs()).toBe(1);
    const [code] = await readRewards();
    await expect(apply(shop, contract, code?.code ?? "")).rejects.toMatchObject({ code: "not_found" });
    const own = await insertContract(shop.id, { customerId, customerEmail: "other@example.com" });
    await apply(shop, own as Contract, code?.code ?? "");
  });

  test("is given once, however often orders are paid and the job runs", async () => {
    const contract = await pay();
    await payNext(contract);
    expect(await listJobs()).toHaveLength(1);
    await Promise.all(Array.from({ length: 10 }, runJobs));
    await payNext(contract);
    await runJobs();
    expect(await readRewards()).toHaveLength(1);
    expect(await db.select().from(events).where(eq(events.type, "referral.rewarded"))).toHaveLength(1);
  });

  test("of two friends is two: a code and a mail for each, however often the jobs run", async () => {
    for (const name of ["first", "second"]) {
      const email = `${name}@example.com`;
      const code = await accept(shop, email);
      const contract = await insertFriend(shop, { deliveryAddress: address(`${name} Street`) }, email);
      await apply(shop, contract, code);
      await payNext(contract);
    }
    expect(await runJobs()).toBe(2);
    await runJobs();
    const codes = (await readRewards()).map(({ code }) => code);
    expect(codes).toHaveLength(2);
    const sentMails = await db.select().from(mails).where(eq(mails.kind, "referral_reward"));
    const inMails = sentMails.map(({ text }) => codes.filter((code) => text?.includes(code)));
    expect(inMails.flat().sort()).toEqual(codes.sort());
    expect(inMails.map((found) => found.length)).toEqual([1, 1]);
  });

  test("waits for the code to be used and for an order to be paid", async () => {
    const code = await accept(shop);
    const contract = await insertFriend(shop);
    await payNext(contract);
    expect(await listJobs()).toEqual([]);
    await apply(shop, contract, code);
    expect(await listJobs()).toEqual([]);
    await payNext(contract);
    expect(await listJobs()).toHaveLength(1);
  });

  test("is what was promised at the acceptance, whatever the programme says now", async () => {
    const code = await accept(shop);
    await db.update(referralProgrammes).set({ isActive: false, referrerValue: "1" });
    const contract = await insertFriend(shop);
    await apply(shop, contract, code);
    await payNext(contract);
    await runJobs();
    expect(await readRewards()).toMatchObject([{ value: "5.0000" }]);
  });

  describe("on the next order", () => {
    beforeEach(() => db.update(referralProgrammes).set({ referrerReward: "NEXT_ORDER", referrerValue: "3" }));

    test("is a discount for one cycle on the active contract that is due first", async () => {
      const dates = ["2026-04-01", "2026-03-20", "2026-03-10"].map((day) => new Date(day));
      const [, soonest] = await Promise.all(
        dates.map((nextBillingDate, at) =>
          insertContract(shop.id, {
            customerId: shop.referrer.customerId,
            nextBillingDate,
            status: at === 2 ? "PAUSED" : "ACTIVE",
          }),
        ),
      );
      await pay();
      await runJobs();
      await runJobs();
      const discounts = await db
        .select()
        .from(contractDiscounts)
        .where(eq(contractDiscounts.title, "Referral reward"));
      expect(discounts).toMatchObject([
        { contractId: soonest?.id, value: "3.0000", recurringCycleLimit: 1, usageCount: 0 },
      ]);
      expect(await readReferral()).toMatchObject({ status: "REWARDED", rewardCodeId: null });
      expect(await listActions(shop.id, soonest?.id ?? 0)).toContain("referral.rewarded");
    });

    test("has its title in the language in which the referrer is written to", async () => {
      const { id } = await insertContract(shop.id, { customerId: shop.referrer.customerId });
      await db.update(customers).set({ language: "ja" }).where(eq(customers.id, shop.referrer.customerId));
      await pay();
      await runJobs();
      const discounts = db.select().from(contractDiscounts).where(eq(contractDiscounts.contractId, id));
      expect(await discounts).toMatchObject([{ title: "ご紹介の特典" }]);
    });

    test("comes after the discounts the contract has, however the clock stands", async () => {
      const first = { title: "First", value: "10", createdAt: new Date("2100-01-01T00:00:00Z") };
      const contract = await insertContract(shop.id, {
        customerId: shop.referrer.customerId,
        discounts: [first],
      });
      await pay();
      await runJobs();
      const discounts = await db
        .select()
        .from(contractDiscounts)
        .where(eq(contractDiscounts.contractId, contract.id))
        .orderBy(contractDiscounts.createdAt);
      expect(discounts.map(({ title }) => title)).toEqual(["First", "Referral reward"]);
    });

    test("becomes a code of the same value when no active contract can have it", async () => {
      await insertContract(shop.id, { customerId: shop.referrer.customerId, status: "CANCELLED" });
      await insertContract(shop.id, { customerId: shop.referrer.customerId, currencyCode: "EUR" });
      await pay();
      await runJobs();
      expect(await readRewards()).toMatchObject([{ value: "3.0000" }]);
    });
  });

  test.each<[string, string, (contract: Contract) => Promise<unknown>]>([
    [
      "address",
      "SAME_ADDRESS",
      () =>
        db.execute(
          sql`update contracts set delivery_address = ${JSON.stringify(address("1, elm STREET"))}::jsonb`,
        ),
    ],
    [
      // Their own address is another one.
      "address of one of the referrer's contracts",
      "SAME_ADDRESS",
      () =>
        insertContract(shop.id, {
          customerId: shop.referrer.customerId,
          deliveryAddress: address("2 oak street."),
        }),
    ],
    [
      "card",
      "SAME_PAYMENT_METHOD",
      () =>
        db.execute(sql`update payment_methods
          set brand = 'visa', last_digits = '4242', expiry_month = 1, expiry_year = 2030`),
    ],
    [
      "payment method itself, on the other's account,",
      "SAME_PAYMENT_METHOD",
      ({ id }) => db.execute(sql`update contracts set payment_method_id = 'pm-referrer' where id = ${id}`),
    ],
    [
      "e-mail",
      "SAME_EMAIL",
      () =>
        db.execute(
          sql`update customers set email = 'Friend+2@example.com' where id = ${shop.referrer.customerId}`,
        ),
    ],
  ])("is refused for good when the %s is the same, with the reason", async (_what, reason, makeSame) => {
    const contract = await pay();
    await makeSame(contract);
    await runJobs();
    await runJobs();
    expect(await readReferral()).toMatchObject({ status: "REFUSED", reasons: [reason], closedAt: NOW });
    expect(await readRewards()).toEqual([]);
    expect(await listActions(shop.id, contract.id)).toEqual(["referral.code_used", "referral.refused"]);
    expect(await db.select().from(events).where(eq(events.type, "referral.rewarded"))).toEqual([]);
  });
});
