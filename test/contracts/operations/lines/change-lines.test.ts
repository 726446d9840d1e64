import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { findContractState } from "~/features/contracts/change/contract-change.repo.server";
import { addLineItem, addLineItems } from "~/features/contracts/operations/lines/add-lines.server";
import { removeLineItem, removeLineItems } from "~/features/contracts/operations/lines/remove-lines.server";
import { replaceVariants } from "~/features/contracts/operations/lines/swap-lines.server";
import { updateLineItem } from "~/features/contracts/operations/lines/update-line.server";
import { type Answer, idOf, lineOf, namesOf, send } from "../../../support/calls/contract-calls";
import { apply, insertCode, readCode } from "../../../support/calls/discounts";
import {
  codesOf,
  linesOf,
  requireTrueAmounts,
  teaShopOfEachTest,
} from "../../../support/calls/lines/line-edits";
import { saveSettings } from "../../../support/calls/portal-contract";
import { listRecordedChanges, readContractRow } from "../../../support/data/contract-plan";
import { NOW } from "../../../support/data/factories";

const { shop, goods, insert, switchOn } = teaShopOfEachTest();

describe("removing lines", () => {
  test("a discount for the line alone goes with it, unless it is to stay; the last line stays", async () => {
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    const contract = await insert({
      lines: ids.map((id) => ({ id })),
      discounts: [{ lineIds: ids.slice(0, 1) }, { lineIds: ids.slice(0, 2) }, { lineIds: null }],
    });
    const kept = await insert({ lines: [{}, {}], discounts: [] });
    const discounts = async (answer: Answer) => answer.body.discounts.nodes.length;
    const first = await send(shop, removeLineItem, lineOf(contract, 0));
    expect([linesOf(first).length, await discounts(first)]).toEqual([2, 2]);
    const second = await send(shop, removeLineItem, { ...lineOf(contract, 1), removeDiscount: false });
    expect([linesOf(second).length, await discounts(second)]).toEqual([1, 2]);
    await requireTrueAmounts(contract);
    const last = await send(shop, removeLineItem, lineOf(contract, 2));
    expect([last.status, last.body.code]).toEqual([409, "last_line"]);
    expect(last.body.detail).toContain("Cancel");
    const [one, two] = kept.lines.map(({ id }) => id);
    const all = await send(shop, removeLineItems, idOf(kept), { body: [one, two] });
    expect(all.status).toBe(409);
    const unknown = await send(shop, removeLineItems, idOf(kept), { body: [one, randomUUID(), ids[0]] });
    expect([unknown.status, namesOf(unknown)]).toEqual([404, ["/1", "/2"]]);
    const twice = await send(shop, removeLineItems, idOf(kept), { body: [one, one, randomUUID()] });
    expect([twice.status, namesOf(twice)]).toEqual([404, ["/2"]]);
    const gid = `gid://platform/SubscriptionLine/${one}`;
    expect(linesOf(await send(shop, removeLineItems, idOf(kept), { body: [gid] }))).toHaveLength(1);
  });

  test("what is left must be in the next order", async () => {
    const contract = await insert({ lines: [{}, { skippedNextOrder: true }] });
    const { status, body } = await send(shop, removeLineItem, lineOf(contract, 0));
    expect([status, body.code]).toEqual([409, "last_line"]);
    expect((await send(shop, removeLineItem, lineOf(contract, 1))).status).toBe(200);
  });

  test("the use of a code that no order had is given back with the only line it was for", async () => {
    const contract = await insert({
      lines: [{ productId: goods.teaProduct, variantId: goods.tea }, { title: "Other" }],
    });
    const code = await insertCode(shop.id, { useLimit: 1, productIds: [goods.teaProduct] });
    expect((await apply(shop, contract, code)).body.discounts.nodes).toHaveLength(1);
    expect(await readCode(code)).toMatchObject({ uses: 1 });
    const { body } = await send(shop, removeLineItem, lineOf(contract, 0));
    expect(body.discounts.nodes).toEqual([]);
    expect(await readCode(code)).toMatchObject({ uses: 0 });
  });

  test("is off for customers until it is switched on", async () => {
    const contract = await insert({ lines: [{}, {}] });
    const by = contract.customerId;
    const ask = () => send(shop, removeLineItem, lineOf(contract), { by });
    expect((await ask()).body.code).toBe("switched_off");
    await switchOn("remove_line");
    expect((await ask()).status).toBe(200);
  });
});

