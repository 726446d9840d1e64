import { beforeEach, describe, expect, test } from "vitest";
import { addLineItem } from "~/features/contracts/operations/lines/add-lines.server";
import { updateLineItem } from "~/features/contracts/operations/lines/update-line.server";
import { updateContractInterval } from "~/features/contracts/operations/terms/billing-interval.server";
import { updateFrequencyBySellingPlan } from "~/features/contracts/operations/terms/selling-plan.server";
import { type Contract, idOf, lineOf, send } from "../../../support/calls/contract-calls";
import { codesOf, linesOf, requireTrueAmounts } from "../../../support/calls/lines/line-edits";
import { saveSettings } from "../../../support/calls/portal-contract";
import { openPortal, toPlainText } from "../../../support/calls/portal-pages";
import { insertCatalogue } from "../../../support/data/catalogue";
import { listRecordedChanges, readContractRow } from "../../../support/data/contract-plan";
import { insertContract } from "../../../support/data/factories";
import { shopOfEachTest } from "../../../support/data/shop-of-each-test";

const shop = shopOfEachTest({ name: "Fernhill", currencyCode: "EUR" });
const goods = { tea: 0, beans: 0, month: 0, twoMonths: 0, year: 0, beansMonth: 0 };
let contract: Contract;

/** Tea monthly, every two months or yearly, cheaper each time; beans monthly only. A monthly contract of both. */
beforeEach(async () => {
  const { products } = await insertCatalogue(shop.id, {
    products: [
      { id: 71, title: "Tea", variants: [{ price: "20.00" }] },
      { id: 72, title: "Beans", variants: [{ price: "10.00" }] },
    ],
  });
  const plan = (
    name: string,
    billingInterval: "MONTH" | "YEAR",
    count: number,
    discountPercentage: string,
  ) => ({
    name,
    billingInterval,
    billingIntervalCount: count,
    discountPercentage,
  });
  const { groups } = await insertCatalogue(shop.id, {
    products: [],
    groups: [
      {
        productIds: [71],
        plans: [
          plan("Monthly tea", "MONTH", 1, "5"),
          plan("Tea now and then", "MONTH", 2, "10"),
          plan("Tea for a year", "YEAR", 1, "25"),
        ],
      },
      { productIds: [72], plans: [plan("Monthly beans", "MONTH", 1, "10")] },
    ],
  });
  const [month = 0, twoMonths = 0, year = 0] = groups[0]?.planIds ?? [];
  const [beansMonth = 0] = groups[1]?.planIds ?? [];
  const [tea = 0] = products[0]?.variantIds ?? [];
  const [beans = 0] = products[1]?.variantIds ?? [];
  Object.assign(goods, { tea, beans, month, twoMonths, year, beansMonth });
  contract = await insertContract(shop.id, {
    currencyCode: "EUR",
    lines: [
      {
        title: "Tea",
        productId: 71,
        variantId: tea,
        currentPrice: "19.00",
        basePrice: "20.00",
        sellingPlanId: month,
        sellingPlanName: "Monthly tea",
      },
    ],
    attempts: [{}],
  });
});

const addBeans = () =>
  send(shop, addLineItem, { ...idOf(contract), variantId: goods.beans, sellingPlanId: goods.beansMonth });
const setPlan = (sellingPlanId: number, by?: number) =>
  send(shop, updateFrequencyBySellingPlan, { ...idOf(contract), sellingPlanId }, { by });
const setFrequency = (interval: string, intervalCount: number, by?: number) =>
  send(shop, updateContractInterval, { ...idOf(contract), interval, intervalCount }, { by });
const plansOf = ({ body }: Awaited<ReturnType<typeof send>>) =>
  body.lines.nodes.map(({ sellingPlanName }) => sellingPlanName);

