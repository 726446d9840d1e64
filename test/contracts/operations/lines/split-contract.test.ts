import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { discountApplication } from "~/features/contracts/operations/discounts/apply-discount.server";
import {
  discountRemoval,
  removeContractDiscount,
} from "~/features/contracts/operations/discounts/remove-discount.server";
import {
  contractSplit,
  splitExistingContract,
} from "~/features/contracts/operations/lines/split-contract.server";
import { addMoney, compareMoney } from "~/lib/money";
import { db } from "~db/client.server";
import { contractDiscounts, contracts } from "~db/schema/contracts";
import { discountCodeUses } from "~db/schema/discount-codes";
import {
  billedMonthly,
  billOrderNow,
  callerAt,
  createTestGatewayShop,
  DUE,
  runAt,
} from "../../../support/calls/billing";
import { type Contract, idOf, send } from "../../../support/calls/contract-calls";
import { apply, insertCode, readCode } from "../../../support/calls/discounts";
import { askJson, sendJson } from "../../../support/calls/json-endpoints";
import { listPlan, listRecordedChanges, readAttempts } from "../../../support/data/contract-plan";
import { inDays, inDaysAtNine } from "../../../support/data/days";
import { insertContract, NOW } from "../../../support/data/factories";
import { shopOfEachTest } from "../../../support/data/shop-of-each-test";

const shop = shopOfEachTest();