describe("swapping", () => {
  const swap = (contract: { subscriptionContractId: number }, body: object, by?: number) =>
    send(shop, replaceVariants, {}, { body: { contractId: contract.subscriptionContractId, ...body }, by });

  test("what comes instead has place, plan, attributes and discount of the line, and the plan's price", async () => {
    const id = randomUUID();
    const customAttributes = [{ key: "Grind", value: "fine" }];
    const plan = { sellingPlanId: goods.teaPlan, sellingPlanName: "Tea club" };
    const contract = await insert({
      lines: [
        {
          id,
          productId: goods.teaProduct,
          variantId: goods.tea,
          currentPrice: "8.99",
          customAttributes,
          ...plan,
        },
        { title: "Other" },
      ],
      discounts: [{ title: "Half", value: "50", lineIds: [id] }],
    });
    const swapped = await swap(contract, { oldVariants: [goods.tea], newVariants: { [goods.greenTea]: 2 } });
    expect(linesOf(swapped)).toEqual(["Tea Green 2 × 10.80", "Other 1 × 10.00"]);
    expect(swapped.body.lines.nodes[0]).toMatchObject({
      id: expect.stringContaining(id),
      sellingPlanName: "Tea club",
      customAttributes: [{ key: "Grind" }],
      lineDiscountedPrice: { amount: "10.80" },
    });
    const two = await swap(contract, { lineId: id, newVariants: { [goods.tea]: 1, [goods.beans]: 1 } });
    // The plan also reduces the price of the product it is kept for; of several variants the lowest id comes first,
    // because JSON orders numeric keys.
    expect(linesOf(two)).toEqual(["Beans 1 × 13.05", "Tea 1 × 8.99", "Other 1 × 10.00"]);
    await requireTrueAmounts(contract);
    const left = await swap(contract, {
      lineId: id,
      newVariants: { [goods.tea]: 1 },
      carryForwardDiscount: false,
    });
    expect(left.body.discounts.nodes).toHaveLength(1);
    expect(left.body.lines.nodes[0]).toMatchObject({ lineDiscountedPrice: { amount: "8.99" } });
  });

  test("a code for certain products stays with these: another product has the full price, and the use goes back", async () => {
    const contract = await insert({
      lines: [{ productId: goods.teaProduct, variantId: goods.tea }, { title: "Other" }],
      discounts: [{ title: "Given", value: "50", lineIds: [] }],
    });
    const code = await insertCode(shop.id, { value: "100", productIds: [goods.teaProduct] });
    expect((await apply(shop, contract, code)).status).toBe(200);
    const lineId = contract.lines[0]?.id;
    const swapTo = async (newVariants: Record<string, number>) => {
      const { body } = await swap(contract, { lineId, newVariants });
      await requireTrueAmounts(contract);
      return [
        body.discounts.nodes.map(({ title }) => title),
        body.lines.nodes.map(({ lineDiscountedPrice: { amount } }) => amount),
      ];
    };
    expect(await swapTo({ [goods.greenTea]: 1 })).toEqual([
      ["Given", code],
      ["0.00", "10.00"],
    ]);
    expect(await swapTo({ [goods.beans]: 1, [goods.tea]: 1 })).toEqual([
      ["Given", code],
      ["14.50", "0.00", "10.00"],
    ]);
    expect(await readCode(code)).toMatchObject({ uses: 1 });
    const { body } = await swap(contract, { oldVariants: [goods.tea], newVariants: { [goods.beans]: 1 } });
    expect(body.discounts.nodes.map(({ title }) => title)).toEqual(["Given"]);
    expect((await readContractRow(contract)).orderAmount).toBe("39.0000");
    expect(await readCode(code)).toMatchObject({ uses: 0 });
  });

  test("names everything that is missing or unknown", async () => {
    const contract = await insert();
    const bothWrong = await swap(contract, {
      oldVariants: [goods.tea],
      newVariants: { [goods.tea]: 0, x: 1, y: 0 },
    });
    expect(namesOf(bothWrong)).toEqual([
      `/newVariants/${goods.tea}`,
      "/newVariants/x",
      "/newVariants/y",
      "/newVariants/y",
    ]);
    expect(namesOf(await send(shop, replaceVariants, {}, { body: { newVariants: {} } }))).toEqual([
      "/contractId",
      "/newVariants",
      "/oldVariants",
    ]);
    expect(
      namesOf(await send(shop, replaceVariants, {}, { body: { newVariants: { [goods.tea]: 1 } } })),
    ).toEqual(["/contractId", "/oldVariants"]);
    const unknown = await swap(contract, { oldVariants: [goods.tea], newVariants: { 998: 1, 999: 1 } });
    expect([unknown.status, codesOf(unknown)]).toEqual([
      400,
      ["/newVariants/998 unknown_variant", "/newVariants/999 unknown_variant"],
    ]);
    const missing = await swap(contract, { oldVariants: [goods.beans, 7], newVariants: { [goods.tea]: 1 } });
    expect([missing.status, namesOf(missing)]).toEqual([404, ["/oldVariants/0", "/oldVariants/1"]]);
  });

  test("customers swap within the product, or for what is offered", async () => {
    const contract = await insert();
    const by = contract.customerId;
    const body = { oldVariants: [goods.tea], newVariants: { [goods.greenTea]: 1 } };
    expect((await swap(contract, body, by)).body.code).toBe("switched_off");
    await switchOn("swap_line");
    expect(linesOf(await swap(contract, body, by))).toEqual(["Tea Green 1 × 12.00"]);
    const foreign = { oldVariants: [goods.greenTea], newVariants: { [goods.beans]: 1 } };
    expect((await swap(contract, foreign, by)).status).toBe(403);
    await saveSettings(shop, { enabledActions: ["swap_line"], lineChoice: "OFFERED" });
    expect((await swap(contract, foreign, by)).status).toBe(200);
  });

  test("a customer's swap may not change the quantity or the number of products if these are switched off", async () => {
    const contract = await insert({ lines: [{ variantId: goods.tea }, { title: "Other" }] });
    const swapTo = (newVariants: Record<string, number>, oldVariants = [goods.tea]) =>
      swap(contract, { oldVariants, newVariants }, contract.customerId);
    const save = (...enabledActions: ("swap_line" | "add_line" | "remove_line")[]) =>
      saveSettings(shop, { enabledActions, disabledActions: ["quantity"], lineChoice: "OFFERED" });
    await save("swap_line");
    const codes = [
      await swapTo({ [goods.greenTea]: 2 }),
      await swapTo({ [goods.greenTea]: 1, [goods.tea]: 1 }),
    ];
    expect(codes.map(({ body }) => body.code)).toEqual(["switched_off", "switched_off"]);
    expect((await swapTo({ [goods.greenTea]: 1 })).status).toBe(200);
    await saveSettings(shop, { enabledActions: ["swap_line", "add_line"], lineChoice: "OFFERED" });
    const two = await swapTo({ [goods.tea]: 1, [goods.beans]: 1 }, [goods.greenTea]);
    expect(linesOf(two)).toHaveLength(3);
    await save("swap_line");
    const both = [goods.tea, goods.beans];
    expect((await swapTo({ [goods.greenTea]: 2 }, both)).body.code).toBe("switched_off");
    await save("swap_line", "remove_line");
    expect(linesOf(await swapTo({ [goods.greenTea]: 2 }, both))).toHaveLength(2);
  });
});

