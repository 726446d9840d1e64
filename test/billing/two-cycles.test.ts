import { expect, test } from "vitest";
import {
  at,
  billedMonthly,
  billOrderNow,
  callerAt,
  changePaymentMethod,
  DUE,
  daysAfterDue,
  findDisagreements,
  firstOrderOf,
  listOrdersOf,
  listTriesOf,
  runAt,
} from "../support/calls/billing";
import { readContractRow } from "../support/data/contract-plan";
import { insertPaymentMethod } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest({ gateway: "test" });

/** When the second order is due. */
const NEXT = at("2026-04-30T09:00:00Z");

test("a changed card while a retry waits: this order and the next are paid with the new one, once each", async () => {
  const contract = await billedMonthly(shop, { lastDigits: "9995" });
  await runAt(shop, DUE);
  const card = await insertPaymentMethod(shop.id, contract.customerId, { lastDigits: "4242" });
  const noon = daysAfterDue(0, 3);
  await changePaymentMethod(shop, contract, card, noon);
  // The waiting retry's day, every day on which another one would have come, and the next order's.
  for (const now of [noon, ...[1, 3, 5, 7, 10, 14].map((day) => daysAfterDue(day)), NEXT])
    await runAt(shop, now);
  expect((await listTriesOf(shop.id)).map(({ paymentMethodId, state }) => [paymentMethodId, state])).toEqual([
    [contract.paymentMethodId, "DECLINED"],
    [card, "PAID"],
    [card, "PAID"],
  ]);
  expect(await listOrdersOf(shop.id)).toHaveLength(2);
  expect(await readContractRow(contract)).toMatchObject({ dunning: false, lastPaymentStatus: "SUCCEEDED" });
  expect(await findDisagreements(shop.id)).toEqual([]);
});

test("a manual attempt beside the run that would retry: one charge, no retry left, and the next order once", async () => {
  const contract = await billedMonthly(shop, { lastDigits: "0119" });
  await runAt(shop, DUE);
  const { id } = await firstOrderOf(contract);
  const retry = daysAfterDue(1);
  await Promise.all(
    [
      billOrderNow(callerAt(shop, retry), id),
      runAt(shop, retry),
      billOrderNow(callerAt(shop, retry), id),
    ].map(settle),
  );
  expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", nextStep: null, leaseUntil: null });
  for (const now of [...[3, 5, 7, 10, 14].map((day) => daysAfterDue(day)), NEXT]) await runAt(shop, now);
  expect((await listTriesOf(shop.id)).map(({ number, state }) => [number, state])).toEqual([
    [1, "DECLINED"],
    [2, "PAID"],
    [1, "PAID"],
  ]);
  expect(await findDisagreements(shop.id)).toEqual([]);
});

test("a manual attempt before a retry's day: the retry finds nothing to do, nor does the next cycle find the old order", async () => {
  const contract = await billedMonthly(shop, { lastDigits: "0119" });
  await runAt(shop, DUE);
  await billOrderNow(callerAt(shop, daysAfterDue(0, 5)), (await firstOrderOf(contract)).id);
  expect(await runAt(shop, daysAfterDue(1))).toBe(0);
  expect(await runAt(shop, NEXT)).toBe(1);
  expect(await listOrdersOf(shop.id)).toHaveLength(2);
  expect(await findDisagreements(shop.id)).toEqual([]);
});

/** The second caller may get the answer that it is paid already. */
const settle = (work: Promise<unknown>) =>
  work.catch((error: { status?: number }) => expect(error.status).toBe(409));
