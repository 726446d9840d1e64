import { and, desc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { reportOrders } from "~/features/billing/orders/order-report.endpoints.server";
import { countOrders } from "~/features/billing/orders-admin/order-rows.repo.server";
import {
  listPastAttempts,
  listUpcomingAttempts,
} from "~/features/contract-page/page/contract-detail.repo.server";
import { contractSplit } from "~/features/contracts/operations/lines/split-contract.server";
import { nextDate } from "~/features/contracts/operations/orders/next-date.server";
import { orderReschedule } from "~/features/contracts/operations/orders/reschedule-order.server";
import { orderSkip } from "~/features/contracts/operations/orders/skip-order.server";
import { orderNote } from "~/features/contracts/operations/terms/notes.server";
import { findPastOrders, findUpcomingOrders } from "~/features/contracts/order-record/order-list.repo.server";
import { getTaggedContract } from "~/features/contracts/record/raw-contract.service.server";
import { recountFacts } from "~/features/insights/facts/recount.service.server";
import { findPortalContractExtras } from "~/features/portal/view/portal-contract.repo.server";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { contracts } from "~db/schema/contracts";
import { billOrderNow, callerAt } from "../../../support/calls/billing";
import { askJson } from "../../../support/calls/json-endpoints";
import { listPlan, readAttempts } from "../../../support/data/contract-plan";
import { createTestShop, type TestShop } from "../../../support/data/factories";
import { at, type Contract, merchant, monthly, pay, setStatus } from "../../../support/data/monthly-contract";
import { resetDatabase } from "../../../support/setup/database";

const AFTER = at("2026-03-21T08:00:00Z");
const PAID_DAY = at("2026-04-30T07:00:00Z");
/** When it is past. */
const LATER = at("2026-05-02T08:00:00Z");
const TO_COME = ["QUEUED 2026-03-31T07:00", "QUEUED 2026-05-31T07:00", "QUEUED 2026-06-30T07:00"];
const REFUSED = {
  code: "conflict",
  detail: "This order was paid with the contract that this one was split from: it stays as it is.",
};

let shop: TestShop;
let contract: Contract;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ timeZone: "Europe/Berlin" });
  contract = await monthly(shop, { lines: [{}, {}, {}] });
  await pay(shop, contract, 1, AFTER);
});

async function split(from: Contract, index: number, isMove = true): Promise<Contract> {
  const lineIds = contract.lines.slice(index).map(({ id }) => id);
  const { subscriptionContractId: contractId } = from;
  await contractSplit.run(merchant(shop, AFTER), { contractId, lineIds, isMove, isBilledNow: false });
  const [made] = await db.select().from(contracts).orderBy(desc(contracts.id)).limit(1);
  if (!made) throw new Error("there is no new contract");
  return { ...contract, ...made };
}
const idOf = ({ subscriptionContractId: contractId }: Contract) => ({ contractId });
const attemptsOn = async (each: Contract, day: Date) =>
  (await readAttempts(each)).filter(({ billingDate }) => +billingDate === +day);
const toCome = async (each: Contract) =>
  (await listPlan(each)).filter((order) => order.startsWith("QUEUED")).slice(0, 3);

test("what the former contract's order paid for names that order, also after another split", async () => {
  const [paid] = await attemptsOn(contract, PAID_DAY);
  const made = await split(contract, 1);
  const again = await split(made, 2);
  for (const each of [made, again])
    expect(await attemptsOn(each, PAID_DAY)).toMatchObject([{ status: "SKIPPED", paidWithId: paid?.id }]);
});

test("what is paid with the former contract is not unskipped, moved, billed or written on: its day is billed once", async () => {
  const made = await split(contract, 1);
  const [{ id: attemptId } = { id: 0 }] = await attemptsOn(made, PAID_DAY);
  const caller = merchant(shop, AFTER);
  const order = { ...idOf(made), attemptId };
  const moved = { ...order, billingDate: at("2026-04-29T07:00:00Z"), withLater: false };
  for (const skip of [true, false])
    await expect(orderSkip.run(caller, { ...order, skip })).rejects.toMatchObject(REFUSED);
  await expect(orderReschedule.run(caller, moved)).rejects.toMatchObject(REFUSED);
  await expect(orderNote.run(caller, { ...order, note: "Ring twice" })).rejects.toMatchObject(REFUSED);
  await expect(billOrderNow(callerAt(shop, AFTER), attemptId)).rejects.toMatchObject(REFUSED);
  for (const date of [PAID_DAY, at("2026-04-30T15:00:00Z")])
    await expect(nextDate.run(caller, { ...idOf(made), nextBillingDate: date })).rejects.toMatchObject(
      REFUSED,
    );
  expect(await toCome(made)).toEqual(TO_COME);
});

