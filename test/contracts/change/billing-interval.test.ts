import { describe, expect, test } from "vitest";
import { loader as readRoute } from "~/api/contract-external.portal";
import { action as merchantRoute } from "~/api/update-billing-interval";
import { action as portalRoute } from "~/api/update-billing-interval.portal";
import type { Cadence } from "~/features/contracts/change/billing-interval";
import { recordOrderPaid } from "~/features/contracts/change/outcome/order-outcome.service.server";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { billingInterval } from "~/features/contracts/operations/terms/billing-interval.server";
import { rawContract } from "~/features/contracts/record/raw-contract";
import { topUpAttempts } from "~/features/order-schedule/billing-attempts.service.server";
import { db } from "~db/client.server";
import { asCustomer } from "../../support/calls/portal";
import {
  listPlan,
  listRecordedChanges,
  readAttempts,
  readContractRow,
} from "../../support/data/contract-plan";
import { type ContractOverrides, insertContract, NOW, testAudit } from "../../support/data/factories";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";

const shop = shopOfEachTest({ timeZone: "Europe/Berlin" });

const at = (text: string): Date => new Date(text);
type Contract = Awaited<ReturnType<typeof insertContract>>;

async function planned(overrides: ContractOverrides = {}): Promise<Contract> {
  const contract = await insertContract(shop.id, {
    nextBillingDate: at("2026-03-31T07:00:00Z"),
    ...overrides,
  });
  await topUpAttempts(db, shop.shop, [contract.id], NOW);
  return contract;
}
/** Paid on 28 February, for its 31st day. */
const paid = (overrides: ContractOverrides = {}) =>
  planned({
    scheduleAnchor: at("2025-12-31T08:00:00Z"),
    attempts: [{ status: "SUCCESS", billingDate: at("2026-02-28T08:00:00Z"), orderId: 901 }],
    ...overrides,
  });

const change = (contract: Contract, interval: Cadence["interval"], intervalCount: number, now = NOW) =>
  billingInterval.run(
    { shop: shop.shop, customerId: null, audit: testAudit(now) },
    { contractId: contract.subscriptionContractId, interval, intervalCount },
  );
const upcoming = async (contract: Contract) =>
  (await listPlan(contract)).filter((order) => !order.startsWith("SUCCESS"));

