import { randomUUID } from "node:crypto";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { db } from "~db/client.server";
import { contractDiscounts } from "~db/schema/contracts";
import { internalNotes } from "~db/schema/internal-notes";
import { oneTimeProducts } from "~db/schema/one-time-products";
import { undos } from "~db/schema/undos";
import { billedMonthly, callerAt, DUE, firstOrderOf, runAt } from "../calls/billing";
import { insertCustomer, insertPaymentMethod, type TestShop } from "../data/factories";
import { insertHistory, insertImport } from "./marked-history";
import { insertMessages, insertPayments } from "./marked-messages";
import { ADDRESS, ATTRIBUTES, EMAIL, NOTE, PHONE, stamp } from "./marks";

/**
 * A customer with data in every table that a shop has about customers, including a paid order and a contract that has
 * ended. Every text that an erasure deletes contains the mark.
 */
export async function insertMarkedCustomer(shop: TestShop) {
  const shopId = shop.id;
  const { id: customerId } = await insertCustomer(shopId, {
    firstName: "Zqxjvada",
    lastName: "Zqxjvlove",
    email: EMAIL,
    phone: PHONE,
    defaultAddress: ADDRESS,
    note: NOTE,
    tags: ["zqxjv"],
    language: "de",
  });
  const paymentMethodId = await insertPaymentMethod(shopId, customerId, {
    brand: "zqxjvcard",
    lastDigits: "4242",
    holderName: "Zqxjvada",
    expiryYear: 2031,
    expiryMonth: 1,
  });
  const contract = await billedMonthly(shop, {
    customerId,
    paymentMethodId,
    deliveryAddress: ADDRESS,
    deliveryInstructions: NOTE,
    orderNote: NOTE,
    orderNoteAttributes: ATTRIBUTES,
    lines: [{ title: "Tea", customAttributes: ATTRIBUTES }],
  });
  await runAt(shop, DUE);
  const order = await firstOrderOf(contract);
  await contractStatus.run(
    {
      ...callerAt(shop, DUE),
      audit: { ...callerAt(shop, DUE).audit, actor: { type: "customer", name: "Zqxjvada Zqxjvlove" } },
    },
    {
      contractId: contract.subscriptionContractId,
      status: "CANCELLED",
      cancellation: { reason: "Zqxjv moves to Rome", feedback: NOTE },
    },
  );
  const of = { shopId, contractId: contract.id };
  await insertMessages(shopId, customerId, contract.id);
  await insertPayments(shopId, customerId, { attemptId: order.id, orderId: Number(order.orderId) });
  await insertHistory(shop, customerId, contract);
  await insertImport(shopId, customerId);
  await db.insert(internalNotes).values([
    { shopId, customerId, text: NOTE, authorName: "Staff", ...stamp },
    { ...of, text: NOTE, authorName: "Staff", ...stamp },
  ]);
  await db.delete(undos);
  await db.insert(undos).values({ ...of, version: 1, action: "x", content: { orderNote: NOTE }, ...stamp });
  await db.insert(oneTimeProducts).values({
    ...of,
    billingAttemptId: order.id,
    variantId: 1,
    variantHandle: "tea",
    quantity: 1,
    price: "1.00",
    ...stamp,
  });
  await db.insert(contractDiscounts).values({
    ...of,
    id: randomUUID(),
    title: "Sorry",
    valueType: "PERCENTAGE",
    value: "5",
    ...stamp,
  });
  return { customerId, contract, orderId: Number(order.orderId) };
}
