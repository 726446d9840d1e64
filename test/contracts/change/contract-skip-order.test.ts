import { beforeEach, describe, expect, test } from "vitest";
import type { ContractCaller } from "~/features/contracts/change/contract-change.service.server";
import { orderReschedule } from "~/features/contracts/operations/orders/reschedule-order.server";
import { orderSkip } from "~/features/contracts/operations/orders/skip-order.server";
import { orderNote } from "~/features/contracts/operations/terms/notes.server";
import { getOrderPlace } from "~/features/order-schedule/order-place.service.server";
import { db } from "~db/client.server";
import { oneTimeProducts } from "~db/schema/one-time-products";
import {
  listPlan,
  listRecordedChanges,
  readAttempts,
  readContractRow,
} from "../../support/data/contract-plan";
import { createTestShop, insertCustomer, NOW, type TestShop } from "../../support/data/factories";
import {
  at,
  type Contract,
  customer,
  merchant,
  monthly,
  PLAN,
  setStatus,
} from "../../support/data/monthly-contract";
import { resetDatabase } from "../../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ timeZone: "Europe/Berlin" });
});

const attemptOf = async (contract: Contract, index: number): Promise<number> =>
  (await readAttempts(contract))[index]?.id ?? 0;

type Order = { attemptId: number; contractId?: number };

/** As by the JSON calls, which name the order. */
const send = async (caller: ContractCaller, { attemptId, contractId }: Order, skip: boolean) =>
  orderSkip.run(caller, {
    ...(await getOrderPlace(caller, attemptId, contractId ?? null)),
    skip,
  });
const skipContractOrder = (caller: ContractCaller, order: Order) => send(caller, order, true);
const unskipContractOrder = (caller: ContractCaller, order: Order) => send(caller, order, false);

