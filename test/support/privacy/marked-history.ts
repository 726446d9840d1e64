import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { db } from "~db/client.server";
import { bulkAutomationItems, bulkAutomations } from "~db/schema/bulk-automations";
import { discountCodes, discountCodeUses } from "~db/schema/discount-codes";
import { events } from "~db/schema/events";
import { idempotentCalls } from "~db/schema/idempotent-calls";
import { importContractRows, importCustomers, importErrors, imports } from "~db/schema/imports";
import { referrals, referrers } from "~db/schema/referrals";
import { savedViews } from "~db/schema/shops";
import { webhookDeliveries } from "~db/schema/webhooks";
import { addEndpoint } from "../calls/webhooks";
import { insertContract, insertCustomer, NOW, nextNumber, type TestShop } from "../data/factories";

import { ADDRESS, EMAIL, NOTE, PHONE, REFERRER, stamp } from "./marks";

export async function insertHistory(
  shop: TestShop,
  customerId: number,
  contract: { id: number; subscriptionContractId: number },
): Promise<void> {
  const shopId = shop.id;
  const contractId = contract.id;
  await db.execute(sql`
    insert into activity (shop_id, contract_id, actor_type, actor_name, action, before, after, created_at) values
      (${shopId}, ${contractId}, 'customer', 'Zqxjvada Zqxjvlove', 'contract.address_changed',
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
  const othersContract = await insertContract(shopId, { customerId: other.id });
  await db.insert(referrers).values([
    { shopId, token: "zqxjvtoken", customerId, ...stamp },
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
        email: "friend@zqxjvmail.example",
        emailKey: "friend@zqxjvmail.example",
        status: "INVITED",
        isClaimed: false,
        reasons: [],
        language: "en",
        ...stamp,
      },
    ])
    .returning();
  const naming = JSON.stringify({ referralId: asFriend?.id, email: EMAIL });
  await db.execute(sql`
    insert into activity (shop_id, contract_id, actor_type, actor_name, action, after, created_at)
    select ${shopId}::bigint, c.id, 'customer', a.actor, a.action, ${naming}::jsonb, now()
    from (values (null::bigint), (${othersContract.id}::bigint)) c (id),
      (values (${REFERRER}, 'referral.invited'), (${EMAIL}, 'referral.accepted')) a (actor, action)`);
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
  await db.insert(savedViews).values({
    shopId,
    staffId: shop.staff.id,
    name: "Zqxjvada Zqxjvlove",
    search: "q=Zqxjvada+Zqxjvlove",
    ...stamp,
  });
  await db.insert(idempotentCalls).values({
    shopId,
    key: "call",
    fingerprint: "x",
    claim: randomUUID(),
    claimedAt: NOW,
    doneAt: NOW,
    status: 200,
    headers: { "x-zqxjv": "zqxjv" },
    body: JSON.stringify({ id: contract.subscriptionContractId, customerName: "Zqxjvada" }),
  });
}

export async function insertImport(shopId: number, customerId: number): Promise<void> {
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
      value: "zqxjvstadt",
      reason: "Too long",
    },
  ]);
  await db.insert(importCustomers).values({
    ...of,
    customerId,
    line: 2,
    firstName: "Zqxjvada",
    lastName: "Zqxjvlove",
    email: EMAIL,
    phone: PHONE,
    note: NOTE,
    acceptsEmailMarketing: false,
    acceptsSmsMarketing: false,
    defaultAddress: ADDRESS,
    tags: ["zqxjv"],
  });
  await db.insert(importContractRows).values({
    ...of,
    handle: "zqxjv",
    line: 2,
    isBad: false,
    isHead: true,
    customerId,
    paymentMethodId: "zqxjv",
    deliveryMethodType: "zqxjv",
    deliveryAddress: ADDRESS,
    deliveryInstructions: NOTE,
    pickupLocationId: "zqxjv",
    sellingPlanName: "zqxjv",
  });
}
