import { beforeEach, expect, test } from "vitest";
import { db } from "~db/client.server";
import { contractCounts } from "~db/schema/contracts";
import { insertCatalogue } from "../support/data/catalogue";
import { createTestShop, insertContract, insertCustomer, NOW } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

beforeEach(resetDatabase);

test("a contract from the factory has amounts, customer copies and counters that agree with its rows", async () => {
  const { id: shopId } = await createTestShop();
  const { products } = await insertCatalogue(shopId);
  const customer = await insertCustomer(shopId, {
    firstName: "Łukasz",
    lastName: null,
    email: "l@example.com",
  });
  const contract = await insertContract(shopId, {
    customerId: customer.id,
    billingIntervalCount: 3,
    deliveryIntervalCount: 1,
    deliveryPrice: "4.99",
    lines: [{ productId: products[0]?.id, quantity: 3, currentPrice: "7.50" }],
    discounts: [{ value: "20" }],
    attempts: [{ billingDate: NOW }],
  });
  expect(contract).toMatchObject({
    customerName: "Łukasz",
    customerEmail: "l@example.com",
    planType: "PREPAID",
    contractAmount: "18.0000",
    orderAmount: "22.9900",
  });
  expect(await db.select().from(contractCounts)).toMatchObject([
    { status: "ACTIVE", billingInterval: "MONTH", billingIntervalCount: 3, planType: "PREPAID", delta: 1 },
  ]);
});