test("paused and begun again, cancelled and begun again, the new contract has no order on the paid day", async () => {
  const made = await split(contract, 1);
  for (const status of ["PAUSED", "ACTIVE", "CANCELLED", "ACTIVE"] as const)
    await setStatus(shop, made, status, merchant(shop, AFTER));
  expect(await toCome(made)).toEqual(TO_COME);
});

test("no list has what is paid with the former contract: neither while its day is to come nor afterwards", async () => {
  const made = await split(contract, 1);
  const [{ id } = { id: 0 }] = await attemptsOn(made, PAID_DAY);
  const { id: shopId, storeDomain } = shop.shop;
  const which = { contractId: made.subscriptionContractId, customerId: null };
  const page = { page: 0, size: 20, sort: [{ column: "billing_date", isDescending: false } as const] };
  const upcoming = await findUpcomingOrders({ id: shopId, storeDomain }, which, AFTER, true);
  expect(upcoming[0]?.orders).toHaveLength(3);
  expect(await findPastOrders({ id: shopId, storeDomain }, which, LATER, page)).toMatchObject({
    total: 0,
    orders: [],
  });
  for (const now of [AFTER, LATER]) {
    expect(await listUpcomingAttempts(shopId, made.id, now, 20)).toHaveLength(3);
    expect(await listPastAttempts(shopId, made.id, now, 20)).toEqual([]);
    const { customerId, subscriptionContractId } = made;
    const all = { size: 20, offset: 0 };
    const extras = await findPortalContractExtras(shopId, subscriptionContractId, customerId, now, all);
    expect(extras).toMatchObject({ past: [], pastTotal: 0 });
    expect(extras?.upcoming).toHaveLength(3);
  }
  const query = { tab: "all", from: null, before: null, status: "SKIPPED" } as const;
  expect(await countOrders({ shopId, query, search: null, missedBefore: new Date(0) })).toBe(0);
  for (const search of ["", "?status=SKIPPED", `?contractId=${made.subscriptionContractId}`]) {
    const answer = await askJson(reportOrders, `/x${search}`, { key: shop.readKey });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(await answer.json())).not.toContain(`"id":${id},`);
  }
  const raw = await getTaggedContract(shopId, made.subscriptionContractId, null);
  expect(JSON.stringify(raw)).not.toContain(`SubscriptionBillingAttempt/${id}"`);
});

test("a recount finds what was counted at the split", async () => {
  await recountFacts(shop.shop, { isRepaired: true, now: AFTER });
  const [next] = await attemptsOn(contract, at("2026-03-31T07:00:00Z"));
  await orderSkip.run(merchant(shop, AFTER), { ...idOf(contract), attemptId: next?.id ?? 0, skip: true });
  await split(contract, 2, false);
  await split(await split(contract, 1), 2);
  expect((await recountFacts(shop.shop, { isRepaired: false, now: AFTER })).differences).toEqual([]);
});

test("copied lines were not paid for: their order of that day is skipped, and can be taken back", async () => {
  const made = await split(contract, 1, false);
  const [order] = await attemptsOn(made, PAID_DAY);
  expect(order).toMatchObject({ status: "SKIPPED", paidWithId: null });
  await orderSkip.run(merchant(shop, AFTER), { ...idOf(made), attemptId: order?.id ?? 0, skip: false });
  expect((await toCome(made))[1]).toBe("QUEUED 2026-04-30T07:00");
});

test("the database refuses another status for it, so that the release before cannot bill it either", async () => {
  const made = await split(contract, 1);
  const [order] = await attemptsOn(made, PAID_DAY);
  const takeBack = db
    .update(billingAttempts)
    .set({ status: "QUEUED" })
    .where(and(eq(billingAttempts.shopId, shop.shop.id), eq(billingAttempts.id, order?.id ?? 0)));
  await expect(takeBack).rejects.toMatchObject({
    cause: { constraint_name: "billing_attempts_paid_with_check" },
  });
});
