import { eq } from "drizzle-orm";
import { describe, expect, onTestFinished, test } from "vitest";
import { DEFAULT_BILLING_SETTINGS } from "~/features/billing/settings/billing-settings";
import { saveBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import {
  insertTextVersion,
  saveNoticeSettings,
} from "~/features/notice-settings/notice-settings.repo.server";
import { listNotices } from "~/features/notices/notices.repo.server";
import { env } from "~/lib/env.server";
import { db } from "~db/client.server";
import { contracts } from "~db/schema/contracts";
import { mails } from "~db/schema/mails";
import {
  billedMonthly,
  changePaymentMethod,
  DUE,
  daysAfterDue,
  findDisagreements,
  firstOrderOf,
  listOrdersOf,
  listTriesOf,
  runAt,
} from "../support/calls/billing";
import { listPlan, listRecordedChanges, readContractRow } from "../support/data/contract-plan";
import { insertCustomer, insertPaymentMethod } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { runJobs } from "../support/processes/jobs";
import { startReceiver } from "../support/processes/webhook-receiver";

const shop = shopOfEachTest({ gateway: "test" });

const listMails = async () => {
  await runJobs();
  return db.select().from(mails).where(eq(mails.kind, "payment_failed")).orderBy(mails.id);
};
const runDays = async (...days: number[]) => {
  for (const day of days) await runAt(shop, daysAfterDue(day));
};

describe("a card that is declined", () => {
  test("is tried again 1, 3, 5, 7, 10 and 14 days after the first failure; then the contract is paused", async () => {
    const contract = await billedMonthly(shop, { lastDigits: "0002" });
    for (let day = 0; day <= 13; day++) await runAt(shop, daysAfterDue(day));
    const tries = await listTriesOf(shop.id);
    expect(tries.map(({ createdAt }) => (createdAt.getTime() - DUE.getTime()) / 86_400_000)).toEqual([
      0, 1, 3, 5, 7, 10,
    ]);
    expect(await readContractRow(contract)).toMatchObject({
      status: "ACTIVE",
      dunning: true,
      lastPaymentStatus: "FAILED",
      nextBillingDate: new Date("2026-04-30T07:00:00Z"),
    });
    expect(await firstOrderOf(contract)).toMatchObject({
      status: "FAILURE",
      attemptCount: 6,
      errorCode: "CARD_DECLINED",
      errorClass: "later",
      nextStep: "TRY",
      nextStepAt: daysAfterDue(14),
      firstFailedAt: DUE,
    });
    await runDays(14);
    expect(await readContractRow(contract)).toMatchObject({ status: "PAUSED", dunning: false });
    expect(await firstOrderOf(contract)).toMatchObject({
      status: "FAILURE",
      attemptCount: 7,
      nextStep: null,
    });
    expect((await listPlan(contract)).slice(1)).toEqual([
      "PARKED 2026-04-30T07:00",
      "PARKED 2026-05-31T07:00",
      "PARKED 2026-06-30T07:00",
    ]);
    await runDays(15, 16);
    expect(await listTriesOf(shop.id)).toHaveLength(7);
    const changes = await listRecordedChanges(contract);
    expect(changes.events.map(({ type }) => type).slice(-4)).toEqual([
      "billing-failure",
      "payment.failed",
      "paused",
      "dunning.ended",
    ]);
  });

  test("is written about after the second failure, once, and again when it is over", async () => {
    await billedMonthly(shop, { lastDigits: "9995" });
    await runDays(0);
    expect(await listMails()).toEqual([]);
    await runDays(1);
    const [mail] = await listMails();
    expect(mail?.subject).toContain("did not go through");
    expect(mail?.text).toContain("April 3");
    expect(mail?.text).toMatch(/apps\/memberships\/cp\?contract=\d+&view=payment&token=/);
    expect(mail?.createdAt).toEqual(daysAfterDue(1));
    await runDays(3, 5, 7, 10, 14);
    const all = await listMails();
    expect(all.map(({ subject }) => subject.includes("could not be paid"))).toEqual([false, true]);
  });

  test("is announced in the shop's own text, also by text message; the log of notices has both", async () => {
    const gateway = await startReceiver();
    env.SMS_GATEWAY_URL = gateway.url;
    onTestFinished(() => {
      env.SMS_GATEWAY_URL = undefined;
    });
    const kinds = ["payment_failed"] as const;
    await saveNoticeSettings(db, shop.id, { mailKinds: kinds, smsKinds: kinds, upcomingDays: 3 }, DUE);
    await insertTextVersion(db, {
      ...{ shopId: shop.id, kind: "payment_failed", channel: "MAIL", language: "en", version: 1 },
      ...{
        subject: "Oh: {{what_happened}}",
        body: "Dear you. {{what_to_do}} ({{products}}: {{amount}})",
        savedBy: "Ada",
        createdAt: DUE,
      },
    });
    const { id: customerId } = await insertCustomer(shop.id, {
      email: "ada@example.com",
      phone: "+49 30 901820",
    });
    const lines = [
      { title: "Coffee", currentPrice: "10.00" },
      { title: "Tea", currentPrice: "20.00", skippedNextOrder: true },
    ];
    const contract = await billedMonthly(shop, { customerId, lastDigits: "9995", lines });
    await runDays(0, 1);
    const [mail, ...others] = await listMails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`Oh: Your payment to ${shop.shop.name} did not go through`);
    expect(mail?.text).toMatch(/Dear you\. We will try again on April 3\. .+ \(Coffee: \$10\.00\)/);
    expect(gateway.received.map(({ text }) => JSON.parse(text))).toMatchObject([
      {
        to: "+4930901820",
        text: `Your payment to ${shop.shop.name} did not go through: https://${shop.shop.storeDomain}/apps/memberships/cp`,
      },
    ]);
    const log = await listNotices(shop.id, { contractId: contract.id }, 10);
    expect(log.map(({ kind, channel }) => [kind, channel])).toEqual([
      ["payment_failed", "SMS"],
      ["payment_failed", "MAIL"],
    ]);
  });

  test("pays when it recovers: the contract is dunned no more", async () => {
    const contract = await billedMonthly(shop, { lastDigits: "0119" });
    await runDays(0, 1);
    expect(await firstOrderOf(contract)).toMatchObject({
      status: "SUCCESS",
      attemptCount: 2,
      errorCode: null,
    });
    expect(await readContractRow(contract)).toMatchObject({ dunning: false, lastPaymentStatus: "SUCCEEDED" });
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("ends as the shop has settled: failed, cancelled, or the order skipped", async () => {
    for (const [endAction, status] of [
      ["fail", "FAILED"],
      ["cancel", "CANCELLED"],
      ["skip", "ACTIVE"],
    ] as const) {
      await saveBillingSettings(
        db,
        shop.id,
        { ...DEFAULT_BILLING_SETTINGS, billingHour: 9, retries: { days: [2], endAction } },
        DUE,
      );
      const contract = await billedMonthly(shop, { lastDigits: "0002" });
      await runDays(0, 1, 2);
      expect(await readContractRow(contract)).toMatchObject({ status, dunning: false });
      expect(await firstOrderOf(contract)).toMatchObject({
        status: endAction === "skip" ? "SKIPPED" : "FAILURE",
        attemptCount: 2,
      });
    }
  });
});

describe("what only the customer can put right", () => {
  test("is not tried again, is written about at once, and ends like the rest", async () => {
    const contract = await billedMonthly(shop, { lastDigits: "0069" });
    await runDays(0, 1, 3, 5);
    expect(await listTriesOf(shop.id)).toMatchObject([{ errorCode: "EXPIRED_CARD", errorClass: "customer" }]);
    expect(await listMails()).toHaveLength(1);
    await runDays(14);
    expect(await readContractRow(contract)).toMatchObject({ status: "PAUSED" });
    expect(await firstOrderOf(contract)).toMatchObject({ attemptCount: 1 });
  });

  test("a contract without a payment method, and a revoked one, are not sent to the gateway", async () => {
    const none = await billedMonthly(shop, { paymentMethodId: null });
    const revoked = await billedMonthly(shop);
    await insertPaymentMethod(shop.id, revoked.customerId, { id: "revoked", revokedAt: DUE });
    await db.update(contracts).set({ paymentMethodId: "revoked" }).where(eq(contracts.id, revoked.id));
    await runDays(0);
    expect(await firstOrderOf(none)).toMatchObject({
      errorCode: "PAYMENT_METHOD_NOT_SPECIFIED",
      attemptCount: 1,
    });
    expect(await firstOrderOf(revoked)).toMatchObject({ errorCode: "INVALID_PAYMENT_METHOD" });
    expect((await listTriesOf(shop.id)).map(({ gatewayRef }) => gatewayRef)).toEqual([null, null]);
    expect(await listMails()).toHaveLength(2);
  });

  test("the bank's question waits for the customer, and the order is paid when it is asked for again", async () => {
    const contract = await billedMonthly(shop, { lastDigits: "3155" });
    await runDays(0, 1, 3);
    expect(await firstOrderOf(contract)).toMatchObject({ status: "ACTION_REQUIRED", attemptCount: 1 });
    expect((await firstOrderOf(contract)).actionUrl).toMatch(/apps\/memberships\/cp\?test-page=[\w-]{22}$/);
    expect(await listTriesOf(shop.id)).toMatchObject([{ state: "CHALLENGE" }]);
    expect(await listMails()).toHaveLength(1);
  });
});

describe("a card that must never be charged again", () => {
  test("is not tried again for any order, and the words are neutral", async () => {
    const first = await billedMonthly(shop, { lastDigits: "9235" });
    await runDays(0);
    expect(await firstOrderOf(first)).toMatchObject({ errorClass: "never", nextStep: "END" });
    const second = await billedMonthly(shop, {
      customerId: first.customerId,
      paymentMethodId: first.paymentMethodId,
    });
    await runDays(1);
    expect(await firstOrderOf(second)).toMatchObject({
      errorCode: "PAYMENT_METHOD_BLOCKED",
      errorClass: "never",
    });
    expect((await listTriesOf(shop.id)).filter(({ gatewayRef }) => gatewayRef)).toHaveLength(1);
    const [mail] = await listMails();
    expect(mail?.text).not.toMatch(/stolen|fraud|blocked/i);
  });
});

test("a payment method is declined ten times in 30 days at most, over all its contracts", async () => {
  const first = await billedMonthly(shop, { lastDigits: "0002" });
  const shared = { customerId: first.customerId, paymentMethodId: first.paymentMethodId };
  await billedMonthly(shop, shared);
  await billedMonthly(shop, shared);
  await runDays(0, 1, 3, 5, 7);
  const tries = await listTriesOf(shop.id);
  expect(tries.filter(({ gatewayRef }) => gatewayRef)).toHaveLength(10);
  expect(new Set(tries.slice(-1).map(({ errorCode }) => errorCode))).toEqual(new Set(["TOO_MANY_DECLINES"]));
});

test("cards that fail from their second charge on pay the first order and not the second", async () => {
  const contract = await billedMonthly(shop, { lastDigits: "0341" });
  await runDays(0, 30);
  expect((await listPlan(contract)).slice(0, 2)).toEqual([
    "SUCCESS 2026-03-31T07:00",
    "FAILURE 2026-04-30T07:00",
  ]);
  expect(await listOrdersOf(shop.id)).toHaveLength(1);
});

test("another payment method while a retry waits is tried at once, and the old card never again", async () => {
  const contract = await billedMonthly(shop, { lastDigits: "0002" });
  await runDays(0);
  const paymentMethodId = await insertPaymentMethod(shop.id, contract.customerId, { lastDigits: "4242" });
  const noon = new Date(DUE.getTime() + 3 * 3_600_000);
  await changePaymentMethod(shop, contract, paymentMethodId, noon);
  await runAt(shop, noon);
  expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 2, nextStep: null });
  expect((await listTriesOf(shop.id)).map((each) => [each.paymentMethodId, each.state])).toEqual([
    [contract.paymentMethodId, "DECLINED"],
    [paymentMethodId, "PAID"],
  ]);
  await runDays(1, 3, 5);
  expect(await listTriesOf(shop.id)).toHaveLength(2);
  expect(await findDisagreements(shop.id)).toEqual([]);
});

describe("a charge with an unknown outcome", () => {
  test("is looked up after five minutes, and the order is created once", async () => {
    const contract = await billedMonthly(shop, { lastDigits: "5126" });
    await runDays(0);
    expect(await firstOrderOf(contract)).toMatchObject({
      status: "UNKNOWN",
      nextStep: "LOOK",
      nextStepAt: new Date(DUE.getTime() + 300_000),
      attemptCount: 0,
    });
    expect(await runAt(shop, new Date(DUE.getTime() + 299_000))).toBe(0);
    await runAt(shop, new Date(DUE.getTime() + 300_000));
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS" });
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("that never arrived is sent again under the same key when the gateway can be reached", async () => {
    const contract = await billedMonthly(shop, { lastDigits: "3437" });
    await runDays(0);
    const minutes = (count: number) => new Date(DUE.getTime() + count * 60_000);
    await runAt(shop, minutes(5));
    expect(await firstOrderOf(contract)).toMatchObject({ status: "UNKNOWN", nextStepAt: minutes(65) });
    await runAt(shop, minutes(65));
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS" });
    expect(await listTriesOf(shop.id)).toHaveLength(1);
    expect(await findDisagreements(shop.id)).toEqual([]);
  });
});
