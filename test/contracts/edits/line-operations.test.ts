import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { computeContractAmounts } from "~/features/contracts/amounts";
import { findContractState } from "~/features/contracts/change/contract-change.repo.server";
import { addLineItem, addLineItems } from "~/features/contracts/operations/lines/add-lines.server";
import { removeLineItem, removeLineItems } from "~/features/contracts/operations/lines/remove-lines.server";
import { replaceVariants } from "~/features/contracts/operations/lines/swap-lines.server";
import { updateLineItem } from "~/features/contracts/operations/lines/update-line.server";
import { compareMoney } from "~/lib/money";
import type { PortalAction } from "~db/schema/portal-settings";
import { type Answer, idOf, lineOf, namesOf, send } from "../../support/calls/contract-calls";
import { apply, insertCode, readCode } from "../../support/calls/discounts";
import { saveSettings } from "../../support/calls/portal-contract";
import { insertCatalogue } from "../../support/data/catalogue";
import { listRecordedChanges, readContractRow } from "../../support/data/contract-plan";
import {
  type ContractOverrides,
  createTestShop,
  insertContract,
  NOW,
  type TestShop,
} from "../../support/data/factories";
import { resetDatabase } from "../../support/setup/database";

let shop: TestShop;
let beans: number;
let tea: number;
let greenTea: number;
let teaPlan: number;
let teaProduct: number;

beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  const { products, groups } = await insertCatalogue(shop.shop.id, {
    products: [
      { id: 71, title: "Beans", variants: [{ price: "14.50", sku: "B" }] },
      { id: 72, title: "Tea", variants: [{ price: "9.99" }, { title: "Green", price: "12.00" }] },
    ],
    groups: [
      {
        productIds: [72],
        plans: [
          { name: "Tea club", discountPercentage: "10", billingInterval: "MONTH", billingIntervalCount: 1 },
        ],
      },
    ],
  });
  beans = products[0]?.variantIds[0] ?? 0;
  [tea = 0, greenTea = 0] = products[1]?.variantIds ?? [];
  teaProduct = products[1]?.id ?? 0;
  teaPlan = groups[0]?.planIds[0] ?? 0;
});

const insert = (overrides: ContractOverrides = {}) =>
  insertContract(shop.shop.id, {
    lines: [{ title: "Tea", productId: teaProduct, variantId: tea, currentPrice: "9.99" }],
    ...overrides,
  });
const switchOn = (...enabledActions: PortalAction[]) => saveSettings(shop, { enabledActions });
const linesOf = ({ body }: Answer) =>
  body.lines.nodes.map(({ title, variantTitle, quantity, currentPrice }) =>
    [title, variantTitle === "Default" ? null : variantTitle, `${quantity} × ${currentPrice.amount}`]
      .filter(Boolean)
      .join(" "),
  );
const codesOf = ({ body }: Answer) =>
  (body.errors ?? []).map(({ parameter, pointer, code }) => `${parameter ?? pointer} ${code}`).sort();

/** The stored amounts are those of the stored lines and discounts. */
async function requireTrueAmounts(contract: { shopId: number; id: number; subscriptionContractId: number }) {
  const state = await findContractState(contract.shopId, contract.subscriptionContractId, NOW);
  if (!state) throw new Error("the contract is gone");
  const { contractAmount, orderAmount } = computeContractAmounts({ ...state.contract, ...state });
  expect(compareMoney(state.contract.contractAmount, contractAmount)).toBe(0);
  expect(compareMoney(state.contract.orderAmount, orderAmount)).toBe(0);
}

