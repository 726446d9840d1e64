import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { db } from "~db/client.server";
import { bulkAutomationItems, bulkAutomations } from "~db/schema/bulk-automations";
import { contractDiscounts } from "~db/schema/contracts";
import type { Address } from "~db/schema/customers";
import { discountCodes, discountCodeUses } from "~db/schema/discount-codes";
import { events } from "~db/schema/events";
import { methodUpdates, portalReturns } from "~db/schema/hosted-pages";
import { idempotentCalls } from "~db/schema/idempotent-calls";
import { importContractRows, importCustomers, importErrors, imports } from "~db/schema/imports";
import { internalNotes } from "~db/schema/internal-notes";
import { mails } from "~db/schema/mails";
import { noticeOptOuts, notices } from "~db/schema/notices";
import { oneTimeProducts } from "~db/schema/one-time-products";
import { orderRefunds } from "~db/schema/orders";
import { portalTokens } from "~db/schema/portal-access";
import { referrals, referrers } from "~db/schema/referrals";
import { savedViews } from "~db/schema/shops";
import { gatewayNotices, stripePayments } from "~db/schema/stripe";
import { testGatewayPages } from "~db/schema/test-gateway";
import { textMessages } from "~db/schema/text-messages";
import { wayBacks } from "~db/schema/way-backs";
import { webhookDeliveries } from "~db/schema/webhooks";
import { billedMonthly, callerAt, DUE, firstOrderOf, runAt } from "../calls/billing";
import { addEndpoint } from "../calls/webhooks";
import { insertCustomer, insertPaymentMethod, NOW, nextNumber, type TestShop } from "./factories";

/** Stands in every text about the customer, and nowhere else. */
export const MARK = /zqx|5550199/i;
export const EMAIL = "zqx.ada@zqxmail.example";
const PHONE = "+49305550199";
const NOTE = "zqx rings twice";

const ADDRESS: Address = {
  firstName: "Zqxada",
  lastName: "Zqxlove",
  company: "Zqx & Co",
  address1: "Zqxweg 5",
  address2: "Zqxhof",
  city: "Zqxstadt",
  province: "Zqxland",
  provinceCode: "ZQX",
  country: "Germany",
  countryCode: "DE",
  zip: "ZQX10115",
  phone: PHONE,
};
const ATTRIBUTES = [
  { key: "Engraving", value: "For zqx" },
  { key: "_bundle", value: "tea-box" },
];
const stamp = { createdAt: NOW };

/**
 * A customer who has done all that a shop keeps something about, with a paid order and a contract that has ended. Every
 * text that an erasing takes away holds the mark.
 */
