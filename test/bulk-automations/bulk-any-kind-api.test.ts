import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { createBulkAutomation } from "~/features/bulk-automations/api/new-automation.endpoints.server";
import { undoAutomation } from "~/features/bulk-automations/tasks/automations.service.server";
import { discountAddition } from "~/features/contracts/operations/discounts/add-discount.server";
import { discountApplication } from "~/features/contracts/operations/discounts/apply-discount.server";
import { contractSplit } from "~/features/contracts/operations/lines/split-contract.server";
import { db } from "~db/client.server";
import { contractDiscounts, contractLines, contracts } from "~db/schema/contracts";
import { discountCodes } from "~db/schema/discount-codes";
import { billedMonthly, createTestGatewayShop, DUE, runAt } from "../support/calls/billing";
import { BULK_PATH } from "../support/calls/bulk-api";
import { apply, insertCode, readCode } from "../support/calls/discounts";
import { askJson } from "../support/calls/json-endpoints";
import { insertCatalogue } from "../support/data/catalogue";
import { createTestShop, insertContract, NOW, type TestShop, testAudit } from "../support/data/factories";
import { readTask, run } from "../support/data/many/bulk";
import { resetDatabase } from "../support/setup/database";

const starter = { audit: testAudit(), staffId: null };
let shop: TestShop;
beforeAll(async () => {
  await resetDatabase();
  shop = await createTestShop({ timeZone: "Europe/Berlin" });
  await insertCatalogue(shop.id, {
    products: [
      {
        id: 71,
        title: "Coffee",
        variants: [
          { id: 501, price: "14.50" },
          { id: 502, price: "1" },
        ],
      },
    ],
  });
  const other = await createTestShop();
  await insertCatalogue(other.id, {
    products: [{ id: 91, variants: [{ id: 900 }] }],
    groups: [{ plans: [{ id: 901 }] }],
  });
});

