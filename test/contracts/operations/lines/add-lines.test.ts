import { describe, expect, test } from "vitest";
import { addLineItem, addLineItems } from "~/features/contracts/operations/lines/add-lines.server";
import { idOf, namesOf, send } from "../../../support/calls/contract-calls";
import {
  codesOf,
  linesOf,
  requireTrueAmounts,
  teaShopOfEachTest,
} from "../../../support/calls/lines/line-edits";
import { saveSettings } from "../../../support/calls/portal-contract";
import { insertCatalogue } from "../../../support/data/catalogue";
import { listRecordedChanges, readContractRow } from "../../../support/data/contract-plan";
import { createTestShop, insertContract } from "../../../support/data/factories";

const { shop, goods, insert, switchOn } = teaShopOfEachTest();

describe("adding a line", () => {
  test("costs what the catalogue says less the plan's share, or what was agreed; the order's amount follows", async () => {
    const contract = await insert({ deliveryPrice: "4.90" });
    const added = await send(shop, addLineItem, { ...idOf(contract), variantId: goods.beans, quantity: 2 });
    expect([added.status, linesOf(added)]).toEqual([200, ["Tea 1 × 9.99", "Beans 2 × 14.50"]]);
    expect((await readContractRow(contract)).orderAmount).toBe("43.8900");
    const planned = await send(
      shop,
      addLineItem,
      {},
      {
        body: {
          ...idOf(contract),
          variantId: goods.greenTea,
          sellingPlanId: `gid://platform/SellingPlan/${goods.teaPlan}`,
        },
      },
    );
    expect(linesOf(planned).at(-1)).toBe("Tea Green 1 × 10.80");
    expect(planned.body.lines.nodes.at(-1)).toMatchObject({
      sellingPlanName: "Tea club",
      pricingPolicy: { basePrice: { amount: "12.00" }, cycleDiscounts: [{ afterCycle: 0 }] },
    });
    const agreed = { ...idOf(contract), variantId: goods.beans, price: "3.10", sellingPlanId: "" };
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

  test("what is missing is named together with what is wrong, wherever the rest was sent", async () => {
    const bad = { quantity: "0", price: "x" };
    const wrong = await send(shop, addLineItem, bad);
    expect(namesOf(wrong)).toEqual(["contractId", "price", "quantity", "variantId"]);
    const inBody = await send(shop, addLineItem, { contractId: "1" }, { body: { ...bad, variantId: "" } });
    expect(namesOf(inBody)).toEqual(["/price", "/quantity", "variantId"]);
  });

  test("several at once: all of them or none, in both forms of the body", async () => {
    const contract = await insert();
    const list = [{ variantId: goods.beans, quantity: 2 }, { variantId: String(goods.greenTea) }];
    const added = await send(shop, addLineItems, idOf(contract), { body: list });
    expect(linesOf(added)).toEqual(["Tea 1 × 9.99", "Beans 2 × 14.50", "Tea Green 1 × 12.00"]);
    const none = await send(shop, addLineItems, idOf(contract), { body: { [goods.beans]: 1, 99: 1 } });
    expect([none.status, codesOf(none)]).toEqual([400, ["/99 unknown_variant"]]);
    const wrong = await send(shop, addLineItems, idOf(contract), { body: { x: 1, [goods.beans]: 1000 } });
    expect(namesOf(wrong)).toContain(`/${goods.beans}`);
    for (const body of [[], {}, 7, [{ quantity: 1 }]])
      expect((await send(shop, addLineItems, idOf(contract), { body })).status).toBe(400);
    const more = await send(shop, addLineItems, idOf(contract), { body: { [goods.beans]: 3 } });
    expect(linesOf(more)).toHaveLength(4);
  });

  test("wanted once, it is a one-time product of the next order, and no line", async () => {
    const contract = await insert({ attempts: [{}] });
    const once = { ...idOf(contract), variantId: goods.beans, isOneTimeProduct: true };
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
    const fine = { ...idOf(contract), variantId: goods.beans, sellingPlanId: goods.teaPlan, price: "1.234" };
    expect(codesOf(await send(shop, addLineItem, fine))).toEqual([
      "price too_many_decimals",
      "sellingPlanId plan_of_another_product",
    ]);
    expect((await send(shop, addLineItem, { ...fine, price: "1.23", sellingPlanId: "" })).status).toBe(200);
    expect(namesOf(await send(shop, addLineItem, {}))).toEqual(["contractId", "variantId"]);
    const wrong = { contractId: 0, variantId: "x", quantity: 0, price: -1, sellingPlanId: "y" };
    expect(namesOf(await send(shop, addLineItem, wrong))).toEqual(Object.keys(wrong).sort());
    const mine = await insertContract(other.shop.id);
    expect((await send(shop, addLineItem, { ...idOf(mine), variantId: goods.beans })).status).toBe(404);
    const over = await insert({ status: "CANCELLED" });
    expect((await send(shop, addLineItem, { ...idOf(over), variantId: goods.beans })).status).toBe(409);
  });

  test("customers add what the shop lets them, once it is switched on, and set no price", async () => {
    const contract = await insert();
    const by = contract.customerId;
    const ask = async (wanted: object) => {
      const { status, body } = await send(shop, addLineItem, { ...idOf(contract), ...wanted }, { by });
      return `${status} ${body.code ?? ""}`.trim();
    };
    expect(await ask({ variantId: goods.greenTea })).toBe("403 switched_off");
    await switchOn("add_line");
    expect(await ask({ variantId: goods.greenTea })).toBe("200");
    expect(await ask({ variantId: goods.greenTea, price: "0.01" })).toBe("403 forbidden");
    expect(await ask({ variantId: goods.beans })).toBe("403 forbidden");
    await saveSettings(shop, { enabledActions: ["add_line"], lineChoice: "OFFERED" });
    expect(await ask({ variantId: goods.beans })).toBe("200");
    await saveSettings(shop, {
      enabledActions: ["add_line"],
      lineChoice: "OFFERED",
      addableProductIds: [goods.teaProduct],
    });
    const fresh = await insert({ customerId: by });
    const notNamed = await send(shop, addLineItem, { ...idOf(fresh), variantId: goods.beans }, { by });
    expect(notNamed.body.code).toBe("forbidden");
    expect(await ask({ variantId: goods.tea, sellingPlanId: goods.teaPlan })).toBe("200");
    const yearly = await insert({ billingInterval: "YEAR", customerId: by });
    const refused = { ...idOf(yearly), variantId: goods.tea, sellingPlanId: goods.teaPlan };
    expect(codesOf(await send(shop, addLineItem, refused, { by }))).toEqual([
      "sellingPlanId plan_of_another_frequency",
    ]);
    expect((await send(shop, addLineItem, refused, { by: (await insert()).customerId })).status).toBe(404);
  });
});
