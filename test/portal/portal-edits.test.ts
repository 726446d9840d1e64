import { gzipSync } from "node:zlib";
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~db/client.server";
import { variants } from "~db/schema/catalogue";
import type { PortalAction } from "~db/schema/portal-settings";
import { apply, insertCode } from "../support/calls/discounts";
import { dateText, openContract, saveSettings } from "../support/calls/portal-contract";
import {
  listForms,
  listTargets,
  openPortal,
  type PortalAnswer,
  toPlainText,
} from "../support/calls/portal-pages";
import { insertCatalogue } from "../support/data/catalogue";
import { inDays } from "../support/data/days";
import { insertContract, insertCustomer, insertPaymentMethod } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest({ name: "Fernhill", currencyCode: "EUR" });
const ALL: PortalAction[] = [
  "add_line",
  "remove_line",
  "swap_line",
  "change_plan",
  "payment_method",
  "order_note",
];

let coffee: { id: number; variantIds: number[] };
let honey: { id: number; variantIds: number[] };
let plans: number[];

beforeEach(async () => {
  const made = await insertCatalogue(shop.id, {
    products: [
      {
        title: "Coffee",
        variants: [
          { title: "250 g", price: "10.00" },
          { title: "500 g", price: "18.00" },
          { title: "1 kg", price: "30.00", available: false },
        ],
      },
      { title: "Honey", variants: [{ title: "Default Title", price: "7.50" }] },
    ],
  });
  [coffee, honey] = made.products as [typeof coffee, typeof honey];
  const { groups } = await insertCatalogue(shop.id, {
    products: [],
    groups: [
      {
        productIds: [coffee.id],
        plans: [
          { name: "Monthly", billingInterval: "MONTH", billingIntervalCount: 1, discountPercentage: "10" },
          { name: "Slow", billingInterval: "MONTH", billingIntervalCount: 2, discountPercentage: "20" },
        ],
      },
    ],
  });
  plans = groups[0]?.planIds ?? [];
  await saveSettings(shop, { enabledActions: ALL });
});

/** Coffee and tea, 15.00 a month. */
async function open(price = "10.00", plan?: { id: number; name: string }) {
  const { id: customerId } = await insertCustomer(shop.id);
  const contract = await insertContract(shop.id, {
    customerId,
    currencyCode: "EUR",
    billingInterval: "MONTH",
    billingIntervalCount: 1,
    nextBillingDate: inDays(10),
    paymentMethodId: await insertPaymentMethod(shop.id, customerId, { brand: "visa", lastDigits: "4242" }),
    lines: [
      {
        title: "Coffee",
        variantTitle: "250 g",
        productId: coffee.id,
        variantId: coffee.variantIds[0],
        currentPrice: price,
        ...(plan && { basePrice: "10.00", sellingPlanId: plan.id, sellingPlanName: plan.name }),
      },
      { title: "Tea", currentPrice: "5.00" },
    ],
    attempts: [10, 40].map((days) => ({ billingDate: inDays(days) })),
  });
  const portal = await openPortal(shop, customerId);
  const at = { contract: contract.subscriptionContractId };
  const line = contract.lines[0]?.id ?? "";
  const read = async () => toPlainText((await portal.get(at)).html);
  return { contract, portal, at, line, read };
}

/** The targets of a view's links, with their texts. */
const listLinks = ({ html }: PortalAnswer, view: string) =>
  listTargets(html)
    .filter((target) => target.get("view") === view)
    .map((target) => Object.fromEntries(target));