describe("splitting", () => {
  const split = async (search: Record<string, unknown>, body: unknown) => {
    const parameters = new URLSearchParams(
      Object.entries(search).map(([name, value]) => [name, String(value)]),
    );
    const response = await askJson(splitExistingContract, `/x?${parameters}`, {
      method: "POST",
      headers: { "X-API-Key": shop.writeKey, ...sendJson(body).headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  const allContracts = () => db.select().from(contracts).orderBy(contracts.id);

  test.each([true, false])(
    "an order that was moved alone or skipped is so in the new contract, too (lines moved: %s)",
    async (isSplitContract) => {
      const monthly = [12, 46, 77].map((days) => inDaysAtNine(days));
      const contract = await insertContract(shop.shop.id, {
        lines: [{}, {}],
        nextBillingDate: monthly[0],
        scheduleAnchor: inDaysAtNine(15),
        attempts: monthly.map((billingDate, place) => ({
          billingDate,
          status: place === 1 ? "SKIPPED" : "QUEUED",
        })),
      });
      const { status } = await split({ ...idOf(contract), isSplitContract }, [contract.lines[0]?.id]);
      expect(status).toBe(201);
      const [, made] = await allContracts();
      if (!made) throw new Error("there are not two contracts");
      expect((await listPlan(made)).slice(0, 3)).toEqual(await listPlan(contract));
    },
  );

  test("moved lines make a contract of their own; both cost what the one did, and have orders to come", async () => {
    const contract = await insertContract(shop.shop.id, {
      lines: [{ quantity: 2 }, { currentPrice: "7.77" }, { currentPrice: "3.33" }],
      discounts: [
        { valueType: "FIXED_AMOUNT", value: "5" },
        { value: "7", createdAt: new Date("2026-03-03") },
      ],
      deliveryPrice: "4.90",
      minCycles: 3,
    });
    const before = contract.orderAmount;
    const ids = contract.lines.map(({ id }) => id);
    const wanted = { ...idOf(contract), isSplitContract: true };
    const { status, body } = await split(wanted, ids.slice(1));
    expect([status, body.lines.nodes.length, body.deliveryPrice.amount]).toEqual([201, 2, "0.00"]);
    const [old, made] = await allContracts();
    if (!old || !made) throw new Error("there are not two contracts");
    expect(compareMoney(addMoney(old.orderAmount, made.orderAmount), before)).toBe(0);
    expect(made).toMatchObject({
      customerId: contract.customerId,
      nextBillingDate: contract.nextBillingDate,
      deliveryPrice: "0.0000",
      minCycles: 3,
    });
    expect((await readAttempts(made)).length).toBeGreaterThan(0);
    const changes = await Promise.all([contract, made].map(listRecordedChanges));
    expect(changes.map(({ activity }) => activity.map(({ action }) => action))).toEqual([
      ["contract.split"],
      ["contract.created"],
    ]);
    expect(changes[0]?.activity[0]?.after).toMatchObject({
      newContract: String(made.subscriptionContractId),
    });
    expect((await split(wanted, ids)).status).toBe(404);
    const all = await split(wanted, ids.slice(0, 1));
    expect([all.status, all.body.errors[0].code]).toEqual([400, "all_lines"]);
    expect(await allContracts()).toHaveLength(2);
  });

  test("copied lines stay where they are; billed at once, the first order is due now", async () => {
    const contract = await insertContract(shop.shop.id, { lines: [{}, {}], deliveryPrice: "2" });
    const [id] = contract.lines.map((line) => line.id);
    const copy = { ...idOf(contract), isSplitContract: false, attemptBilling: true };
    const { status, body } = await split(copy, [id]);
    expect([status, body.deliveryPrice.amount]).toEqual([201, "2.00"]);
    expect(body.lines.nodes[0].id).not.toContain(id);
    const [old, made] = await allContracts();
    expect(old?.orderAmount).toBe("22.0000");
    expect(+(made?.nextBillingDate ?? 0)).toBeLessThanOrEqual(Date.now());
    expect((await split({ isSplitContract: "x" }, [])).body.errors.map(nameOf).sort()).toEqual([
      "",
      "contractId",
      "isSplitContract",
    ]);
  });

  /** A contract of two lines with a code on them, split: its second line is moved or copied. */
  async function splitWithCode(isSplitContract: boolean, overrides: Parameters<typeof insertCode>[1] = {}) {
    const lines = [
      { productId: 71, variantId: 501 },
      { productId: 72, variantId: 502 },
    ];
    const contract = await insertContract(shop.shop.id, { lines });
    const code = await insertCode(shop.shop.id, { isOncePerCustomer: true, ...overrides });
    expect((await apply(shop, contract, code)).status).toBe(200);
    const moved = contract.lines.slice(1).map(({ id }) => id);
    expect((await split({ ...idOf(contract), isSplitContract }, moved)).status).toBe(201);
    const made = (await allContracts()).at(-1);
    if (!made) throw new Error("there is no new contract");
    return { contract, made: { ...made, lines: [] }, code };
  }
  const discountsOf = ({ id }: { id: number }) =>
    db.select().from(contractDiscounts).where(eq(contractDiscounts.contractId, id));
  async function removeFrom(contract: Contract): Promise<void> {
    for (const { id } of await discountsOf(contract)) {
      const removed = await send(shop, removeContractDiscount, { ...idOf(contract), discountId: id });
      expect(removed.status).toBe(200);
    }
  }

  test("a code's use goes with its discount: taken off there before any order had it, it is given back", async () => {
    const { contract, made, code } = await splitWithCode(true, { productIds: [72] });
    expect([await discountsOf(contract), await discountsOf(made)]).toMatchObject([[], [{ code }]]);
    await removeFrom(made);
    expect(await readCode(code)).toMatchObject({ uses: 0 });
    expect((await apply(shop, contract, code)).body.code).toBe("discount_not_applicable");
    expect((await apply(shop, made, code)).status).toBe(200);
  });

  test("a code's use stays while either contract has a discount of it, and is the old one's", async () => {
    const first = await splitWithCode(true);
    await removeFrom(first.contract);
    expect(await readCode(first.code)).toMatchObject({ uses: 1 });
    expect((await apply(shop, first.contract, first.code)).body.code).toBe("discount_already_used");
    await removeFrom(first.made);
    expect(await readCode(first.code)).toMatchObject({ uses: 1 });

    const second = await splitWithCode(true);
    await removeFrom(second.made);
    expect(await readCode(second.code)).toMatchObject({ uses: 1 });
    await removeFrom(second.contract);
    expect(await readCode(second.code)).toMatchObject({ uses: 0 });
  });

  test("a code's use is given back with the last of the discounts that a split left in its contract", async () => {
    const prices = ["1.00", "1.00", "10.00"];
    const contract = await insertContract(shop.shop.id, {
      lines: prices.map((currentPrice) => ({ currentPrice })),
    });
    const code = await insertCode(shop.shop.id, { valueType: "FIXED_AMOUNT", value: "10" });
    expect((await apply(shop, contract, code)).status).toBe(200);
    const [{ id: taken } = { id: "" }] = await discountsOf(contract);
    const moved = contract.lines.slice(1, 2).map(({ id }) => id);
    expect((await split({ ...idOf(contract), isSplitContract: true }, moved)).status).toBe(201);
    const made = (await allContracts()).at(-1);
    if (!made) throw new Error("there is no new contract");
    await removeFrom({ ...made, lines: [] });
    // Each line keeps its own share: the use is that of the first.
    const left = (await discountsOf(contract)).map(({ id }) => id);
    expect([left.length, left.includes(taken)]).toEqual([2, true]);
    for (const [id, uses] of [
      [taken, 1],
      [left.find((each) => each !== taken), 0],
    ] as const) {
      const removed = await send(shop, removeContractDiscount, { ...idOf(contract), discountId: id });
      expect(removed.status).toBe(200);
      expect(await readCode(code)).toMatchObject({ uses });
    }
  });

  test("a code's use stays with the old contract while an order of it with the discount waits to be paid", async () => {
    const paying = await createTestGatewayShop();
    const contract = await billedMonthly(paying, {
      lastDigits: "3155",
      lines: [{}, { productId: 72, variantId: 502 }],
    });
    const code = await insertCode(paying.id, { productIds: [72] });
    expect((await apply(paying, contract, code)).status).toBe(200);
    await runAt(paying, DUE);
    const lineIds = contract.lines.slice(1).map(({ id }) => id);
    const wanted = { contractId: idOf(contract).contractId, lineIds, isMove: true, isBilledNow: false };
    await expect(contractSplit.run(callerAt(paying, DUE), wanted)).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await db.select().from(discountCodeUses)).toMatchObject([{ contractId: contract.id }]);
  });

  test("a code's use is not given back once an order of either contract had the code", async () => {
    const paying = await createTestGatewayShop();
    const contract = await billedMonthly(paying, { lines: [{}, {}] });
    const code = await insertCode(paying.id);
    const lineIds = contract.lines.slice(1).map(({ id }) => id);
    const { contractId } = idOf(contract);
    await discountApplication.run(callerAt(paying, DUE), { contractId, discountCode: code });
    await contractSplit.run(callerAt(paying, DUE), { contractId, lineIds, isMove: true, isBilledNow: false });
    const made = (await allContracts()).at(-1);
    const [order] = made ? await readAttempts(made) : [];
    if (!made || !order) throw new Error("there is no new contract with an order");
    await billOrderNow(callerAt(paying, DUE), order.id);
    for (const each of [made, contract])
      for (const { id: discountId } of await discountsOf(each))
        await discountRemoval.run(callerAt(paying, DUE), {
          contractId: each.subscriptionContractId,
          discountId,
        });
    expect(await readCode(code)).toMatchObject({ uses: 1 });
  });

  test("entered again in either contract, a code goes on counting the orders before the split", async () => {
    const paying = await createTestGatewayShop();
    const contract = await billedMonthly(paying, { lines: [{}, {}] });
    const code = await insertCode(paying.id, { cycleLimit: 3 });
    const { contractId } = idOf(contract);
    const { id: order = 0 } = (await readAttempts(contract))[0] ?? {};
    await discountApplication.run(callerAt(paying, DUE), { contractId, discountCode: code });
    await billOrderNow(callerAt(paying, DUE), order);
    const lineIds = contract.lines.slice(1).map(({ id }) => id);
    await contractSplit.run(callerAt(paying, DUE), { contractId, lineIds, isMove: true, isBilledNow: false });
    const made = (await allContracts()).at(-1);
    if (!made) throw new Error("there is no new contract");
    for (const each of [contract, made]) {
      const { subscriptionContractId: own } = each;
      for (const { id: discountId } of await discountsOf(each))
        await discountRemoval.run(callerAt(paying, DUE), { contractId: own, discountId });
      await discountApplication.run(callerAt(paying, DUE), { contractId: own, discountCode: code });
      expect(await discountsOf(each)).toMatchObject([{ code, usageCount: 1 }]);
    }
  });

  test("another use of the same code on another contract of the customer does not keep this one", async () => {
    const code = await insertCode(shop.shop.id);
    const contract = await insertContract(shop.shop.id);
    const other = await insertContract(shop.shop.id, { customerId: contract.customerId });
    for (const each of [contract, other]) expect((await apply(shop, each, code)).status).toBe(200);
    await removeFrom(contract);
    expect(await readCode(code)).toMatchObject({ uses: 1 });
  });

  test("copied lines bring no discount that came by a code: it was used for the old contract", async () => {
    const { contract, made, code } = await splitWithCode(false);
    expect([await discountsOf(contract), await discountsOf(made)]).toMatchObject([[{ code }], []]);
    expect(made.orderAmount).toBe("10.0000");
    await removeFrom(contract);
    expect(await readCode(code)).toMatchObject({ uses: 0 });
  });

  test("copied lines bring no discount for a number of orders: it would be had twice", async () => {
    const discounts = [
      { title: "Reward", value: "10", recurringCycleLimit: 1, createdAt: NOW },
      { title: "Always", value: "20", createdAt: inDays(1) },
    ];
    const contract = await insertContract(shop.shop.id, { lines: [{}, {}], discounts });
    const ids = contract.lines.slice(1).map(({ id }) => id);
    expect((await split({ ...idOf(contract), isSplitContract: false }, ids)).status).toBe(201);
    const made = (await allContracts()).at(-1);
    if (!made) throw new Error("there is no new contract");
    expect(await discountsOf(made)).toMatchObject([{ title: "Always" }]);
    expect(await discountsOf(contract)).toHaveLength(2);
    expect(made.orderAmount).toBe("8.0000");
  });

  const nameOf = ({ parameter, pointer }: { parameter?: string; pointer?: string }) => parameter ?? pointer;
});
