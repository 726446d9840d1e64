import { gzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { refundOrder } from "~/features/billing/charging/refund.service.server";
import { db } from "~db/client.server";
import { contractLines } from "~db/schema/contracts";
import { oneTimeProducts } from "~db/schema/one-time-products";
import { billedMonthly, DUE, daysAfterDue, firstOrderOf, runAt } from "../support/calls/billing";
import { saveSettings } from "../support/calls/portal-contract";
import { openPortal, toPlainText } from "../support/calls/portal-pages";
import { BERLIN_ADDRESS } from "../support/data/addresses";
import { insertCatalogue } from "../support/data/catalogue";
import { insertContract, insertPaymentMethod, NOW, testAudit } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest({ gateway: "test", currencyCode: "EUR", name: "Fernhill" });
const caller = () => ({ shop: shop.shop, customerId: null, audit: testAudit(NOW), receivedAt: NOW });

/** A contract whose first order is paid: two pots less ten percent, tea once, delivery. */
async function openPaid(overrides: Parameters<typeof billedMonthly>[1] = {}, language?: string) {
  const contract = await billedMonthly(shop, {
    currencyCode: "EUR",
    deliveryPrice: "4.90",
    deliveryAddress: BERLIN_ADDRESS,
    lines: [{ title: "Pot", quantity: 2, currentPrice: "9.50" }],
    discounts: [{ title: "WELCOME", value: "10" }],
    ...overrides,
  });
  const { id: order } = await firstOrderOf(contract);
  await insertTea(contract.id, order);
  await runAt(shop, DUE);
  const portal = await openPortal(shop, contract.customerId, language);
  const at = { contract: contract.subscriptionContractId };
  const readReceipt = () => portal.get({ ...at, view: "receipt", order });
  return { contract, order, portal, at, readReceipt };
}
async function insertTea(contractId: number, billingAttemptId: number) {
  const { products } = await insertCatalogue(shop.id, {
    products: [{ title: "Tea", variants: [{ title: "50 g" }] }],
  });
  await db.insert(oneTimeProducts).values({
    shopId: shop.id,
    contractId,
    billingAttemptId,
    variantId: products[0]?.variantIds[0] ?? 0,
    variantHandle: "tea",
    quantity: 1,
    price: "4.20",
    createdAt: NOW,
  });
}

describe("a receipt", () => {
  test("tells what was sold as it was sold, to whom, by whom, and what it was paid with", async () => {
    await saveSettings(shop, { shopAddress: "Dorfstraße 1\n12345 Musterstadt" });
    const { contract, readReceipt } = await openPaid();
    await db.update(contractLines).set({ title: "Jug" }).where(eq(contractLines.contractId, contract.id));
    const { status, html } = await readReceipt();
    const text = toPlainText(html);
    expect(status).toBe(200);
    expect(text).toMatch(/Receipt · Order #\d+ Paid on March 31, 2026/);
    expect(html).toMatch(/<title>Receipt · Order #\d+ · [^<]+<\/title>/);
    expect(text).toContain("Pot 2 × €9.50 €19.00 Tea, 50 g 1 × €4.20 €4.20");
    expect(text).toContain("Subtotal €23.20 WELCOME -€1.90 Delivery €4.90 Total €26.20");
    expect(text).toContain("Prices include any applicable tax.");
    expect(text).toContain("Sold by Fernhill Dorfstraße 1 12345 Musterstadt Delivered to");
    expect(text).toContain("10115 Berlin");
    expect(text).toContain("ending in 4242");
    expect(text).not.toContain("Jug");
    expect(html).not.toMatch(/<script|\sstyle=|\son\w+=/i);
    expect(gzipSync(html).byteLength).toBeLessThan(12 * 1024);
  });

  test("keeps its card when the contract gets another, and shows every refund and what is left", async () => {
    const { contract, order, portal, at, readReceipt } = await openPaid();
    await insertPaymentMethod(shop.id, contract.customerId, { lastDigits: "9995" });
    await refundOrder(caller(), order, { amount: "6.20" });
    let text = toPlainText((await readReceipt()).html);
    expect(text).toMatch(/Total €26.20 Refunded, March 2, 2026 -€6.20 After refunds €20.00/);
    expect(toPlainText((await portal.get({ ...at, view: "orders" })).html)).toMatch(
      /Paid · €6.20 refunded · Order #\d+ €26.20 Receipt/,
    );
    await refundOrder(caller(), order, {});
    text = toPlainText((await readReceipt()).html);
    expect(text).toContain("After refunds €0.00");
    expect(text).toContain("ending in 4242");
    expect(toPlainText((await portal.get({ ...at, view: "orders" })).html)).toMatch(
      / Refunded · Order #\d+ €26.20/,
    );
  });

  test("of a prepaid order says how often it is delivered", async () => {
    const { readReceipt } = await openPaid({ billingIntervalCount: 3, deliveryIntervalCount: 1 });
    expect(toPlainText((await readReceipt()).html)).toContain("3 deliveries, paid in advance");
  });

  test("in Arabic has the order's number as it is, and so has the list of orders", async () => {
    const { portal, at, readReceipt } = await openPaid({}, "ar");
    expect((await portal.get({ ...at, view: "orders" })).html).toMatch(/<bdi>#\d+<\/bdi>/);
    expect((await readReceipt()).html).toMatch(/<h1 dir="auto">[^<]+ \u2068#\d+\u2069<\/h1>/);
  });

  test("is there for a paid order of one's own alone: all others are answered alike", async () => {
    const mine = await openPaid();
    const others = await openPaid();
    const failed = await billedMonthly(shop, { customerId: mine.contract.customerId, lastDigits: "0002" });
    await runAt(shop, DUE);
    const unpaid = (await firstOrderOf(failed)).id;
    const asked = [
      { ...mine.at, view: "receipt", order: others.order },
      { ...mine.at, view: "receipt", order: 987_654 },
      { ...mine.at, view: "receipt" },
      // Of another contract of the same customer.
      { contract: failed.subscriptionContractId, view: "receipt", order: mine.order },
      { contract: failed.subscriptionContractId, view: "receipt", order: unpaid },
    ];
    for (const query of asked) {
      const { status, html } = await mine.portal.get(query);
      expect([query, status, toPlainText(html)]).toEqual([
        query,
        404,
        expect.stringContaining("Page not found"),
      ]);
    }
    const { html } = await mine.portal.get({ contract: failed.subscriptionContractId, view: "orders" });
    expect(html).not.toContain("view=receipt");
  });
});

describe("past orders in the portal", () => {
  test("say in plain words what happened to each; the JSON list has the same texts", async () => {
    const contract = await insertContract(shop.id, {
      currencyCode: "EUR",
      attempts: (
        [
          "SUCCESS",
          "FAILURE",
          "SKIPPED",
          "ACTION_REQUIRED",
          "UNKNOWN",
          "PROCESSING",
          "AUTO_CHARGE_DISABLED",
          "CONTRACT_ENDED",
          "CANCELLED",
          "PARKED",
        ] as const
      ).map((status, index) => ({ status, billingDate: daysAfterDue(-10 - index) })),
    });
    const portal = await openPortal(shop, contract.customerId);
    const { html } = await portal.get({ contract: contract.subscriptionContractId, view: "orders" });
    const outcomes = [...html.matchAll(/<li><div><time[^>]*>[^<]*<\/time> <small[^>]*>([^<]*)</g)].map(
      ([, text]) => text,
    );
    expect(outcomes).toEqual([
      "Paid",
      "Payment failed",
      "Skipped",
      "Waiting for your bank",
      "Payment in progress",
      "Payment in progress",
      "Not sent",
      "Not sent",
      "Not sent",
      "Not sent",
    ]);
  });
});