describe("a swap", () => {
  test("shows each choice with what an order costs, asks once, does it, and takes it back", async () => {
    const { portal, at, line, read } = await open();
    const list = await portal.get({ ...at, view: "swap", line });
    const text = toPlainText(list.html);
    expect(text).toContain("Coffee 500 g Each order: €23.00 €18.00 Choose");
    expect(text).not.toContain("1 kg");
    expect(text).not.toContain("Honey");
    const [link] = listLinks(list, "swap").filter(({ variant }) => variant);
    const asked = await portal.get(link);
    expect(toPlainText(asked.html)).toContain(
      "Each order So far: Coffee, 250 g €15.00 From now on: Coffee, 500 g €23.00 Swap Not now",
    );
    const done = await portal.press(asked, "Swap");
    expect(toPlainText(done.html)).toContain("Swapped. Undo");
    expect(await read()).toContain("Coffee 500 g Quantity: 1 Change €18.00");
    const back = await portal.press(done, "Undo");
    expect(toPlainText(back.html)).toContain("Swapped.");
    expect(await read()).toContain("Coffee 250 g Quantity: 1 Change €10.00");
    expect(await read()).toContain("Total €15.00");
  });

  test("of a line whose price was agreed on has no undo; under a plan at the catalogue's price it has", async () => {
    const agreed = await open("9.99");
    const swap = async ({ portal, at, line }: typeof agreed) =>
      toPlainText(
        (
          await portal.press(
            await portal.get({ ...at, view: "swap", line, variant: coffee.variantIds[1] ?? 0 }),
            "Swap",
          )
        ).html,
      );
    expect(await swap(agreed)).toMatch(/Swapped\.(?! Undo)/);
    const planned = await open("9.00", { id: plans[0] ?? 0, name: "Monthly" });
    expect(await swap(planned)).toContain("Swapped. Undo");
    expect(await planned.read()).toContain("€16.20");
  });

  test("is for what the merchant offers beside the product's own variants", async () => {
    const { portal, at, line } = await open();
    const choose = { ...at, view: "swap", line, variant: honey.variantIds[0] ?? 0 };
    const send = () =>
      portal.post({ ...choose, intent: "swap" }, { line, variant: String(honey.variantIds[0]) });
    expect(toPlainText((await portal.get(choose)).html)).toContain("What would you like instead?");
    expect((await send()).status).toBe(403);
    await saveSettings(shop, { enabledActions: ALL, lineChoice: "OFFERED", addableProductIds: [honey.id] });
    const found = await portal.get({ ...at, view: "swap", line, q: "hon" });
    expect(toPlainText(found.html)).toContain("Honey Each order: €12.50 €7.50 Choose");
    expect(found.html).not.toContain("500 g");
    const done = await portal.press(await portal.get(choose), "Swap");
    // Coffee itself is not offered by the merchant, so there is no undo.
    expect(toPlainText(done.html)).toMatch(/Swapped\.(?! Undo)/);
  });

  test("for a product that the code is not for shows the full price, and has no undo", async () => {
    const { contract, portal, at, line, read } = await open();
    const code = await insertCode(shop.id, { value: "50", productIds: [coffee.id] });
    expect((await apply(shop, contract, code)).status).toBe(200);
    await saveSettings(shop, {
      enabledActions: ALL,
      lineChoice: "OFFERED",
      addableProductIds: [coffee.id, honey.id],
    });
    const list = toPlainText((await portal.get({ ...at, view: "swap", line })).html);
    expect(list).toContain("Coffee 500 g Each order: €14.00 €18.00");
    expect(list).toContain("Honey Each order: €12.50 €7.50");
    const asked = await portal.get({ ...at, view: "swap", line, variant: honey.variantIds[0] ?? 0 });
    expect(toPlainText((await portal.press(asked, "Swap")).html)).toMatch(/Swapped\.(?! Undo)/);
    expect(await read()).not.toContain(code);
  });

  test("for what is sold out by now says so and shows what there is", async () => {
    const { portal, at, line } = await open();
    const asked = await portal.get({ ...at, view: "swap", line, variant: coffee.variantIds[1] ?? 0 });
    await db
      .update(variants)
      .set({ available: false })
      .where(and(eq(variants.shopId, shop.id), eq(variants.id, coffee.variantIds[1] ?? 0)));
    const refused = await portal.press(asked, "Swap");
    expect(refused.status).toBe(400);
    expect(toPlainText(refused.html)).toContain("This choice is no longer available.");
    expect(toPlainText(refused.html)).toContain("There is nothing to swap it for right now.");
  });

  test("of an unknown line, or another customer's contract, is not found", async () => {
    const { portal, at, line } = await open();
    const other = await open();
    for (const query of [
      { ...at, view: "swap", line: other.line },
      { ...at, view: "remove", line: other.line },
      { ...other.at, view: "swap", line: other.line },
      { ...other.at, view: "plan" },
    ])
      expect((await portal.get(query)).status).toBe(404);
    const sent = { line, variant: String(coffee.variantIds[1]) };
    expect((await portal.post({ ...other.at, intent: "swap" }, sent)).status).toBe(404);
  });
});