describe("updating a line", () => {
  test("quantity, variant, price and plan, any of them at once", async () => {
    const contract = await insert();
    const update = (wanted: object) => send(shop, updateLineItem, { ...lineOf(contract), ...wanted });
    expect(linesOf(await update({ quantity: 3 }))).toEqual(["Tea 3 × 9.99"]);
    expect(linesOf(await update({ price: "7.5" }))).toEqual(["Tea 3 × 7.50"]);
    expect(linesOf(await update({ price: "10.00", isPricePerUnit: false }))).toEqual(["Tea 3 × 3.3333"]);
    expect((await readContractRow(contract)).orderAmount).toBe("10.0000");
    expect(linesOf(await update({ sellingPlanId: goods.teaPlan }))).toEqual(["Tea 3 × 8.99"]);
    expect(linesOf(await update({ variantId: goods.greenTea, quantity: 1 }))).toEqual([
      "Tea Green 1 × 10.80",
    ]);
    expect(linesOf(await update({ variantId: goods.tea, price: "5", quantity: 2 }))).toEqual([
      "Tea 2 × 5.00",
    ]);
    const ofAll = { price: "10.00", isPricePerUnit: false, quantity: 3 };
    for (const more of [{ variantId: goods.tea }, { sellingPlanId: goods.teaPlan }])
      expect(linesOf(await update({ ...ofAll, ...more }))).toEqual(["Tea 3 × 3.3333"]);
    await requireTrueAmounts(contract);
    expect(namesOf(await update({}))).toEqual(["price", "quantity", "sellingPlanId", "variantId"]);
    expect(codesOf(await update({ variantId: 999, sellingPlanId: 998, price: "1.001" }))).toEqual([
      "price too_many_decimals",
      "sellingPlanId unknown_plan",
      "variantId unknown_variant",
    ]);
    expect(
      (await send(shop, updateLineItem, { ...idOf(contract), lineId: randomUUID(), quantity: 1 })).status,
    ).toBe(404);
  });

  test("a code for certain products does not go to another one, but to a variant and wherever its products say", async () => {
    const code = await insertCode(shop.id, { value: "100", productIds: [goods.teaProduct] });
    const both = await insertCode(shop.id, {
      value: "100",
      productIds: [goods.teaProduct, goods.beansProduct],
    });
    const amounts = [];
    for (const [name, variantId] of [
      [code, goods.greenTea],
      [code, goods.beans],
      [both, goods.beans],
    ] as const) {
      const contract = await insert();
      expect((await apply(shop, contract, name)).status).toBe(200);
      expect((await send(shop, updateLineItem, { ...lineOf(contract), variantId })).status).toBe(200);
      amounts.push((await readContractRow(contract)).orderAmount);
    }
    expect(amounts).toEqual(["0.0000", "14.5000", "0.0000"]);
    expect(await readCode(code)).toMatchObject({ uses: 1 });
  });

  test("a price alone may be set on what the shop has deleted, and a total that no price comes to is refused", async () => {
    const contract = await insert({ currencyCode: "KWD", lines: [{ variantId: 999, quantity: 7 }] });
    const update = (wanted: object) => send(shop, updateLineItem, { ...lineOf(contract), ...wanted });
    expect(linesOf(await update({ price: "2.125" }))).toEqual(["Line 1 7 × 2.125"]);
    expect((await update({ quantity: 900, price: "1.001", isPricePerUnit: false })).status).toBe(400);
    expect(codesOf(await update({ price: "0.0001" }))).toEqual(["price too_many_decimals"]);
  });
});

