import { expect, test } from "vitest";
import type { OpenGateway } from "~/features/billing/gateway/open-gateway.server";
import type { ChargeParameters } from "~/features/billing/gateway/port/payment-gateway";
import {
  at,
  billedMonthly,
  daysAfterDue,
  findDisagreements,
  firstOrderOf,
  listOrdersOf,
  listTriesOf,
  openWithFaults,
  runAt,
} from "../../support/calls/billing";
import { listPlan, readContractRow } from "../../support/data/contract-plan";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";

const shop = shopOfEachTest({ gateway: "test" });
const billedWeekly = () => billedMonthly(shop, { billingInterval: "WEEK", billingIntervalCount: 1 });

/** A gateway whose first payment is on its way, as a bank debit is, while it says so; all others are normal. */
function slowGateway() {
  const it: { says: "pending" | "paid" | "nothing"; key?: string; asked?: ChargeParameters } = {
    says: "pending",
  };
  const open = openWithFaults((gateway) => ({
    async charge(ref, key, parameters) {
      if (it.key !== undefined && it.key !== key) return gateway.charge(ref, key, parameters);
      it.key = key;
      it.asked = parameters;
      return { kind: "pending" };
    },
    async lookUp(ref, key) {
      if (it.key !== key || !it.asked) return gateway.lookUp(ref, key);
      if (it.says === "nothing") throw new Error("the gateway is away");
      return it.says === "paid" ? gateway.charge(ref, key, it.asked) : { kind: "pending" };
    },
  }));
  return { it, open };
}

/** Runs at the billing hour of each day, and when the first look-ups are due. */
async function runDaily(days: number[], open: OpenGateway): Promise<void> {
  for (const day of days) {
    await runAt(shop, daysAfterDue(day), { open });
    for (const hours of day === 0 ? [0.1, 1.2] : []) await runAt(shop, daysAfterDue(0, hours), { open });
  }
}
const daysFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

test("while a bank debit is on its way for days the next order is charged, and the first is paid when it arrives", async () => {
  const contract = await billedWeekly();
  const { it, open } = slowGateway();
  await runDaily(daysFrom(0, 8), open);
  const plan = await listPlan(contract);
  expect(plan.slice(0, 3)).toEqual([
    "PROCESSING 2026-03-31T07:00",
    "SUCCESS 2026-04-07T07:00",
    "QUEUED 2026-04-14T07:00",
  ]);
  expect((await listOrdersOf(shop.id)).map(({ paidAt }) => paidAt)).toEqual([daysAfterDue(7)]);
  await runDaily(daysFrom(9, 11), open);
  it.says = "paid";
  await runDaily([12], open);
  expect((await listOrdersOf(shop.id)).map(({ paidAt }) => paidAt)).toEqual([
    daysAfterDue(7),
    daysAfterDue(12),
  ]);
  expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 1 });
  expect(await readContractRow(contract)).toMatchObject({
    status: "ACTIVE",
    nextBillingDate: at("2026-04-14T07:00:00Z"),
  });
  await runDaily([13, 14], open);
  expect(await listOrdersOf(shop.id)).toHaveLength(3);
  expect(await findDisagreements(shop.id)).toEqual([]);
});

test("a look-up that is not answered leaves a payment on its way: it is looked up as before", async () => {
  const contract = await billedWeekly();
  const { it, open } = slowGateway();
  await runDaily(daysFrom(0, 8), open);
  it.says = "nothing";
  await runDaily([9, 10], open);
  expect(await firstOrderOf(contract)).toMatchObject({ status: "PROCESSING", nextStep: "LOOK" });
  it.says = "paid";
  await runDaily([11, 12], open);
  expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS" });
});

test("a payment on its way for thirty days is left to a person, and later orders are charged", async () => {
  const contract = await billedWeekly();
  const { open } = slowGateway();
  await runDaily(daysFrom(0, 36), open);
  expect(await firstOrderOf(contract)).toMatchObject({ status: "UNKNOWN", nextStep: null });
  expect((await listTriesOf(shop.id))[0]).toMatchObject({ state: "UNKNOWN" });
  expect(await listOrdersOf(shop.id)).toHaveLength(5);
});
