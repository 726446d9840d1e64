import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { dateText, openContract, saveSettings } from "../support/calls/portal-contract";
import { listForms, toPlainText } from "../support/calls/portal-pages";
import { insertCatalogue } from "../support/data/catalogue";
import { inDaysAtNine } from "../support/data/days";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest({ name: "Fernhill", currencyCode: "EUR" });

describe("a product of an order to come", () => {
  test("a product is added once to the next order, found by name, and taken out again", async () => {
    const { portal, contract } = await openContract(shop);
    await insertCatalogue(shop.id, {
      products: [{ title: "Honey", handle: "honey", variants: [{ price: "7.50" }] }],
    });
    const at = { contract: contract.subscriptionContractId, view: "add" };
    const found = await portal.get({ ...at, q: "hon" });
    expect(listForms(found.html).map(({ button }) => button)).toEqual(["Add"]);
    const added = await portal.press(found, "Add");
    expect(toPlainText(added.html)).toContain("Added to your next order. Undo");
    expect(toPlainText(added.html)).toMatch(/Honey .*One time only Remove €7.50 .*Total €62.40/);
    const removed = await portal.press(added, "Undo");
    expect(toPlainText(removed.html)).toContain("Removed from your next order.");
    await saveSettings(shop, { addableProductIds: [] });
    expect(toPlainText((await portal.get(at)).html)).toContain("No products found.");
  });

  test("a product is offered at the price at which it is added, the contract's discount taken off", async () => {
    const { portal, contract } = await openContract(shop, {
      discounts: [{ valueType: "PERCENTAGE", value: "10" }],
    });
    await insertCatalogue(shop.id, {
      products: [{ title: "Honey", handle: "honey", variants: [{ price: "7.50" }] }],
    });
    const found = await portal.get({ contract: contract.subscriptionContractId, view: "add", q: "honey" });
    expect(toPlainText(found.html)).toMatch(/Honey .*€6.75/);
    expect(toPlainText((await portal.press(found, "Add")).html)).toMatch(/Honey .*Remove €6.75/);
  });

  test("a contract in another currency than the shop's is offered no products, and takes none that are sent", async () => {
    const { portal, page, contract } = await openContract(shop, { currencyCode: "USD" });
    const { products } = await insertCatalogue(shop.id, { products: [{ title: "Honey", handle: "honey" }] });
    const offer = "Add a product to your next order";
    expect(toPlainText(page.html)).not.toContain(offer);
    expect(toPlainText((await openContract(shop)).page.html)).toContain(offer);
    const at = { contract: contract.subscriptionContractId, view: "add" };
    expect(toPlainText((await portal.get(at)).html)).toContain("Your next order");
    const [attempt] = await db
      .select()
      .from(billingAttempts)
      .where(and(eq(billingAttempts.contractId, contract.id), eq(billingAttempts.status, "QUEUED")))
      .orderBy(billingAttempts.billingDate);
    const refused = await portal.post(
      { ...at, intent: "add-product" },
      {
        attempt: String(attempt?.id),
        variant: String(products[0]?.variantIds[0]),
        handle: "honey",
        quantity: "1",
      },
    );
    expect(refused.status).toBe(400);
    expect(toPlainText(refused.html)).toContain("This cannot be changed here. Please get in touch with us.");
  });

  test("of a product so many are added as the customer writes, 1 to 999, whatever script its handle is in", async () => {
    const { portal, contract } = await openContract(shop);
    await insertCatalogue(shop.id, {
      products: [{ title: "Honey", handle: "はちみつ_1", variants: [{ price: "7.50" }] }],
    });
    const found = await portal.get({ contract: contract.subscriptionContractId, view: "add", q: "Honey" });
    expect(listForms(found.html)[0]?.fields.quantity).toBe("1");
    for (const quantity of ["0", "1000", "1.5", "-1", "1e2", "", "many"]) {
      const refused = await portal.press(found, "Add", { quantity });
      expect([quantity, refused.status]).toEqual([quantity, 400]);
      expect(refused.html).toContain('href="#f-quantity"');
      expect(refused.html).toMatch(/id="f-quantity"[^>]*aria-invalid="true"/);
      expect(listForms(refused.html)[0]?.fields.quantity).toBe(quantity);
    }
    const added = await portal.press(found, "Add", { quantity: "3" });
    expect(toPlainText(added.html)).toMatch(/Honey .*Quantity: 3 One time only Remove €22.50 .*Total €77.40/);
    const taken = await portal.press(added, "Undo");
    const most = await portal.press(
      await portal.get({ contract: contract.subscriptionContractId, view: "add", q: "Honey" }),
      "Add",
      {
        quantity: "999",
      },
    );
    expect(toPlainText(taken.html)).toContain("Total €54.90");
    expect(toPlainText(most.html)).toContain("Quantity: 999");
  });

  test("a product on an order after the next is shown there, outside the next order's total, and taken out", async () => {
    const { contract, portal } = await openContract(shop);
    const honey = await insertCatalogue(shop.id, {
      products: [{ title: "Honey", handle: "honey", variants: [{ price: "7.50" }] }],
    });
    const attempts = await db
      .select({ id: billingAttempts.id })
      .from(billingAttempts)
      .where(and(eq(billingAttempts.shopId, shop.id), eq(billingAttempts.billingDate, inDaysAtNine(40))));
    const at = { contract: contract.subscriptionContractId };
    const later = {
      attempt: String(attempts[0]?.id),
      variant: String(honey.products[0]?.variantIds[0]),
      handle: "honey",
    };
    const answer = await portal.post({ ...at, intent: "add-product" }, later);
    const text = toPlainText((await portal.follow(answer)).html);
    expect(text).toContain(
      `After that ${dateText(40)} Honey, Default One time only · Quantity: 1 · €7.50 Remove`,
    );
    expect(text).toContain("Total €54.90");
    const removed = await portal.press(await portal.get(at), "Remove");
    expect(toPlainText(removed.html)).not.toContain("Honey");
  });
});
