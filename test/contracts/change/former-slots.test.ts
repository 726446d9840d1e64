import { expect, test } from "vitest";
import type { Cadence } from "~/features/contracts/change/billing-interval";
import { nextDate } from "~/features/contracts/operations/orders/next-date.server";
import { billingInterval } from "~/features/contracts/operations/terms/billing-interval.server";
import { changeUndo } from "~/features/contracts/operations/undo-change.server";
import { topUpAttempts } from "~/features/order-schedule/billing-attempts.service.server";
import { db } from "~db/client.server";
import { listPlan, readAttempts } from "../../support/data/contract-plan";
import type { ContractOverrides } from "../../support/data/factories";
import { at, type Contract, merchant, monthly, pay, setStatus } from "../../support/data/monthly-contract";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";

/** An order that was moved alone stands for another date. In a new plan that date is free. */

const shop = shopOfEachTest({ timeZone: "Europe/Berlin" });
const staff = () => {
  const caller = merchant(shop);
  return {
    ...caller,
    audit: { ...caller.audit, actor: { type: "staff" as const, id: null, name: "Staff" } },
  };
};

const PAID = { status: "SUCCESS", billingDate: at("2026-01-31T08:00:00Z"), orderId: 900 } as const;
/** Moved to 28 February from 28 March. */
const MOVED = { billingDate: at("2026-02-28T08:00:00Z"), slot: at("2026-03-28T08:00:00Z") };
type Moved = NonNullable<ContractOverrides["attempts"]>[number];

/** Paid in January, with an order that has been moved; the next one is on 28 April. */
const withMoved = (moved: Moved, overrides: ContractOverrides = {}): Promise<Contract> =>
  monthly(shop, {
    nextBillingDate: at("2026-04-28T07:00:00Z"),
    attempts: [PAID, { ...MOVED, ...moved }],
    ...overrides,
  });

const every = (contract: Contract, interval: Cadence["interval"], intervalCount = 1) =>
  billingInterval.run(staff(), { contractId: contract.subscriptionContractId, interval, intervalCount });
const goOn = (contract: Contract, day: string) =>
  topUpAttempts(db, shop.shop, [contract.id], at(`${day}T12:00:00Z`));
const planned = async (contract: Contract) =>
  (await listPlan(contract)).filter((order) => order.startsWith("QUEUED"));
const slotOf = async (contract: Contract) =>
  (await readAttempts(contract)).find(({ billingDate }) => +billingDate === +MOVED.billingDate)?.slot;

test.each([
  ["SUCCESS", MOVED.slot],
  ["SKIPPED", MOVED.slot],
  ["FAILURE", at("2026-06-28T07:00:00Z")],
] as const)(
  "by a new frequency the date for which an order stood in the former plan is free, and so are those before it: %s",
  async (status, slot) => {
    const contract = await withMoved({ status, slot });
    await every(contract, "WEEK");
    await goOn(contract, "2026-03-07");
    await goOn(contract, "2026-03-14");
    expect(await planned(contract)).toEqual([
      "QUEUED 2026-03-07T08:00",
      "QUEUED 2026-03-14T08:00",
      "QUEUED 2026-03-21T08:00",
      "QUEUED 2026-03-28T08:00",
      "QUEUED 2026-04-04T07:00",
    ]);
  },
);

test("a failed contract that is reactivated after a new frequency has orders on such dates, too", async () => {
  const contract = await withMoved(
    { status: "FAILURE" },
    { status: "FAILED", nextBillingDate: at("2026-02-28T08:00:00Z") },
  );
  await every(contract, "WEEK");
  await setStatus(shop, contract, "ACTIVE");
  await goOn(contract, "2026-03-14");
  expect(await planned(contract)).toContain("QUEUED 2026-03-28T08:00");
});

test("staff's undo of a new frequency gives the order its date in the plan back: it gets no other order", async () => {
  const contract = await withMoved({ status: "SKIPPED" });
  const before = await readAttempts(contract);
  await every(contract, "WEEK");
  expect(await slotOf(contract)).toBeNull();
  await changeUndo.run(staff(), { contractId: contract.subscriptionContractId });
  expect(await readAttempts(contract)).toEqual(before);
});

test("so does a customer's undo of a new next date", async () => {
  const contract = await withMoved({ status: "SKIPPED" });
  const contractId = contract.subscriptionContractId;
  await nextDate.run(merchant(shop), { contractId, day: "2026-04-20" });
  expect(await slotOf(contract)).toBeNull();
  const countedFrom = at("2026-02-28T08:00:00Z");
  await nextDate.run(merchant(shop), { contractId, day: "2026-03-10", countedFrom });
  expect(await slotOf(contract)).toEqual(MOVED.slot);
  expect(await planned(contract)).toEqual([
    "QUEUED 2026-03-10T08:00",
    "QUEUED 2026-04-28T07:00",
    "QUEUED 2026-05-28T07:00",
  ]);
});

test("an order that is made before its day frees them, too: the plan counts from that day, and none is left out", async () => {
  const contract = await monthly(shop, {
    billingInterval: "WEEK",
    nextBillingDate: at("2026-05-31T07:00:00Z"),
    attempts: [
      { ...MOVED, status: "SKIPPED" },
      ...["2026-05-31", "2026-06-07", "2026-06-14"].map((day) => ({ billingDate: at(`${day}T07:00:00Z`) })),
    ],
  });
  await pay(shop, contract, 1, at("2026-03-14T12:00:00Z"));
  expect(await slotOf(contract)).toBeNull();
  expect(await planned(contract)).toEqual([
    "QUEUED 2026-03-21T08:00",
    "QUEUED 2026-03-28T08:00",
    "QUEUED 2026-04-04T07:00",
  ]);
});