describe("the next date", () => {
  test("of a contract without a paid order stays, and the new interval counts from it", async () => {
    const contract = await planned();
    await change(contract, "WEEK", 2);
    expect(await upcoming(contract)).toEqual([
      "QUEUED 2026-03-31T07:00",
      "QUEUED 2026-04-14T07:00",
      "QUEUED 2026-04-28T07:00",
    ]);
  });

  test("that has passed without an order is not kept", async () => {
    const contract = await planned({ nextBillingDate: at("2026-03-01T08:00:00Z") });
    await change(contract, "WEEK", 1);
    expect((await upcoming(contract))[0]).toBe("QUEUED 2026-03-08T08:00");
  });

  test("counts from the last paid order, on the anchor's day and the same local time", async () => {
    const contract = await paid();
    const ids = (await readAttempts(contract)).map(({ id }) => id);
    await change(contract, "MONTH", 2);
    expect(await upcoming(contract)).toEqual([
      "QUEUED 2026-04-30T07:00",
      "QUEUED 2026-06-30T07:00",
      "QUEUED 2026-08-31T07:00",
    ]);
    expect((await readAttempts(contract)).map(({ id }) => id)).toEqual(ids);
    expect(await readContractRow(contract)).toMatchObject({
      billingInterval: "MONTH",
      billingIntervalCount: 2,
      deliveryIntervalCount: 2,
      nextBillingDate: at("2026-04-30T07:00:00Z"),
    });
  });

  test("counts from the day an order was taken early, not from the slot it then had no more", async () => {
    const contract = await planned({
      billingInterval: "YEAR",
      nextBillingDate: at("2026-12-01T08:00:00Z"),
    });
    const [next] = await readAttempts(contract);
    const taken = { shop: shop.shop, attemptId: next?.id ?? 0, audit: testAudit(NOW) };
    await recordOrderPaid(taken, async () => ({ orderId: 902, orderName: "#902" }));
    await change(contract, "MONTH", 1, at("2026-03-03T08:00:00Z"));
    expect(await upcoming(contract)).toEqual([
      "QUEUED 2026-04-02T07:00",
      "QUEUED 2026-05-02T07:00",
      "QUEUED 2026-06-02T07:00",
    ]);
    // Nor does that slot hide the orders paid since.
    const [second] = (await readAttempts(contract)).filter(({ status }) => status === "QUEUED");
    const paidLater = { ...taken, attemptId: second?.id ?? 0, audit: testAudit(at("2026-04-02T07:00:00Z")) };
    await recordOrderPaid(paidLater, async () => ({ orderId: 903, orderName: "#903" }));
    await change(contract, "MONTH", 2, at("2026-04-03T08:00:00Z"));
    expect((await upcoming(contract))[0]).toBe("QUEUED 2026-06-02T07:00");
  });

  test("may be the date that an order stood for which was moved before it, since that was one of the former plan", async () => {
    const contract = await planned({
      billingInterval: "WEEK",
      billingIntervalCount: 2,
      nextBillingDate: at("2026-03-22T08:00:00Z"),
      attempts: [
        {
          ...{ status: "SUCCESS", orderId: 901 },
          ...{ billingDate: at("2026-03-01T08:00:00Z"), slot: at("2026-03-08T08:00:00Z") },
        },
      ],
    });
    await change(contract, "WEEK", 1);
    expect((await upcoming(contract))[0]).toBe("QUEUED 2026-03-08T08:00");
  });

  test("is the first such step more than 24 h ahead", async () => {
    const contract = await paid();
    // Steps: 1 March 08:00, 2 March 08:00, 3 March 08:00, 4 March 08:00 …
    await change(contract, "DAY", 1);
    expect((await upcoming(contract))[0]).toBe("QUEUED 2026-03-04T08:00");
    const other = await paid();
    await change(other, "DAY", 1, at("2026-03-03T08:00:00Z"));
    expect((await upcoming(other))[0]).toBe("QUEUED 2026-03-05T08:00");
  });

  test("counts from the order the contract was bought with, unless a trial is running", async () => {
    const bought = await planned({ originOrderId: 900, createdAt: at("2026-02-28T08:00:00Z") });
    await change(bought, "WEEK", 1);
    expect((await upcoming(bought))[0]).toBe("QUEUED 2026-03-07T08:00");
    const trial = await planned({ originOrderId: 900, billingDateAfterTrial: at("2026-03-31T07:00:00Z") });
    await change(trial, "WEEK", 1);
    expect((await upcoming(trial))[0]).toBe("QUEUED 2026-03-31T07:00");
  });

  test("back and forth, the 31st is not lost", async () => {
    const contract = await paid();
    await change(contract, "MONTH", 2);
    await change(contract, "MONTH", 1);
    expect(await upcoming(contract)).toEqual([
      "QUEUED 2026-03-31T07:00",
      "QUEUED 2026-04-30T07:00",
      "QUEUED 2026-05-31T07:00",
    ]);
  });

  test("a skipped order keeps its date and mark, and the plan goes on around it", async () => {
    const contract = await paid({
      attempts: [
        { status: "SUCCESS", billingDate: at("2026-02-28T08:00:00Z"), orderId: 901 },
        { status: "SKIPPED", billingDate: at("2026-06-30T07:00:00Z") },
      ],
    });
    await change(contract, "WEEK", 1);
    expect(await upcoming(contract)).toEqual([
      "QUEUED 2026-03-07T08:00",
      "QUEUED 2026-03-14T08:00",
      "QUEUED 2026-03-21T08:00",
      "SKIPPED 2026-06-30T07:00",
    ]);
    await topUpAttempts(db, shop.shop, [contract.id], at("2026-03-22T00:00:00Z"));
    expect((await upcoming(contract)).slice(3, 6)).toEqual([
      "QUEUED 2026-03-28T08:00",
      "QUEUED 2026-04-04T07:00",
      "QUEUED 2026-04-11T07:00",
    ]);
  });

  test("a paused contract's parked orders take the new interval when it resumes", async () => {
    const contract = await paid();
    const caller = { shop: shop.shop, customerId: null, audit: testAudit() };
    const contractId = contract.subscriptionContractId;
    await contractStatus.run(caller, { contractId, status: "PAUSED" });
    await change(contract, "WEEK", 1);
    expect((await upcoming(contract)).every((order) => order.startsWith("PARKED"))).toBe(true);
    await contractStatus.run(caller, { contractId, status: "ACTIVE" });
    expect(await upcoming(contract)).toEqual([
      "QUEUED 2026-03-07T08:00",
      "QUEUED 2026-03-14T08:00",
      "QUEUED 2026-03-21T08:00",
    ]);
  });

  test("orders for which no slot is left before the end are called off; with none at all it is refused", async () => {
    const contract = await paid({ endsAt: at("2026-06-15T00:00:00Z") });
    await change(contract, "MONTH", 3);
    expect((await upcoming(contract)).filter((order) => order.startsWith("QUEUED"))).toEqual([
      "QUEUED 2026-05-31T07:00",
    ]);
    await expect(change(contract, "YEAR", 1)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("policies", () => {
  test("anchors are honoured in the same unit, and go with it", async () => {
    const contract = await paid({
      billingAnchors: [{ day: 15, month: null, cutoffDay: null }],
      scheduleAnchor: at("2025-12-15T08:00:00Z"),
      attempts: [{ status: "SUCCESS", billingDate: at("2026-02-15T08:00:00Z"), orderId: 901 }],
      nextBillingDate: at("2026-03-15T08:00:00Z"),
    });
    await change(contract, "MONTH", 2);
    expect((await upcoming(contract))[0]).toBe("QUEUED 2026-04-15T07:00");
    expect((await readContractRow(contract)).billingAnchors).toHaveLength(1);
    await change(contract, "WEEK", 1);
    expect((await readContractRow(contract)).billingAnchors).toEqual([]);
  });

  test("a prepaid contract stays a whole multiple of its deliveries, which keep their interval", async () => {
    const contract = await paid({
      billingIntervalCount: 3,
      deliveryInterval: "MONTH",
      deliveryIntervalCount: 1,
    });
    await change(contract, "YEAR", 1);
    expect(await readContractRow(contract)).toMatchObject({
      billingInterval: "YEAR",
      deliveryInterval: "MONTH",
      deliveryIntervalCount: 1,
      planType: "PREPAID",
    });
    await expect(change(contract, "WEEK", 6)).rejects.toMatchObject({ code: "invalid_request" });
    const everyTwo = await paid({ billingIntervalCount: 4, deliveryIntervalCount: 2 });
    await expect(change(everyTwo, "MONTH", 3)).rejects.toMatchObject({
      extra: { errors: [{ parameter: "intervalCount", code: "not_a_multiple" }] },
    });
  });

  test("the change is recorded with the old and the new interval", async () => {
    const contract = await planned();
    await change(contract, "MONTH", 3);
    const { events, activity } = await listRecordedChanges(contract);
    expect(events).toMatchObject([
      { type: "billing-interval-changed", changedFields: expect.arrayContaining(["billingIntervalCount"]) },
    ]);
    expect(activity).toMatchObject([
      {
        action: "contract.interval_changed",
        before: { billingIntervalCount: 1, deliveryIntervalCount: 1 },
        after: { billingIntervalCount: 3, deliveryIntervalCount: 3 },
      },
    ]);
  });

  test.each([
    [{ status: "CANCELLED" as const }, "YEAR", 1, "conflict"],
    [{ status: "EXPIRED" as const }, "YEAR", 1, "conflict"],
    [{}, "MONTH", 1, "conflict"],
    [{}, "MONTH", 121, "invalid_request"],
    [{}, "YEAR", 11, "invalid_request"],
    [{}, "WEEK", 522, "invalid_request"],
  ] as const)("%o to %s × %s is refused: %s %s", async (overrides, interval, count, code) => {
    const contract = await insertContract(shop.id, overrides);
    await expect(change(contract, interval, count)).rejects.toMatchObject({ code });
    expect((await listRecordedChanges(contract)).activity).toEqual([]);
  });
});

describe("the URLs", () => {
  const SEGMENT = "subscription-contracts-update-billing-interval";
  async function ask(route: typeof portalRoute, search: string, headers: Record<string, string>) {
    const request = new Request(`http://localhost/apps/memberships/cp/api/${SEGMENT}${search}`, {
      method: "PUT",
      headers,
    });
    const response = await route({ request, params: {}, context: {} });
    return { status: response.status, body: await response.json() };
  }

  test("customer and merchant are answered the same raw contract, as it is afterwards", async () => {
    const contract = await planned();
    const id = contract.subscriptionContractId;
    const headers = await asCustomer(shop, contract.customerId);
    const asked = await ask(portalRoute, `?contractId=${id}&interval=WEEK&intervalCount=3`, headers);
    expect(asked.status).toBe(200);
    const raw = rawContract.parse(asked.body);
    expect(raw.billingPolicy).toMatchObject({ interval: "WEEK", intervalCount: 3 });
    const request = new Request("http://localhost/x", { headers });
    const read = await readRoute({ request, params: { contractId: String(id) }, context: {} });
    expect(await read.json()).toEqual(raw);
    const merchant = await ask(merchantRoute, `?contractId=${id}&interval=WEEK&intervalCount=4`, {
      "X-API-Key": shop.writeKey,
    });
    expect(merchant.body.billingPolicy).toMatchObject({ intervalCount: 4 });
  });

  test("each caller only with its own credential", async () => {
    const contract = await planned();
    const search = `?contractId=${contract.subscriptionContractId}&interval=WEEK&intervalCount=3`;
    const headers = await asCustomer(shop, contract.customerId);
    expect((await ask(merchantRoute, search, headers)).status).toBe(401);
    expect((await ask(portalRoute, search, { "X-API-Key": shop.writeKey })).status).toBe(401);
    expect((await ask(merchantRoute, search, { "X-API-Key": shop.readKey })).status).toBe(403);
    const stranger = await insertContract(shop.id);
    const strange = await ask(portalRoute, search, await asCustomer(shop, stranger.customerId));
    expect(strange).toMatchObject({ status: 404, body: { detail: "There is no such contract." } });
  });

  test.each([
    ["", ["contractId missing", "interval missing", "intervalCount missing"]],
    [
      "?contractId=x&interval=$UNKNOWN&intervalCount=0",
      ["contractId invalid_id", "interval invalid_value", "intervalCount out_of_range"],
    ],
    [
      "?contractId=1&interval=month&intervalCount=1.5",
      ["interval invalid_value", "intervalCount out_of_range"],
    ],
  ])("%s names every offending parameter", async (search, wanted) => {
    const { status, body } = await ask(merchantRoute, search, { "X-API-Key": shop.writeKey });
    expect(status).toBe(400);
    expect(
      body.errors.map((error: { parameter: string; code: string }) => `${error.parameter} ${error.code}`),
    ).toEqual(wanted);
  });
});