describe("adding for good, and removing", () => {
  test("so many come with every order, and go again; the last one stays", async () => {
    const { portal, at, line, read } = await open();
    const list = await portal.get({ ...at, view: "add-line" });
    expect(toPlainText(list.html)).toContain("Coffee 500 g Each order: €33.00 €18.00");
    const asked = await portal.get({
      ...at,
      view: "add-line",
      variant: coffee.variantIds[1] ?? 0,
      quantity: 2,
    });
    expect(toPlainText(asked.html)).toContain("Each order So far €15.00 From now on €51.00 Add");
    const done = await portal.press(asked, "Add");
    expect(toPlainText(done.html)).toContain("Added to your subscription. Undo");
    expect(await read()).toContain("Quantity: 2 Change €36.00");
    expect(toPlainText((await portal.press(done, "Undo")).html)).toContain("Removed from your subscription.");
    const remove = await portal.get({ ...at, view: "remove", line });
    expect(toPlainText(remove.html)).toContain("Each order So far €15.00 From now on €5.00 Remove it");
    const left = await portal.press(remove, "Remove it");
    expect(toPlainText(left.html)).toContain("Removed from your subscription.");
    expect(listLinks(left, "remove")).toEqual([]);
    const stays = await portal.post({ ...at, intent: "remove-line" }, { line });
    expect(stays.status).toBe(404);
  });

  test("a new product comes under the contract's plan, if the plan is for it", async () => {
    const { portal, at, read } = await open("9.00", { id: plans[0] ?? 0, name: "Monthly" });
    const asked = await portal.get({ ...at, view: "add-line", variant: coffee.variantIds[1] ?? 0 });
    expect(listForms(asked.html)[0]?.fields.plan).toBe(String(plans[0]));
    await portal.press(asked, "Add");
    expect(await read()).toContain("Total €30.20");
  });
});

test("a plan is chosen by what an order costs under it", async () => {
  const { portal, at, read } = await open();
  const page = await portal.get({ ...at, view: "plan" });
  expect(toPlainText(page.html)).toContain(
    "Monthly Every month · €14.00 an order Slow Every 2 months · €13.00 an order",
  );
  const done = await portal.press(page, "Save", { plan: String(plans[1]) });
  expect(toPlainText(done.html)).toContain("Your plan is changed.");
  expect(await read()).toContain("Every 2 months");
  expect(await read()).toContain("Total €13.00");
  expect((await portal.press(page, "Save", { plan: String(plans[0]) })).status).toBe(409);
});

test.each([
  ["ja", /: |: ?$/],
  ["zh-Hans", /: |: ?$/],
  ["zh-Hant", /: |: ?$/],
  ["fr", /\S: /],
])(
  "what stands between a label and what it says is the colon of the language: %s",
  async (language, wrong) => {
    const { contract, at, line } = await open();
    const portal = await openPortal(shop, contract.customerId, language);
    const [swapped] = listLinks(await portal.get({ ...at, view: "swap", line }), "swap");
    for (const view of [{}, { view: "plan" }, { view: "add-line" }, { view: "swap", line }, swapped ?? {}]) {
      const { html } = await portal.get({ ...at, ...view });
      const labels = [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label);
      expect([toPlainText(html), ...labels].filter((text) => wrong.test(text ?? ""))).toEqual([]);
    }
  },
);