export async function insertMarkedCustomer(shop: TestShop) {
  const shopId = shop.id;
  const { id: customerId } = await insertCustomer(shopId, {
    firstName: "Zqxada",
    lastName: "Zqxlove",
    email: EMAIL,
    phone: PHONE,
    defaultAddress: ADDRESS,
    note: NOTE,
    tags: ["zqx"],
    language: "de",
  });
  const paymentMethodId = await insertPaymentMethod(shopId, customerId, {
    brand: "zqxcard",
    lastDigits: "4242",
    holderName: "Zqxada",
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
      audit: { ...callerAt(shop, DUE).audit, actor: { type: "customer", name: "Zqxada Zqxlove" } },
    },
    {
      contractId: contract.subscriptionContractId,
      status: "CANCELLED",
      cancellation: { reason: "Zqx moves to Rome", feedback: NOTE },
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
  await db.delete(wayBacks);
  await db
    .insert(wayBacks)
    .values({ ...of, version: 1, action: "x", content: { orderNote: NOTE }, ...stamp });
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

async function insertMessages(shopId: number, customerId: number, contractId: number): Promise<void> {
  const said = {
    recipient: EMAIL,
    subject: NOTE,
    text: NOTE,
    html: NOTE,
    unsubscribeUrl: "https://zqx.example",
    lastError: NOTE,
  };
  await db.insert(mails).values([
    {
      shopId,
      kind: "notice",
      status: "QUEUED",
      customerId,
      dedupeKey: "zqx",
      returnCode: "zqx",
      ...said,
      ...stamp,
    },
    { shopId, kind: "referral_welcome", status: "SENT", ...said, ...stamp },
  ]);
  await db.insert(textMessages).values({
    shopId,
    kind: "notice",
    status: "QUEUED",
    recipient: PHONE,
    text: NOTE,
    segments: 1,
    customerId,
    contractId,
    dedupeKey: "zqx",
    lastError: NOTE,
    ...stamp,
  });
  await db.insert(notices).values({
    shopId,
    kind: "cancelled",
    channel: "MAIL",
    state: "MADE",
    cause: `event:${nextNumber()}`,
    contractId,
    customerId,
    ...stamp,
  });
  await db.insert(noticeOptOuts).values({ shopId, customerId, ...stamp });
  await db.insert(portalTokens).values({
    shopId,
    id: `token-${nextNumber()}`,
    kind: "SESSION",
    customerId,
    issuedByType: "customer",
    issuedByName: "Zqxada Zqxlove",
    expiresAt: new Date("2030-01-01"),
    isSingleUse: false,
    ...stamp,
  });
}

async function insertPayments(
  shopId: number,
  customerId: number,
  order: { attemptId: number; orderId: number },
) {
  const { attemptId, orderId } = order;
  await db.execute(sql`
    update billing_attempts set order_note = ${NOTE}, error_message = ${NOTE}, action_url = 'https://zqx.example'
    where shop_id = ${shopId} and id = ${attemptId}`);
  await db.execute(sql`
    update billing_tries set error_message = ${NOTE} where shop_id = ${shopId} and attempt_id = ${attemptId}`);
  await db.execute(sql`update test_gateway_payments set last_digits = 'zqx' where shop_id = ${shopId}`);
  await db.insert(orderRefunds).values({
    shopId,
    orderId,
    number: 1,
    key: randomUUID(),
    amount: "1.00",
    reason: NOTE,
    state: "REFUSED",
    errorMessage: NOTE,
    ...stamp,
  });
  await db.insert(stripePayments).values({
    shopId,
    ref: `ref-${nextNumber()}`,
    attemptId,
    key: randomUUID(),
    amount: "10",
    currencyCode: "USD",
    customer: "cus_marked",
    intent: "pi_marked",
    ...stamp,
  });
  const body = JSON.stringify({ id: "evt_marked", data: { intent: "pi_marked", name: "Zqxada" } });
  await db
    .insert(gatewayNotices)
    .values({ shopId, gateway: "stripe", eventId: "evt_marked", body, receivedAt: NOW, handledAt: NOW });
  const page = `page-${nextNumber()}`;
  await db.insert(testGatewayPages).values({
    shopId,
    id: page,
    kind: "CARD",
    lastDigits: "zqx",
    backUrl: "https://zqx.example",
    state: "OPEN",
    ...stamp,
  });
  await db.insert(methodUpdates).values({
    shopId,
    id: randomUUID(),
    customerId,
    contractIds: [1],
    gateway: "zqx",
    page,
    state: "OPEN",
    paymentMethodId: "zqx",
    ...stamp,
  });
  await db.insert(portalReturns).values({
    shopId,
    codeHash: "zqx",
    customerId,
    contractId: 1,
    attemptId,
    tokenId: "zqx",
    expiresAt: new Date("2030-01-01"),
    ...stamp,
  });
}

async function insertHistory(
  shop: TestShop,
  customerId: number,
  contract: { id: number; subscriptionContractId: number },
): Promise<void> {
  const shopId = shop.id;
  const contractId = contract.id;
  await db.execute(sql`
    insert into activity (shop_id, contract_id, actor_type, actor_name, action, before, after, created_at) values
      (${shopId}, ${contractId}, 'customer', 'Zqxada Zqxlove', 'contract.address_changed',
        ${JSON.stringify({ deliveryAddress: ADDRESS })}::jsonb, ${JSON.stringify({ deliveryAddress: ADDRESS, orderNote: NOTE })}::jsonb, now()),
      (${shopId}, ${contractId}, 'system', 'Mail', 'contract.email_failed', null,
        ${JSON.stringify({ mail: "notice", reason: `550 ${EMAIL} unknown` })}::jsonb, now()),
      (${shopId}, null, 'staff', 'Staff', 'internal_note.added', null, ${JSON.stringify({ customerId, aside: NOTE })}::jsonb, now())`);
  const [code] = await db
    .insert(discountCodes)
    .values({
      shopId,
      code: "FRIEND",
      origin: "REFERRAL",
      valueType: "PERCENTAGE",
      value: "5",
      isOncePerCustomer: false,
      isActive: true,
      restrictedEmail: EMAIL,
      updatedAt: NOW,
      ...stamp,
    })
    .returning();
  if (!code) throw new Error("an insert returned no row");
  await db.insert(discountCodeUses).values({
    shopId,
    codeId: code.id,
    discountId: randomUUID(),
    contractId,
    customerId,
    isOnce: false,
    ...stamp,
  });
  const other = await insertCustomer(shopId);
  await db.insert(referrers).values([
    { shopId, token: "zqxtoken", customerId, ...stamp },
    { shopId, token: `token-${nextNumber()}`, customerId: other.id, ...stamp },
  ]);
  const [asFriend] = await db
    .insert(referrals)
    .values([
      {
        shopId,
        referrerId: other.id,
        email: EMAIL,
        emailKey: EMAIL,
        status: "ACCEPTED",
        isClaimed: true,
        welcomeCodeId: code.id,
        reasons: [],
        language: "en",
        ...stamp,
      },
      {
        shopId,
        referrerId: customerId,
        email: "friend@zqxmail.example",
        emailKey: "friend@zqxmail.example",
        status: "INVITED",
        isClaimed: false,
        reasons: [],
        language: "en",
        ...stamp,
      },
    ])
    .returning();
  const endpoint = await addEndpoint(shop, `http://127.0.0.1:9/${nextNumber()}`);
  const ofEvent = { shopId, changedFields: [], body: { email: EMAIL }, ...stamp };
  await db.insert(events).values([
    { ...ofEvent, type: "updated", contractId, contractVersion: 1, position: 9001, sequence: 1 },
    { ...ofEvent, type: "updated", contractId, contractVersion: 2 },
    { ...ofEvent, type: "referral.accepted", subjectId: asFriend?.id, position: 9002 },
  ]);
  await db.insert(webhookDeliveries).values({
    shopId,
    endpointId: endpoint.id,
    position: 9001,
    type: "updated",
    contractId,
    status: "DELIVERED",
    attempts: 1,
    tries: [
      { at: NOW.toISOString(), milliseconds: 1, signature: "v1,x", status: 200, error: null, answer: EMAIL },
    ],
    ...stamp,
  });
  await db.insert(bulkAutomations).values({
    shopId,
    id: 1,
    kind: "LINE_PRICE",
    parameters: {},
    status: "COMPLETED",
    selectionType: "FILTER",
    selectionFilter: `q=${encodeURIComponent(EMAIL)}&status=ACTIVE`,
    actorType: "staff",
    actorName: "Staff",
    ...stamp,
  });
  await db.insert(bulkAutomationItems).values({
    shopId,
    automationId: 1,
    contractId,
    version: 1,
    status: "SUCCEEDED",
    before: NOTE,
    after: NOTE,
  });
  await db
    .insert(savedViews)
    .values({ shopId, staffId: shop.staff.id, name: "Zqxada Zqxlove", search: "q=Zqxada+Zqxlove", ...stamp });
  await db.insert(idempotentCalls).values({
    shopId,
    key: "call",
    fingerprint: "x",
    claim: randomUUID(),
    claimedAt: NOW,
    doneAt: NOW,
    status: 200,
    headers: { "x-zqx": "zqx" },
    body: JSON.stringify({ id: contract.subscriptionContractId, customerName: "Zqxada" }),
  });
}

async function insertImport(shopId: number, customerId: number): Promise<void> {
  const [made] = await db
    .insert(imports)
    .values({
      shopId,
      status: "COMPLETED",
      isFullCatalogue: false,
      actorType: "staff",
      actorName: "Staff",
      ...stamp,
    })
    .returning();
  if (!made) throw new Error("an insert returned no row");
  const of = { shopId, importId: made.id };
  await db.insert(importErrors).values([
    {
      ...of,
      severity: "ERROR",
      file: "CUSTOMERS",
      line: 2,
      column: "Email",
      value: EMAIL,
      reason: `No address: ${EMAIL}`,
    },
    {
      ...of,
      severity: "ERROR",
      file: "CUSTOMERS",
      line: 2,
      column: "City",
      value: "zqxstadt",
      reason: "Too long",
    },
  ]);
  await db.insert(importCustomers).values({
    ...of,
    customerId,
    line: 2,
    firstName: "Zqxada",
    lastName: "Zqxlove",
    email: EMAIL,
    phone: PHONE,
    note: NOTE,
    acceptsEmailMarketing: false,
    acceptsSmsMarketing: false,
    defaultAddress: ADDRESS,
    tags: ["zqx"],
  });
  await db.insert(importContractRows).values({
    ...of,
    handle: "zqx",
    line: 2,
    isBad: false,
    isHead: true,
    customerId,
    paymentMethodId: "zqx",
    deliveryMethodType: "zqx",
    deliveryAddress: ADDRESS,
    deliveryInstructions: NOTE,
    pickupLocationId: "zqx",
    sellingPlanName: "zqx",
  });
}