describe("a line under a selling plan keeps to the frequencies of its group", () => {
  test("a customer who takes the yearly plan and sets the frequency back pays by the month again", async () => {
    await saveSettings(shop, { enabledActions: ["change_plan"] });
    const by = contract.customerId;
    expect(linesOf(await setPlan(goods.year, by))).toEqual(["Tea 1 × 15.00"]);
    const back = await setFrequency("MONTH", 1, by);
    expect([back.status, linesOf(back), plansOf(back)]).toEqual([200, ["Tea 1 × 19.00"], ["Monthly tea"]]);
    expect((await readContractRow(contract)).orderAmount).toBe("19.0000");
    await requireTrueAmounts(contract);
    const { activity } = await listRecordedChanges(contract);
    expect(activity.at(-1)).toMatchObject({
      action: "contract.interval_changed",
      before: { sellingPlanName: "Tea for a year", orderAmount: "15.0000" },
      after: { sellingPlanName: "Monthly tea", orderAmount: "19.00" },
    });
  });

  test("at a frequency that no plan of the group has, it leaves its plan and what that takes off, for every caller", async () => {
    await addBeans();
    for (const by of [undefined, contract.customerId]) {
      const often = await setFrequency("MONTH", 2, by);
      expect([linesOf(often), plansOf(often)]).toEqual([
        ["Tea 1 × 18.00", "Beans 1 × 10.00"],
        ["Tea now and then", null],
      ]);
      expect(plansOf(await setFrequency("MONTH", 1, by))).toEqual(["Monthly tea", null]);
    }
    const never = await setFrequency("WEEK", 3);
    expect([linesOf(never), plansOf(never)]).toEqual([
      ["Tea 1 × 20.00", "Beans 1 × 10.00"],
      [null, null],
    ]);
  });

  test("another plan is refused while a product it is not for keeps one of another frequency", async () => {
    await addBeans();
    const refused = await setPlan(goods.year);
    expect([refused.status, codesOf(refused)]).toEqual([400, ["sellingPlanId plan_of_another_frequency"]]);
    expect(refused.body.message).toContain("“Beans”");
    expect((await readContractRow(contract)).billingInterval).toBe("MONTH");
  });

  test("a line is not added, or put, under a plan of another frequency by anybody", async () => {
    await saveSettings(shop, { enabledActions: ["add_line"] });
    const wanted = { ...idOf(contract), variantId: goods.tea, sellingPlanId: goods.year };
    for (const by of [undefined, contract.customerId])
      expect(codesOf(await send(shop, addLineItem, wanted, { by }))).toEqual([
        "sellingPlanId plan_of_another_frequency",
      ]);
    const put = await send(shop, updateLineItem, { ...lineOf(contract), sellingPlanId: goods.year });
    expect(codesOf(put)).toEqual(["sellingPlanId plan_of_another_frequency"]);
  });
});

describe("on the portal's page of frequencies", () => {
  const visit = async () => {
    const portal = await openPortal(shop, contract.customerId);
    const page = await portal.get({ contract: contract.subscriptionContractId, view: "frequency" });
    const choose = async (frequency: string, more: Record<string, string> = {}) =>
      portal.press(page, "Save", { frequency, ...more });
    return { portal, page, choose };
  };

  test("each choice shows what an order would cost; the plans' frequencies are among them", async () => {
    const text = toPlainText((await visit()).page.html);
    for (const [frequency, cost] of [
      ["Every month", "19.00"],
      ["Every 2 months", "18.00"],
      ["Every year", "15.00"],
      ["Every week", "20.00"],
      ["Another frequency", "20.00"],
    ])
      expect(text).toContain(`${frequency} €${cost} an order`);
    contract = await insertContract(shop.id, { currencyCode: "EUR", attempts: [{}] });
    expect(toPlainText((await visit()).page.html)).not.toContain("an order");
  });

  test("undo brings back plan and price, and is not there for what has left its plan", async () => {
    const { portal, choose } = await visit();
    const done = await choose("YEAR.1");
    expect((await readContractRow(contract)).orderAmount).toBe("15.0000");
    await portal.press(done, "Undo");
    expect((await readContractRow(contract)).orderAmount).toBe("19.0000");
    const left = await (await visit()).choose("other", { count: "3", unit: "WEEK" });
    expect((await readContractRow(contract)).orderAmount).toBe("20.0000");
    expect(toPlainText(left.html)).not.toContain("Undo");
  });
});
