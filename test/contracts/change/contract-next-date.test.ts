import { beforeEach, describe, expect, test } from "vitest";
import { nextDate } from "~/features/contracts/operations/orders/next-date.server";
import {
  listPlan,
  listRecordedChanges,
  readAttempts,
  readContractRow,
} from "../../support/data/contract-plan";
import { createTestShop, insertContract, type TestShop } from "../../support/data/factories";
import { at, type Contract, merchant, monthly, PLAN } from "../../support/data/monthly-contract";
import { resetDatabase } from "../../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ timeZone: "Europe/Berlin" });
});

const setDate = (contract: Contract, date: string, caller = merchant(shop)) =>
  nextDate.run(caller, { contractId: contract.subscriptionContractId, nextBillingDate: at(date) });

describe("the next date", () => {
  test("moves the first order there and the others behind it, with their ids", async () => {
    const contract = await monthly(shop);
    const ids = (await readAttempts(contract)).map(({ id }) => id);
    await setDate(contract, "2026-04-10T06:00:00Z");
    expect(await listPlan(contract)).toEqual([
      "QUEUED 2026-04-10T06:00",
      "QUEUED 2026-05-10T06:00",
      "QUEUED 2026-06-10T06:00",
    ]);
    expect((await readAttempts(contract)).map(({ id }) => id)).toEqual(ids);
    expect(await readContractRow(contract)).toMatchObject({ nextBillingDate: at("2026-04-10T06:00:00Z") });
    expect((await listRecordedChanges(contract)).events).toMatchObject([{ type: "next-order-date-changed" }]);
  });

  test("onto a skipped order: that one is wanted after all", async () => {
    const contract = await monthly(shop, {
      attempts: [{ status: "SKIPPED", billingDate: at("2026-03-31T07:00:00Z") }],
    });
    await setDate(contract, "2026-03-31T07:00:00Z");
    expect(await listPlan(contract)).toEqual([...PLAN, "QUEUED 2026-06-30T07:00"]);
  });

  test("of the same instant changes nothing", async () => {
    const contract = await monthly(shop);
    expect(await setDate(contract, "2026-03-31T07:00:00Z")).toMatchObject({ isChanged: false });
  });

  test.each([
    ["2026-03-02T12:00:00Z", "too_soon", "Use a future date."],
    ["2036-03-03T12:00:00Z", "too_far", "Use a date within 10 years."],
    ["2026-12-01T12:00:00Z", "after_end", "The contract ends before that date."],
  ])("%s is refused as %s", async (date, code, detail) => {
    const contract = await monthly(shop, { endsAt: at("2026-11-30T12:00:00Z") });
    await expect(setDate(contract, date)).rejects.toMatchObject({
      code: "invalid_request",
      extra: { errors: [{ parameter: "nextBillingDate", code, detail }] },
    });
  });

  test("on which an order has been made, or of a contract that is paused: a conflict", async () => {
    const made = await monthly(shop, {
      attempts: [{ status: "SUCCESS", billingDate: at("2026-03-20T07:00:00Z"), orderId: 7 }],
    });
    await expect(setDate(made, "2026-03-20T07:00:00Z")).rejects.toMatchObject({ code: "conflict" });
    const paused = await insertContract(shop.id, { status: "PAUSED" });
    await expect(setDate(paused, "2026-04-20T07:00:00Z")).rejects.toMatchObject({ code: "conflict" });
  });
});