describe("adding a line", () => {
  test("costs what the catalogue says less the plan's share, or what was agreed; the order's amount follows", async () => {
    const contract = await insert({ deliveryPrice: "4.90" });
    const added = await send(shop, addLineItem, { ...idOf(contract), variantId: beans, quantity: 2 });
    expect([added.status, linesOf(added)]).toEqual([200, ["Tea 1 × 9.99", "Beans 2 × 14.50"]]);
    expect((await readContractRow(contract)).orderAmount).toBe("43.8900");
    const planned = await send(
      shop,
      addLineItem,
      {},
      {
        body: {
          ...idOf(contract),
          variantId: greenTea,
          sellingPlanId: `gid://platform/SellingPlan/${teaPlan}`,
        },
      },
    );
    expect(linesOf(planned).at(-1)).toBe("Tea Green 1 × 10.80");
    expect(planned.body.lines.nodes.at(-1)).toMatchObject({
      sellingPlanName: "Tea club",
      pricingPolicy: { basePrice: { amount: "12.00" }, cycleDiscounts: [{ afterCycle: 0 }] },
    });
    const agreed = { ...idOf(contract), variantId: beans, price: "3.10", sellingPlanId: "" };
    expect(linesOf(await send(shop, addLineItem, agreed)).at(-1)).toBe("Beans 1 × 3.10");
    await requireTrueAmounts(contract);
    const { events, activity } = await listRecordedChanges(contract);
    expect(activity.map(({ action }) => action)).toEqual(Array(3).fill("contract.line_added"));
    expect(activity[0]?.after).toMatchObject({
      lines: [{ title: "Beans", quantity: 2 }],
      orderAmount: "43.89",
    });
    expect(events.map(({ type }) => type)).toEqual(Array(3).fill("updated"));
  });

  test("several at once: all of them or none, in both forms of the body", async () => {
    const contract = await insert();
    const list = [{ variantId: beans, quantity: 2 }, { variantId: String(greenTea) }];
    const added = await send(shop, addLineItems, idOf(contract), { body: list });
    expect(linesOf(added)).toEqual(["Tea 1 × 9.99", "Beans 2 × 14.50", "Tea Green 1 × 12.00"]);
    const none = await send(shop, addLineItems, idOf(contract), { body: { [beans]: 1, 99: 1 } });
    expect([none.status, codesOf(none)]).toEqual([400, ["/99 unknown_variant"]]);
    const wrong = await send(shop, addLineItems, idOf(contract), { body: { x: 1, [beans]: 1000 } });
    expect(namesOf(wrong)).toContain(`/${beans}`);
    for (const body of [[], {}, 7, [{ quantity: 1 }]])
      expect((await send(shop, addLineItems, idOf(contract), { body })).status).toBe(400);
    const more = await send(shop, addLineItems, idOf(contract), { body: { [beans]: 3 } });
    expect(linesOf(more)).toHaveLength(4);
  });

  test("wanted once, it is a one-time product of the next order, and no line", async () => {
    const contract = await insert({ attempts: [{}] });
    const once = { ...idOf(contract), variantId: beans, isOneTimeProduct: true };
    expect(linesOf(await send(shop, addLineItem, once))).toEqual(["Tea 1 × 9.99"]);
    const { activity } = await listRecordedChanges(contract);
    expect(activity.map(({ action }) => action)).toEqual(["contract.one_time_product_added"]);
    const refused = await send(shop, addLineItem, { ...once, price: 3, sellingPlanId: 5 });
    expect(namesOf(refused)).toEqual(["price", "sellingPlanId"]);
  });

  test("everything that is wrong is named at once, foreign ids as unknown ones", async () => {
    const other = await createTestShop();
    const theirs = await insertCatalogue(other.shop.id, { groups: [{ plans: [{}] }] });
    const contract = await insert({ currencyCode: "EUR" });
    const foreign = {
      ...idOf(contract),
      variantId: theirs.products[0]?.variantIds[0] ?? 0,
      sellingPlanId: theirs.groups[0]?.planIds[0] ?? 0,
    };
    const unknown = { ...idOf(contract), variantId: 999, sellingPlanId: 998 };
    const answers = [await send(shop, addLineItem, foreign), await send(shop, addLineItem, unknown)];
    for (const answer of answers)
      expect([answer.status, codesOf(answer)]).toEqual([
        400,
        ["price currency_mismatch", "sellingPlanId unknown_plan", "variantId unknown_variant"],
      ]);
    const fine = { ...idOf(contract), variantId: beans, sellingPlanId: teaPlan, price: "1.234" };
    expect(codesOf(await send(shop, addLineItem, fine))).toEqual([
      "price too_many_decimals",
      "sellingPlanId plan_of_another_product",
    ]);
    expect((await send(shop, addLineItem, { ...fine, price: "1.23", sellingPlanId: "" })).status).toBe(200);
    expect(namesOf(await send(shop, addLineItem, {}))).toEqual(["contractId", "variantId"]);
    const wrong = { contractId: 0, variantId: "x", quantity: 0, price: -1, sellingPlanId: "y" };
    expect(namesOf(await send(shop, addLineItem, wrong))).toEqual(Object.keys(wrong).sort());
    const mine = await insertContract(other.shop.id);
    expect((await send(shop, addLineItem, { ...idOf(mine), variantId: beans })).status).toBe(404);
    const over = await insert({ status: "CANCELLED" });
    expect((await send(shop, addLineItem, { ...idOf(over), variantId: beans })).status).toBe(409);
  });

  test("customers add what the shop lets them, once it is switched on, and set no price", async () => {
    const contract = await insert();
    const by = contract.customerId;
    const ask = async (wanted: object) => {
      const { status, body } = await send(shop, addLineItem, { ...idOf(contract), ...wanted }, { by });
      return `${status} ${body.code ?? ""}`.trim();
    };
    expect(await ask({ variantId: greenTea })).toBe("403 switched_off");
    await switchOn("add_line");
    expect(await ask({ variantId: greenTea })).toBe("200");
    expect(await ask({ variantId: greenTea, price: "0.01" })).toBe("403 forbidden");
    expect(await ask({ variantId: beans })).toBe("403 forbidden");
    await saveSettings(shop, { enabledActions: ["add_line"], lineChoice: "OFFERED" });
    expect(await ask({ variantId: beans })).toBe("200");
    await saveSettings(shop, {
      enabledActions: ["add_line"],
      lineChoice: "OFFERED",
      addableProductIds: [teaProduct],
    });
    const fresh = await insert({ customerId: by });
    const notNamed = await send(shop, addLineItem, { ...idOf(fresh), variantId: beans }, { by });
    expect(notNamed.body.code).toBe("forbidden");
    expect(await ask({ variantId: tea, sellingPlanId: teaPlan })).toBe("200");
    const yearly = await insert({ billingInterval: "YEAR", customerId: by });
    const refused = { ...idOf(yearly), variantId: tea, sellingPlanId: teaPlan };
    expect(codesOf(await send(shop, addLineItem, refused, { by }))).toEqual([
      "sellingPlanId plan_of_another_frequency",
    ]);
    expect((await send(shop, addLineItem, refused, { by: (await insert()).customerId })).status).toBe(404);
  });
});

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
    const contract = await insert({ lines: [{ productId: teaProduct, variantId: tea }, { title: "Other" }] });
    const code = await insertCode(shop.id, { useLimit: 1, productIds: [teaProduct] });
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
    const plan = { sellingPlanId: teaPlan, sellingPlanName: "Tea club" };
    const contract = await insert({
      lines: [
        { id, productId: teaProduct, variantId: tea, currentPrice: "8.99", customAttributes, ...plan },
        { title: "Other" },
      ],
      discounts: [{ title: "Half", value: "50", lineIds: [id] }],
    });
    const swapped = await swap(contract, { oldVariants: [tea], newVariants: { [greenTea]: 2 } });
    expect(linesOf(swapped)).toEqual(["Tea Green 2 × 10.80", "Other 1 × 10.00"]);
    expect(swapped.body.lines.nodes[0]).toMatchObject({
      id: expect.stringContaining(id),
      sellingPlanName: "Tea club",
      customAttributes: [{ key: "Grind" }],
      lineDiscountedPrice: { amount: "10.80" },
    });
    const two = await swap(contract, { lineId: id, newVariants: { [tea]: 1, [beans]: 1 } });
    // The plan takes its share off what it is kept for, too; of several the lowest id comes first, as JSON has numbers for keys.
    expect(linesOf(two)).toEqual(["Beans 1 × 13.05", "Tea 1 × 8.99", "Other 1 × 10.00"]);
    await requireTrueAmounts(contract);
    const left = await swap(contract, {
      lineId: id,
      newVariants: { [tea]: 1 },
      carryForwardDiscount: false,
    });
    expect(left.body.discounts.nodes).toHaveLength(1);
    expect(left.body.lines.nodes[0]).toMatchObject({ lineDiscountedPrice: { amount: "8.99" } });
  });

  test("names all that is missing or unknown", async () => {
    const contract = await insert();
    expect(namesOf(await send(shop, replaceVariants, {}, { body: { newVariants: {} } }))).toEqual([
      "/newVariants",
    ]);
    expect(namesOf(await send(shop, replaceVariants, {}, { body: { newVariants: { [tea]: 1 } } }))).toEqual([
      "/contractId",
      "/oldVariants",
    ]);
    const unknown = await swap(contract, { oldVariants: [tea], newVariants: { 998: 1, 999: 1 } });
    expect([unknown.status, codesOf(unknown)]).toEqual([
      400,
      ["/newVariants/998 unknown_variant", "/newVariants/999 unknown_variant"],
    ]);
    const missing = await swap(contract, { oldVariants: [beans, 7], newVariants: { [tea]: 1 } });
    expect([missing.status, namesOf(missing)]).toEqual([404, ["/oldVariants/0", "/oldVariants/1"]]);
  });

  test("customers swap within the product, or for what is offered", async () => {
    const contract = await insert();
    const by = contract.customerId;
    const body = { oldVariants: [tea], newVariants: { [greenTea]: 1 } };
    expect((await swap(contract, body, by)).body.code).toBe("switched_off");
    await switchOn("swap_line");
    expect(linesOf(await swap(contract, body, by))).toEqual(["Tea Green 1 × 12.00"]);
    const foreign = { oldVariants: [greenTea], newVariants: { [beans]: 1 } };
    expect((await swap(contract, foreign, by)).status).toBe(403);
    await saveSettings(shop, { enabledActions: ["swap_line"], lineChoice: "OFFERED" });
    expect((await swap(contract, foreign, by)).status).toBe(200);
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
    expect(linesOf(await update({ sellingPlanId: teaPlan }))).toEqual(["Tea 3 × 8.99"]);
    expect(linesOf(await update({ variantId: greenTea, quantity: 1 }))).toEqual(["Tea Green 1 × 10.80"]);
    expect(linesOf(await update({ variantId: tea, price: "5", quantity: 2 }))).toEqual(["Tea 2 × 5.00"]);
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

  test("a price alone may be set on what the shop has deleted, and a total that no price comes to is refused", async () => {
    const contract = await insert({ currencyCode: "KWD", lines: [{ variantId: 999, quantity: 7 }] });
    const update = (wanted: object) => send(shop, updateLineItem, { ...lineOf(contract), ...wanted });
    expect(linesOf(await update({ price: "2.125" }))).toEqual(["Line 1 7 × 2.125"]);
    expect((await update({ quantity: 900, price: "1.001", isPricePerUnit: false })).status).toBe(400);
    expect(codesOf(await update({ price: "0.0001" }))).toEqual(["price too_many_decimals"]);
  });
});