const call = (body: Record<string, unknown>, key = shop.writeKey) =>
  askJson(createBulkAutomation, BULK_PATH, {
    method: "POST",
    key,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

async function start(kind: string, parameters: Record<string, unknown>, ids?: number[]): Promise<number> {
  const scope = ids ? { subscriptionIds: ids.join() } : { allSubscriptions: true };
  const response = await call({ kind, parameters, ...scope });
  const record = await response.json();
  expect({ status: response.status, record }).toMatchObject({
    status: 201,
    record: { kind, status: "PLANNING" },
  });
  expect(response.headers.get("Location")).toMatch(new RegExp(`${BULK_PATH}/${record.id}$`));
  await run(shop.id, record.id);
  return record.id;
}

async function refuse(body: Record<string, unknown>): Promise<string[]> {
  const response = await call(body);
  expect(response.status).toBe(400);
  const { errors } = await response.json();
  return errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`).sort();
}

test("everything wrong with a call is named at once, and what another shop has is unknown", async () => {
  expect(await refuse({ kind: "LINE_PRIZE", parameters: {} })).toEqual([
    "/kind invalid_value",
    "/subscriptionIds required",
  ]);
  expect(
    await refuse({
      kind: "LINE_PRICE",
      parameters: { variantId: 900, percent: "5000", price: 3 },
      subscriptionIds: "x",
    }),
  ).toEqual([
    "/parameters/percent out_of_range",
    "/parameters/price unknown_field",
    "/parameters/variantId unknown_variant",
    "/subscriptionIds invalid_id",
  ]);
  const all = { allSubscriptions: true };
  expect(
    await refuse({ kind: "VARIANT_SWAP", parameters: { oldVariantId: 900, newVariantId: 900 }, ...all }),
  ).toEqual([
    "/parameters/newVariantId same",
    "/parameters/newVariantId unknown_variant",
    "/parameters/oldVariantId unknown_variant",
  ]);
  expect(await refuse({ kind: "SELLING_PLAN", parameters: { sellingPlanId: 901 }, ...all })).toEqual([
    "/parameters/sellingPlanId unknown_plan",
  ]);
  expect(await refuse({ kind: "NEXT_DATE", parameters: { days: 0 }, ...all })).toEqual([
    "/parameters/days invalid_value",
  ]);
  expect(
    await refuse({ kind: "DISCOUNT_ADDITION", parameters: { title: "X", percentage: "101" }, ...all }),
  ).toEqual(["/parameters/percentage out_of_range"]);
  // Violations of a kind's rules and unknown catalogue ids are reported together with malformed fields.
  expect(
    await refuse({ kind: "DISCOUNT_ADDITION", parameters: { title: " ", percentage: "101" }, ...all }),
  ).toEqual(["/parameters/percentage out_of_range", "/parameters/title too_small"]);
  expect(await refuse({ kind: "LINE_PRICE", parameters: { variantId: 900, percent: "x" }, ...all })).toEqual([
    "/parameters/percent invalid_format",
    "/parameters/variantId unknown_variant",
  ]);
  expect(await refuse({ kind: "LINE_PRICE", parameters: { percent: "5000", names: {} }, ...all })).toEqual([
    "/parameters/names unknown_field",
    "/parameters/percent out_of_range",
    "/parameters/variantId invalid_type",
  ]);
  expect(await refuse({ kind: "VARIANT_SWAP", parameters: { newVariantId: 900 }, ...all })).toEqual([
    "/parameters/newVariantId unknown_variant",
    "/parameters/oldVariantId invalid_type",
  ]);
  // So are errors inside the parameters together with a malformed scope.
  expect(
    await refuse({
      kind: "DISCOUNT_ADDITION",
      parameters: { title: "", percentage: "101" },
      allSubscriptions: "yes",
      subscriptionIds: 5,
    }),
  ).toEqual([
    "/allSubscriptions invalid_type",
    "/parameters/percentage out_of_range",
    "/parameters/title too_small",
    "/subscriptionIds invalid_type",
  ]);
  // The errors are those of the form that fits best.
  expect(
    await refuse({
      kind: "DISCOUNT_ADDITION",
      parameters: { percentage: "x", recurringCycleLimit: 0 },
      ...all,
    }),
  ).toEqual([
    "/parameters/percentage invalid_format",
    "/parameters/recurringCycleLimit too_small",
    "/parameters/title invalid_type",
  ]);
  // Enum values are taken in any case (docs/wire.md §1).
  expect(await refuse({ kind: "contract_status", parameters: { status: "gone" } })).toEqual([
    "/parameters/status invalid_value",
    "/subscriptionIds required",
  ]);
  expect(await refuse({ kind: "Contract_Status", parameters: { status: "paused" } })).toEqual([
    "/subscriptionIds required",
  ]);
  expect(await refuse({ kind: "DISCOUNT_REMOVAL", parameters: { title: " " }, ...all })).toEqual([
    "/parameters/title too_small",
  ]);
});

test("a raise keeps what a plan takes off, now and later; what would cost too much is left as it is", async () => {
  const line = {
    variantId: 501,
    currentPrice: "8.00",
    basePrice: "10.00",
    laterPrice: "9.50",
    laterAfterCycle: 3,
  };
  const planned = await insertContract(shop.id, { lines: [line] });
  const dear = await insertContract(shop.id, { lines: [{ variantId: 501, currentPrice: "999999.00" }] });
  const cancelled = await insertContract(shop.id, { lines: [line], status: "CANCELLED" });
  const foreign = await insertContract(shop.id, { lines: [line], currencyCode: "EUR" });
  const ids = [planned, dear, cancelled, foreign].map(({ subscriptionContractId }) => subscriptionContractId);
  const id = await start("LINE_PRICE", { variantId: 501, percent: "5" }, ids);
  const { items, summary } = await readTask(shop.id, id);
  expect(items.map(({ reason }) => reason)).toEqual([
    null,
    "OUT_OF_RANGE",
    "CONTRACT_CANCELLED",
    "OTHER_CURRENCY",
  ]);
  expect(summary).toMatchObject({ before: "8.0000", after: "8.4000" });
  const [raised] = await db.select().from(contractLines).where(eq(contractLines.contractId, planned.id));
  expect(raised).toMatchObject({
    currentPrice: "8.4000",
    basePrice: "10.5000",
    laterPrice: "9.9800",
    laterAfterCycle: 3,
  });
});

test("the use of a code that is taken off is given back, and taken again by the undo", async () => {
  await db.insert(discountCodes).values({
    shopId: shop.id,
    code: "WELCOME",
    valueType: "PERCENTAGE",
    value: "10",
    useLimit: 1,
    isOncePerCustomer: false,
    isActive: true,
    createdAt: NOW,
    updatedAt: NOW,
  });
  const contract = await insertContract(shop.id);
  const contractId = contract.subscriptionContractId;
  const caller = { shop: { id: shop.id, timeZone: "UTC" }, customerId: null, audit: testAudit() };
  await discountApplication.run(caller, { contractId, discountCode: "WELCOME" });
  const readUses = async () => (await db.select().from(discountCodes))[0]?.uses;
  expect(await readUses()).toBe(1);
  const id = await start("DISCOUNT_REMOVAL", { title: "welcome" }, [contractId]);
  expect([await readUses(), await db.$count(contractDiscounts)]).toEqual([0, 0]);
  const undo = await undoAutomation(shop.id, id, starter);
  await run(shop.id, undo.id);
  expect([await readUses(), await db.$count(contractDiscounts)]).toEqual([1, 1]);

  // Somebody else gets the only use in the meantime: this contract fails with that reason.
  const again = await start("DISCOUNT_REMOVAL", { title: "welcome" }, [contractId]);
  const friend = await insertContract(shop.id);
  await discountApplication.run(caller, {
    contractId: friend.subscriptionContractId,
    discountCode: "WELCOME",
  });
  const second = await undoAutomation(shop.id, again, starter);
  await run(shop.id, second.id);
  expect(await readTask(shop.id, second.id)).toMatchObject({ succeeded: 0, failed: 1 });
  expect([await readUses(), await db.$count(contractDiscounts)]).toEqual([1, 1]);
});

test("the use of a code stays while an order with it may still be paid, and the undo takes no second one", async () => {
  const paying = await createTestGatewayShop();
  const contract = await billedMonthly(paying, { lastDigits: "3155" });
  const code = await insertCode(paying.id, { isOncePerCustomer: true });
  expect((await apply(paying, contract, code)).status).toBe(200);
  await runAt(paying, DUE);
  const scope = { subscriptionIds: String(contract.subscriptionContractId) };
  const response = await call(
    { kind: "DISCOUNT_REMOVAL", parameters: { title: code }, ...scope },
    paying.writeKey,
  );
  const { id } = await response.json();
  await run(paying.id, id);
  expect(await readTask(paying.id, id)).toMatchObject({ succeeded: 1 });
  expect(await readCode(code)).toMatchObject({ uses: 1 });
  const undo = await undoAutomation(paying.id, id, starter);
  await run(paying.id, undo.id);
  expect(await readTask(paying.id, undo.id)).toMatchObject({ succeeded: 1, failed: 0 });
  expect(await readCode(code)).toMatchObject({ uses: 1 });
});

test("undoing a removal from both halves of a split contract takes the one use again that they shared", async () => {
  const contract = await insertContract(shop.id, { lines: [{}, {}] });
  const code = await insertCode(shop.id, { isOncePerCustomer: true });
  expect((await apply(shop, contract, code)).status).toBe(200);
  const caller = { shop: shop.shop, customerId: null, audit: testAudit() };
  const { subscriptionContractId: contractId, customerId } = contract;
  const lineIds = contract.lines.slice(1).map(({ id }) => id);
  await contractSplit.run(caller, { contractId, lineIds, isMove: true, isBilledNow: false });
  const halves = await db.select().from(contracts).where(eq(contracts.customerId, customerId));
  const ids = halves.map(({ subscriptionContractId }) => subscriptionContractId);
  const removal = await start("DISCOUNT_REMOVAL", { title: code }, ids);
  const undo = await undoAutomation(shop.id, removal, starter);
  await run(shop.id, undo.id);
  expect(await readTask(shop.id, undo.id)).toMatchObject({ succeeded: 2, failed: 0 });
  expect(await readCode(code)).toMatchObject({ uses: 1 });
});

test.each([
  ["by its code", "again10", "AGAIN10"],
  ["by its title", "Ten off", "AGAIN11"],
])(
  "a discount taken off %s that the contract has got again meanwhile is a conflict of the undo, not given twice",
  async (_, removed, code) => {
    await insertCode(shop.id, { code });
    const discount = { title: "Ten off", code, valueType: "PERCENTAGE", value: "10" } as const;
    const contract = await insertContract(shop.id, { discounts: [discount] });
    const contractId = contract.subscriptionContractId;
    const untouched = await insertContract(shop.id, { discounts: [discount] });
    const ids = [contractId, untouched.subscriptionContractId];
    const caller = { shop: { id: shop.id, timeZone: "UTC" }, customerId: null, audit: testAudit() };
    const readCodes = async ({ id }: typeof contract) =>
      (await db.select().from(contractDiscounts).where(eq(contractDiscounts.contractId, id))).map(
        (row) => row.code,
      );
    const removal = await start("DISCOUNT_REMOVAL", { title: removed }, ids);
    expect(await readCodes(contract)).toEqual([]);
    await discountApplication.run(caller, { contractId, discountCode: code });
    const undo = await undoAutomation(shop.id, removal, starter);
    await run(shop.id, undo.id);
    const { items } = await readTask(shop.id, undo.id);
    expect(items.map(({ reason }) => reason)).toEqual(["CONFLICT", null]);
    expect(await readCodes(contract)).toEqual([code]);
    expect(await readCodes(untouched)).toEqual([code]);

    // The restored discount can be removed again, whatever else has that title by now.
    await discountAddition.run(caller, {
      contractId: untouched.subscriptionContractId,
      title: "Ten off",
      valueType: "PERCENTAGE",
      value: "5",
      recurringCycleLimit: null,
      appliesOnEachItem: false,
    });
    const redo = await undoAutomation(shop.id, undo.id, starter);
    await run(shop.id, redo.id);
    expect(await readCodes(untouched)).toEqual([null]);
  },
);

test("dates move by days of the shop's calendar, over the change of the clocks; those that would be past stay", async () => {
  // Nine in the morning in Berlin, before and after the night of 29 March.
  const soon = await insertContract(shop.id, { nextBillingDate: new Date("2026-03-03T08:00:00Z") });
  const later = await insertContract(shop.id, { nextBillingDate: new Date("2026-03-31T07:00:00Z") });
  const ended = await insertContract(shop.id, { status: "PAUSED" });
  const ids = [soon, later, ended].map(({ subscriptionContractId }) => subscriptionContractId);
  const id = await start("NEXT_DATE", { days: -3 }, ids);
  const { items } = await readTask(shop.id, id);
  expect(items.map(({ reason }) => reason)).toEqual(["TOO_SOON", null, "NOT_ACTIVE"]);
  const [row] = await db.select().from(contracts).where(eq(contracts.id, later.id));
  expect(row?.nextBillingDate).toEqual(new Date("2026-03-28T08:00:00Z"));
});