test("a contract is paid with another saved method, and with the former again", async () => {
  const { portal, at, contract, read } = await open();
  await insertPaymentMethod(shop.id, contract.customerId, { brand: "mastercard", lastDigits: "4444" });
  await insertPaymentMethod(shop.id, contract.customerId, {
    lastDigits: "0001",
    expiryYear: 2020,
    expiryMonth: 1,
  });
  const nameless = await insertPaymentMethod(shop.id, contract.customerId);
  const page = await portal.get({ ...at, view: "payment" });
  expect(toPlainText(page.html)).toContain("Mastercard ending in 4444 Use this one");
  expect(page.html).not.toContain("ending in 0001");
  // An import brings only the id: nobody could tell such methods apart.
  expect(page.html).not.toContain(nameless);
  const done = await portal.press(page, "Use this one");
  expect(toPlainText(done.html)).toContain("Your payment method is changed. Undo");
  expect(await read()).toContain("Mastercard ending in 4444");
  await portal.press(done, "Undo");
  expect(await read()).toContain("Visa ending in 4242");
});

test("a payment method without brand and number is called one that is saved", async () => {
  const { id: customerId } = await insertCustomer(shop.id);
  const paymentMethodId = await insertPaymentMethod(shop.id, customerId);
  const { portal, page } = await openContract(shop, { customerId, paymentMethodId });
  expect(toPlainText(page.html)).not.toContain("Payment Payment");
  const contract = /contract=(\d+)/.exec(page.html)?.[1] ?? "";
  expect(toPlainText((await portal.get({ contract })).html)).toContain("Payment Saved payment method");
});

test("a note on the next order is written, shown again and removed", async () => {
  const { portal, at } = await open();
  const write = async (note: string) =>
    portal.press(await portal.get({ ...at, view: "note" }), "Save", { note });
  expect(toPlainText((await write("Ring <twice>")).html)).toContain("Your note is saved.");
  expect((await portal.get({ ...at, view: "note" })).html).toContain("Ring &lt;twice&gt;</textarea>");
  await write("");
  expect((await portal.get({ ...at, view: "note" })).html).toMatch(/<textarea[^>]*><\/textarea>/);
});

test("a pause until a day puts the next order off to it, and is taken back", async () => {
  const { portal, at, read } = await open();
  const day = (days: number) => inDays(days).toISOString().slice(0, 10);
  const page = await portal.get({ ...at, view: "pause" });
  // A pause moves no other order after the new date, as a change of the date does.
  expect(toPlainText(page.html)).toContain(`Your next order is scheduled for ${dateText(10)}. Orders may`);
  for (const early of [day(5), day(10)])
    expect((await portal.press(page, "Pause", { date: early })).status).toBe(400);
  expect((await portal.press(page, "Pause", { date: day(400) })).status).toBe(400);
  const done = await portal.press(page, "Pause", { date: day(75) });
  expect(toPlainText(done.html)).toContain(
    "There will be no orders or charges before the day you chose. Undo",
  );
  expect(done.html).toContain(`<time dateTime="${day(75)}">`);
  expect(await read()).not.toContain("Resume");
  expect((await portal.press(done, "Undo")).html).toContain(`<time dateTime="${day(10)}">`);
  await saveSettings(shop, { disabledActions: ["pause"] });
  expect((await portal.get({ ...at, view: "pause" })).status).toBe(403);
  expect((await portal.post({ ...at, intent: "pause-until" }, { date: day(75) })).status).toBe(403);
});

test("no page weighs 12 KB, and none brings a script, however much it offers", async () => {
  await insertCatalogue(shop.id, {
    products: Array.from({ length: 30 }, (_, index) => ({
      title: `Single-origin coffee from estate number ${index}, lightly roasted`,
      imageUrl: `https://images.example/a/long/path/of/a/picture-${index}.jpg`,
    })),
  });
  await saveSettings(shop, { enabledActions: ALL, lineChoice: "OFFERED" });
  const { portal, at, line } = await open();
  for (const view of ["swap", "add-line", "remove", "plan", "note", "line", "payment", "pause", ""]) {
    const { status, html } = await portal.get({ ...at, view, line });
    expect([view, status]).toEqual([view, 200]);
    expect([view, gzipSync(html).byteLength < 12 * 1024]).toEqual([view, true]);
    expect(html).not.toContain("<script");
  }
});