test("two hundred edits of one contract at once: none is lost, and the amounts are right", async () => {
  const contract = await insert({ lines: Array.from({ length: 40 }, () => ({ variantId: tea })) });
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const line = lineOf(contract, Math.floor(index / 5));
      switch (index % 5) {
        case 0:
          return send(shop, updateLineItem, { ...line, quantity: (index % 7) + 2 });
        case 1:
          return send(shop, updateLineItem, { ...line, price: `${(index % 9) + 1}.25` });
        case 2:
          return send(shop, addLineItem, { ...idOf(contract), variantId: beans });
        case 3:
          return send(shop, addLineItems, idOf(contract), { body: { [greenTea]: 2 } });
        default:
          return index < 100
            ? send(shop, removeLineItem, line)
            : send(shop, replaceVariants, {}, { body: { ...line, newVariants: { [greenTea]: 1 } } });
      }
    }),
  );
  const done = answers.filter(({ status }) => status === 200).length;
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
  const state = await findContractState(shop.shop.id, contract.subscriptionContractId, NOW);
  expect(state?.lines).toHaveLength(40 + 80 - 20);
  expect(new Set(state?.lines.map(({ position }) => position)).size).toBe(100);
  const { activity } = await listRecordedChanges(contract);
  // What was so already is told by nobody; every other answer has its version.
  expect(state?.contract.version).toBe(1 + activity.length);
  expect(activity.length).toBeLessThanOrEqual(done);
  await requireTrueAmounts(contract);
});
