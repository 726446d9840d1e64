import { expect, test } from "vitest";
import { createAutomation } from "~/features/bulk-automations/tasks/automations.service.server";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { nextDate } from "~/features/contracts/operations/orders/next-date.server";
import {
  at,
  type BilledContract,
  billedMonthly,
  callerAt,
  DUE,
  daysAfterDue,
  firstOrderOf,
  listOrdersOf,
  openWithFaults,
  runAt,
} from "../../support/calls/billing";
import { readContractRow } from "../../support/data/contract-plan";
import { testAudit } from "../../support/data/factories";
import { run } from "../../support/data/many/bulk";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";

const shop = shopOfEachTest({ gateway: "test" });

const LATER_THAT_DAY = daysAfterDue(0, 3);
const NEW_DATE = at("2026-04-20T07:00:00Z");
const ON_NEW_DATE = at("2026-04-20T09:00:00Z");

/** A contract with a due order that the gateway refuses: the order is to be tried again the next day. */
async function putOff(): Promise<BilledContract> {
  const contract = await billedMonthly(shop);
  const refused = async () => ({ kind: "refused", reason: "Not set up." }) as const;
  await runAt(shop, DUE, { open: openWithFaults(() => ({ charge: refused })) });
  expect(await firstOrderOf(contract)).toMatchObject({
    status: "QUEUED",
    nextStep: "TRY",
    nextStepAt: daysAfterDue(1),
  });
  return contract;
}

/** It is charged not when the retry was planned, but on its new date, from which the plan continues. */
async function expectChargedOnNewDate(contract: BilledContract): Promise<void> {
  expect(await firstOrderOf(contract)).toMatchObject({ billingDate: NEW_DATE, nextStep: null });
  expect(await runAt(shop, daysAfterDue(1))).toBe(0);
  expect(await listOrdersOf(shop.id)).toEqual([]);
  await runAt(shop, ON_NEW_DATE);
  expect(await listOrdersOf(shop.id)).toMatchObject([{ contractId: contract.id, paidAt: ON_NEW_DATE }]);
  expect(await readContractRow(contract)).toMatchObject({ nextBillingDate: at("2026-05-20T07:00:00Z") });
}

const later = () => callerAt(shop, LATER_THAT_DAY);
const idOf = ({ subscriptionContractId: contractId }: BilledContract) => ({ contractId });

/** Changes all contracts of the shop. */
async function changeAll(kind: string, parameters: unknown): Promise<void> {
  const wanted = { kind, parameters, selection: { type: "ALL" }, isDraft: false } as const;
  const { id } = await createAutomation(shop.id, wanted, { audit: testAudit(LATER_THAT_DAY), staffId: null });
  await run(shop.id, id, LATER_THAT_DAY);
}

test("an order that was put off and then moved is charged on its new date, not when it was to be tried again", async () => {
  const contract = await putOff();
  await nextDate.run(later(), { ...idOf(contract), nextBillingDate: NEW_DATE });
  await expectChargedOnNewDate(contract);
});

test("the same when the date is moved for many contracts at once", async () => {
  const contract = await putOff();
  await changeAll("NEXT_DATE", { date: "2026-04-20" });
  await expectChargedOnNewDate(contract);
});

test("an order that could not be sent to the gateway and was then moved is not reported as put off any more", async () => {
  const contract = await billedMonthly(shop);
  const prepare = () => Promise.reject(new Error("the gateway is away"));
  await runAt(shop, DUE, { open: openWithFaults(() => ({ prepare })) });
  expect(await firstOrderOf(contract)).toMatchObject({ putOffSince: DUE });
  await nextDate.run(later(), { ...idOf(contract), nextBillingDate: NEW_DATE });
  expect(await firstOrderOf(contract)).toMatchObject({ putOffSince: null });
  await expectChargedOnNewDate(contract);
});

for (const how of ["of one contract", "of many contracts"])
  test(`an order that was put off is charged on the next day of its plan after a pause ${how}`, async () => {
    const contract = await putOff();
    for (const status of ["PAUSED", "ACTIVE"] as const)
      if (how === "of one contract") await contractStatus.run(later(), { ...idOf(contract), status });
      else await changeAll("CONTRACT_STATUS", { status });
    expect(await firstOrderOf(contract)).toMatchObject({
      status: "QUEUED",
      billingDate: at("2026-04-30T07:00:00Z"),
      nextStep: null,
    });
    expect(await runAt(shop, daysAfterDue(1))).toBe(0);
    expect(await runAt(shop, at("2026-04-30T09:00:00Z"))).toBe(1);
    expect(await listOrdersOf(shop.id)).toHaveLength(1);
  });
