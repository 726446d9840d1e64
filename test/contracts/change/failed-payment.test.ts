import { describe, expect, test } from "vitest";
import {
  listPlan,
  listRecordedChanges,
  readAttempts,
  readContractRow,
} from "../../support/data/contract-plan";
import { at, fail, merchant, monthly, pay, setStatus } from "../../support/data/monthly-contract";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";

const shop = shopOfEachTest();

describe("a failed payment", () => {
  test("leaves the contract active and dunned; paid later, it is dunned no more", async () => {
    const contract = await monthly(shop);
    await fail(shop, contract);
    expect(await readContractRow(contract)).toMatchObject({
      status: "ACTIVE",
      lastPaymentStatus: "FAILED",
      dunning: true,
      nextBillingDate: at("2026-04-30T07:00:00Z"),
    });
    expect((await readAttempts(contract))[0]).toMatchObject({
      status: "FAILURE",
      errorCode: "card_declined",
      attemptCount: 1,
    });
    await pay(shop, contract, 0, at("2026-04-03T07:00:00Z"));
    expect((await readAttempts(contract))[0]).toMatchObject({
      status: "SUCCESS",
      attemptCount: 2,
      errorCode: null,
      errorMessage: null,
    });
    expect(await readContractRow(contract)).toMatchObject({ dunning: false, lastPaymentStatus: "SUCCEEDED" });
    expect((await listRecordedChanges(contract)).events.map(({ type }) => type)).toEqual([
      "billing-failure",
      "payment.failed",
      "dunning.started",
      "billing-success",
      "order.paid",
      "dunning.ended",
    ]);
  });

  test("given up fails the contract and parks its orders; paid after all, they come back in time", async () => {
    const contract = await monthly(shop);
    const ids = (await readAttempts(contract)).map(({ id }) => id);
    await fail(shop, contract, { end: "fail" });
    expect(await readContractRow(contract)).toMatchObject({
      status: "FAILED",
      dunning: false,
      nextBillingDate: null,
    });
    expect(await listPlan(contract)).toEqual([
      "FAILURE 2026-03-31T07:00",
      "PARKED 2026-04-30T07:00",
      "PARKED 2026-05-31T07:00",
    ]);
    await pay(shop, contract, 0, at("2026-05-01T00:00:00Z"));
    expect(await readContractRow(contract)).toMatchObject({
      status: "ACTIVE",
      nextBillingDate: at("2026-05-31T07:00:00Z"),
    });
    expect(await listPlan(contract)).toEqual([
      "SUCCESS 2026-03-31T07:00",
      "QUEUED 2026-05-31T07:00",
      "QUEUED 2026-06-30T07:00",
      "QUEUED 2026-07-31T07:00",
    ]);
    expect((await readAttempts(contract)).slice(1, 3).map(({ id }) => id)).toEqual(ids.slice(1));
    expect((await listRecordedChanges(contract)).events.map(({ type }) => type)).toEqual([
      "billing-failure",
      "payment.failed",
      "updated",
      "billing-success",
      "order.paid",
      "activated",
    ]);
  });
});

test.each([
  ["its first date", null],
  ["an older date", at("2025-12-31T07:00:00Z")],
])(
  "a contract that failed, was cancelled and starts again keeps the 31st of %s",
  async (_what, scheduleAnchor) => {
    const contract = await monthly(shop, { scheduleAnchor });
    await fail(shop, contract, { end: "fail" });
    await setStatus(shop, contract, "CANCELLED");
    await setStatus(shop, contract, "ACTIVE", merchant(shop, at("2026-04-10T00:00:00Z")));
    expect((await listPlan(contract)).slice(1)).toEqual([
      "QUEUED 2026-04-30T07:00",
      "QUEUED 2026-05-31T07:00",
      "QUEUED 2026-06-30T07:00",
    ]);
    const { nextBillingDate, scheduleAnchor: anchor } = await readContractRow(contract);
    expect([nextBillingDate, anchor]).toEqual([
      at("2026-04-30T07:00:00Z"),
      scheduleAnchor ?? at("2026-03-31T07:00:00Z"),
    ]);
  },
);