test("two hundred edits of one contract at once: none is lost, and the amounts are right", async () => {
  const contract = await insert({ lines: Array.from({ length: 40 }, () => ({ variantId: goods.tea })) });
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const line = lineOf(contract, Math.floor(index / 5));
      switch (index % 5) {
        case 0:
          return send(shop, updateLineItem, { ...line, quantity: (index % 7) + 2 });
        case 1:
          return send(shop, updateLineItem, { ...line, price: `${(index % 9) + 1}.25` });
        case 2:
          return send(shop, addLineItem, { ...idOf(contract), variantId: goods.beans });
        case 3:
          return send(shop, addLineItems, idOf(contract), { body: { [goods.greenTea]: 2 } });
        default:
          return index < 100
            ? send(shop, removeLineItem, line)
            : send(shop, replaceVariants, {}, { body: { ...line, newVariants: { [goods.greenTea]: 1 } } });
      }
    }),
  );
  const done = answers.filter(({ status }) => status === 200).length;
  // A line may have been removed before it is edited: whether one is depends on the order in which the edits came.
  expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
  expect(done).toBeGreaterThanOrEqual(120);
  const state = await findContractState(shop.shop.id, contract.subscriptionContractId, NOW);
  expect(state?.lines).toHaveLength(40 + 80 - 20);
  expect(new Set(state?.lines.map(({ position }) => position)).size).toBe(100);
  const { activity } = await listRecordedChanges(contract);
  // A change that changes nothing is not recorded; every other one raises the version.
  expect(state?.contract.version).toBe(1 + activity.length);
  expect(activity.length).toBeLessThanOrEqual(done);
  await requireTrueAmounts(contract);
});