describe("skipping an order", () => {
  test("leaves it out, makes the next one the next date, and plans one more", async () => {
    const contract = await monthly(shop);
    const attemptId = await attemptOf(contract, 0);
    await skipContractOrder(merchant(shop), { attemptId });
    expect(await listPlan(contract)).toEqual([
      "SKIPPED 2026-03-31T07:00",
      "QUEUED 2026-04-30T07:00",
      "QUEUED 2026-05-31T07:00",
      "QUEUED 2026-06-30T07:00",
    ]);
    expect(await readContractRow(contract)).toMatchObject({ nextBillingDate: at("2026-04-30T07:00:00Z") });
    const changes = await listRecordedChanges(contract);
    expect(changes.events).toMatchObject([{ type: "billing-skipped", billingAttemptId: attemptId }]);
    expect(changes.activity).toMatchObject([
      {
        action: "contract.order_skipped",
        before: { order: { date: "2026-03-31T07:00:00.000Z", status: "QUEUED" } },
        after: { order: { date: "2026-03-31T07:00:00.000Z", status: "SKIPPED" } },
      },
    ]);
  });

  test("and taking it back restores the plan to the last order", async () => {
    const contract = await monthly(shop);
    const attemptId = await attemptOf(contract, 0);
    await skipContractOrder(merchant(shop), { attemptId });
    await unskipContractOrder(merchant(shop), { attemptId });
    expect(await listPlan(contract)).toEqual(PLAN);
    expect(await readContractRow(contract)).toMatchObject({ nextBillingDate: at("2026-03-31T07:00:00Z") });
  });

  test("one-time products go with the next order, and more of what it has already", async () => {
    const contract = await monthly(shop);
    const [first = 0, second = 0] = (await readAttempts(contract)).map(({ id }) => id);
    const product = (billingAttemptId: number, variantId: number, quantity: number) => ({
      shopId: shop.id,
      contractId: contract.id,
      billingAttemptId,
      variantId,
      variantHandle: "v",
      quantity,
      price: "1.00",
      createdAt: NOW,
    });
    await db
      .insert(oneTimeProducts)
      .values([product(first, 1, 2), product(first, 2, 998), product(second, 2, 5)]);
    await skipContractOrder(merchant(shop), { attemptId: first });
    const rows = await db.select().from(oneTimeProducts);
    expect(
      rows
        .map((row) => [row.billingAttemptId, row.variantId, row.quantity])
        .sort((a, b) => (a[1] ?? 0) - (b[1] ?? 0)),
    ).toEqual([
      [second, 1, 2],
      [second, 2, 999],
    ]);
    // The order that was planned in its place is kept while it has a one-time product.
    const planned = await attemptOf(contract, 3);
    await db.insert(oneTimeProducts).values(product(planned, 3, 1));
    await unskipContractOrder(merchant(shop), { attemptId: first });
    expect(await listPlan(contract)).toEqual([...PLAN, "QUEUED 2026-06-30T07:00"]);
  });

  test("pieces of a product that both orders have cost what those shown cheaper did", async () => {
    const contract = await monthly(shop);
    const [first = 0, second = 0] = (await readAttempts(contract)).map(({ id }) => id);
    const product = (billingAttemptId: number, variantId: number, price: string) => ({
      shopId: shop.id,
      contractId: contract.id,
      billingAttemptId,
      variantId,
      variantHandle: "v",
      quantity: 1,
      price,
      createdAt: NOW,
    });
    await db
      .insert(oneTimeProducts)
      .values([
        product(first, 1, "8.00"),
        product(second, 1, "10.00"),
        product(first, 2, "10.00"),
        product(second, 2, "8.00"),
      ]);
    await skipContractOrder(merchant(shop), { attemptId: first });
    const listMerged = async () =>
      (await db.select().from(oneTimeProducts)).map(({ billingAttemptId, quantity, price }) => [
        billingAttemptId,
        quantity,
        Number(price),
      ]);
    const merged = [
      [second, 2, 8],
      [second, 2, 8],
    ];
    expect(await listMerged()).toEqual(merged);
    // They stay there when the order is taken back.
    await unskipContractOrder(merchant(shop), { attemptId: first });
    expect(await listMerged()).toEqual(merged);
  });

  test("is kept with what somebody has put on it: a note, or a day of their choice", async () => {
    const noted = await monthly(shop);
    const moved = await monthly(shop);
    const taken = async (contract: Contract, change: (attemptId: number) => Promise<unknown>) => {
      const first = await attemptOf(contract, 0);
      await skipContractOrder(merchant(shop), { attemptId: first });
      await change(await attemptOf(contract, 3));
      await unskipContractOrder(merchant(shop), { attemptId: first });
      return listPlan(contract);
    };
    const { subscriptionContractId: contractId } = noted;
    const withNote = await taken(noted, (attemptId) =>
      orderNote.run(merchant(shop), { contractId, attemptId, note: "For my mother" }),
    );
    expect(withNote).toEqual([...PLAN, "QUEUED 2026-06-30T07:00"]);
    expect((await readAttempts(noted))[3]).toMatchObject({ orderNote: "For my mother" });
    const withDay = await taken(moved, (attemptId) =>
      orderReschedule.run(merchant(shop), {
        contractId: moved.subscriptionContractId,
        attemptId,
        billingDate: at("2026-07-10T07:00:00Z"),
        withLater: false,
      }),
    );
    expect(withDay).toEqual([...PLAN, "QUEUED 2026-07-10T07:00"]);
  });

  test("is determined by dates, not by which order was planned first", async () => {
    const days = ["2026-05-31T07:00:00Z", "2026-03-31T07:00:00Z", "2026-04-30T07:00:00Z"];
    const contract = await monthly(shop, { attempts: days.map((day) => ({ billingDate: at(day) })) });
    const [first = 0, second = 0] = (await readAttempts(contract)).map(({ id }) => id);
    const product = { variantId: 9, variantHandle: "tea", quantity: 1, price: "1", createdAt: NOW };
    await db
      .insert(oneTimeProducts)
      .values({ shopId: shop.id, contractId: contract.id, billingAttemptId: first, ...product });
    await skipContractOrder(merchant(shop), { attemptId: first });
    expect(await readContractRow(contract)).toMatchObject({ nextBillingDate: at("2026-04-30T07:00:00Z") });
    expect(await db.select().from(oneTimeProducts)).toMatchObject([{ billingAttemptId: second }]);
  });

  test("every order to come may be skipped; the next date is then the slot behind them", async () => {
    const contract = await monthly(shop, { maxCycles: 1, originOrderId: null });
    expect(await listPlan(contract)).toEqual(["QUEUED 2026-03-31T07:00"]);
    await skipContractOrder(merchant(shop), { attemptId: await attemptOf(contract, 0) });
    expect(await listPlan(contract)).toEqual(["SKIPPED 2026-03-31T07:00", "QUEUED 2026-04-30T07:00"]);
    expect(await readContractRow(contract)).toMatchObject({ nextBillingDate: at("2026-04-30T07:00:00Z") });
  });

  test("twice, of an order made, or taking back what is not skipped or has passed: a conflict", async () => {
    const contract = await monthly(shop, {
      attempts: [
        { status: "SUCCESS", billingDate: at("2026-02-28T08:00:00Z"), orderId: 5 },
        { status: "SKIPPED", billingDate: at("2026-03-01T08:00:00Z") },
      ],
    });
    const [made, passed, next] = (await readAttempts(contract)).map(({ id }) => id);
    const conflict = { code: "conflict" };
    await expect(skipContractOrder(merchant(shop), { attemptId: made ?? 0 })).rejects.toMatchObject(conflict);
    await expect(unskipContractOrder(merchant(shop), { attemptId: passed ?? 0 })).rejects.toMatchObject(
      conflict,
    );
    await expect(unskipContractOrder(merchant(shop), { attemptId: next ?? 0 })).rejects.toMatchObject(
      conflict,
    );
    await skipContractOrder(merchant(shop), { attemptId: next ?? 0 });
    await expect(skipContractOrder(merchant(shop), { attemptId: next ?? 0 })).rejects.toMatchObject(conflict);
    const late = merchant(shop, at("2026-03-31T07:00:00Z"));
    await expect(unskipContractOrder(late, { attemptId: next ?? 0 })).rejects.toMatchObject(conflict);
  });

  test("of a paused contract is a conflict", async () => {
    const contract = await monthly(shop);
    const attemptId = await attemptOf(contract, 0);
    await setStatus(shop, contract, "PAUSED");
    await expect(skipContractOrder(merchant(shop), { attemptId })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("unknown, another shop's, another customer's and another contract's order get the same answer", async () => {
    const contract = await monthly(shop);
    const attemptId = await attemptOf(contract, 0);
    const stranger = await insertCustomer(shop.id);
    const otherShop = await createTestShop();
    const refusals = await Promise.all(
      [
        skipContractOrder(merchant(shop), { attemptId: 1 }),
        skipContractOrder({ ...merchant(shop), shop: otherShop.shop }, { attemptId }),
        skipContractOrder(customer(shop, { customerId: stranger.id }), { attemptId }),
        unskipContractOrder(merchant(shop), { attemptId, contractId: 1 }),
      ].map((refused) => refused.catch(({ code, detail }) => `${code} ${detail}`)),
    );
    expect(new Set(refusals)).toEqual(new Set(["not_found There is no such order."]));
    const contractId = contract.subscriptionContractId;
    await skipContractOrder(customer(shop, contract), { attemptId, contractId });
  });
});
