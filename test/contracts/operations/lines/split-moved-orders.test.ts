import { desc } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { contractSplit } from "~/features/contracts/operations/lines/split-contract.server";
import { nextDate } from "~/features/contracts/operations/orders/next-date.server";
import { orderReschedule } from "~/features/contracts/operations/orders/reschedule-order.server";
import { orderSkip } from "~/features/contracts/operations/orders/skip-order.server";
import { db } from "~db/client.server";
import { contracts } from "~db/schema/contracts";
import { listPlan, readAttempts } from "../../../support/data/contract-plan";
import { createTestShop, NOW, type TestShop } from "../../../support/data/factories";
import { at, type Contract, merchant, monthly, pay, setStatus } from "../../../support/data/monthly-contract";
import { resetDatabase } from "../../../support/setup/database";

/** Of the order of 31 March. */
const MOVED_TO = at("2026-03-20T08:00:00Z");
const AFTER = at("2026-03-21T08:00:00Z");

let shop: TestShop;
let contract: Contract;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ timeZone: "Europe/Berlin" });
  contract = await monthly(shop, { lines: [{}, {}] });
});

async function move(index: number, billingDate: Date, now = NOW): Promise<void> {
  const attemptId = (await readAttempts(contract))[index]?.id ?? 0;
  const { subscriptionContractId: contractId } = contract;
  await orderReschedule.run(merchant(shop, now), { contractId, attemptId, billingDate, withLater: false });
}

async function split(isMove: boolean, now: Date): Promise<Contract> {
  const lineIds = contract.lines.slice(1).map(({ id }) => id);
  const { subscriptionContractId: contractId } = contract;
  await contractSplit.run(merchant(shop, now), { contractId, lineIds, isMove, isBilledNow: false });
  const [made] = await db.select().from(contracts).orderBy(desc(contracts.id)).limit(1);
  if (!made) throw new Error("there is no new contract");
  return { ...contract, ...made };
}

/** Cancelled and begun again, a contract has its orders on the first free dates of its plan. */
async function beginAgain(each: Contract, now: Date): Promise<void> {
  await setStatus(shop, each, "CANCELLED", merchant(shop, now));
  await setStatus(shop, each, "ACTIVE", merchant(shop, now));
}
const idOf = ({ subscriptionContractId: contractId }: Contract) => ({ contractId });
const setNextDate = (each: Contract, nextBillingDate: Date) =>
  nextDate.run(merchant(shop, AFTER), { ...idOf(each), nextBillingDate });
const toCome = async (each: Contract) =>
  (await listPlan(each)).filter((order) => order.startsWith("QUEUED")).slice(0, 3);

test.each([true, false])(
  "an order that was moved earlier and paid: its former date is billed by neither half (lines moved: %s)",
  async (isMove) => {
    await move(0, MOVED_TO);
    await pay(shop, contract, 0, MOVED_TO);
    const made = await split(isMove, AFTER);
    const wanted = ["QUEUED 2026-04-30T07:00", "QUEUED 2026-05-31T07:00", "QUEUED 2026-06-30T07:00"];
    expect([await toCome(contract), await toCome(made)]).toEqual([wanted, wanted]);
    for (const each of [contract, made]) await beginAgain(each, AFTER);
    expect([await toCome(contract), await toCome(made)]).toEqual([wanted, wanted]);
  },
);

test("a later order that was paid ahead is not billed again by the new contract", async () => {
  await pay(shop, contract, 1, MOVED_TO);
  const made = await split(true, AFTER);
  for (const each of [contract, made]) await beginAgain(each, AFTER);
  const wanted = ["QUEUED 2026-03-31T07:00", "QUEUED 2026-05-31T07:00", "QUEUED 2026-06-30T07:00"];
  expect([await toCome(contract), await toCome(made)]).toEqual([wanted, wanted]);
});

test("an order that was moved earlier and is still to come is billed once by each half, and its former date by neither", async () => {
  await move(0, MOVED_TO);
  const made = await split(true, NOW);
  const wanted = ["QUEUED 2026-03-20T08:00", "QUEUED 2026-04-30T07:00", "QUEUED 2026-05-31T07:00"];
  expect([await toCome(contract), await toCome(made)]).toEqual([wanted, wanted]);
  for (const each of [contract, made]) {
    await pay(shop, each, 0, MOVED_TO);
    await beginAgain(each, AFTER);
  }
  const later = ["QUEUED 2026-04-30T07:00", "QUEUED 2026-05-31T07:00", "QUEUED 2026-06-30T07:00"];
  expect([await toCome(contract), await toCome(made)]).toEqual([later, later]);
});

test("what was paid in time leaves nothing in the new contract", async () => {
  const paidOn = at("2026-03-31T07:00:01Z");
  await pay(shop, contract, 0, paidOn);
  const made = await split(true, at("2026-04-01T08:00:00Z"));
  expect(await listPlan(made)).toEqual((await listPlan(contract)).slice(1));
});

test("what was moved earlier and paid with the former contract does not keep the new one from another plan", async () => {
  await move(0, MOVED_TO);
  await pay(shop, contract, 0, MOVED_TO);
  const made = await split(true, AFTER);
  await setNextDate(made, at("2026-04-15T07:00:00Z"));
  expect(await toCome(made)).toEqual([
    "QUEUED 2026-04-15T07:00",
    "QUEUED 2026-05-15T07:00",
    "QUEUED 2026-06-15T07:00",
  ]);
});

test("copied lines were not paid for by an order that was moved earlier: that of its former date can be taken back", async () => {
  await move(0, MOVED_TO);
  await pay(shop, contract, 0, MOVED_TO);
  const made = await split(false, AFTER);
  const order = (await readAttempts(made)).find(({ status }) => status === "SKIPPED");
  await orderSkip.run(merchant(shop, AFTER), { ...idOf(made), attemptId: order?.id ?? 0, skip: false });
  expect((await toCome(made))[0]).toBe("QUEUED 2026-03-31T07:00");
});

test("a skipped order whose day is past and whose slot a new plan has freed stays with its contract", async () => {
  await move(0, MOVED_TO);
  const [order] = await readAttempts(contract);
  await orderSkip.run(merchant(shop), { ...idOf(contract), attemptId: order?.id ?? 0, skip: true });
  await setNextDate(contract, at("2026-04-15T07:00:00Z"));
  const made = await split(true, AFTER);
  expect((await readAttempts(made)).filter(({ status }) => status === "SKIPPED")).toEqual([]);
});
