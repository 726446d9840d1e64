import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { db } from "~db/client.server";
import { methodUpdates, portalReturns } from "~db/schema/hosted-pages";
import { mails } from "~db/schema/mails";
import { noticeOptOuts, notices } from "~db/schema/notices";
import { orderRefunds } from "~db/schema/orders";
import { portalTokens } from "~db/schema/portal-access";
import { gatewayWebhooks, stripePayments } from "~db/schema/stripe";
import { testGatewayPages } from "~db/schema/test-gateway";
import { textMessages } from "~db/schema/text-messages";
import { NOW, nextNumber } from "../data/factories";

import { EMAIL, NOTE, PHONE, stamp } from "./marks";

export async function insertMessages(shopId: number, customerId: number, contractId: number): Promise<void> {
  const said = {
    recipient: EMAIL,
    subject: NOTE,
    text: NOTE,
    html: NOTE,
    unsubscribeUrl: "https://zqxjv.example",
    lastError: NOTE,
  };
  await db.insert(mails).values([
    {
      shopId,
      kind: "notice",
      status: "QUEUED",
      customerId,
      dedupeKey: "zqxjv",
      returnCode: "zqxjv",
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
    dedupeKey: "zqxjv",
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
    issuedByName: "Zqxjvada Zqxjvlove",
    expiresAt: new Date("2030-01-01"),
    isSingleUse: false,
    ...stamp,
  });
}

export async function insertPayments(
  shopId: number,
  customerId: number,
  order: { attemptId: number; orderId: number },
) {
  const { attemptId, orderId } = order;
  await db.execute(sql`
    update billing_attempts set order_note = ${NOTE}, error_message = ${NOTE}, action_url = 'https://zqxjv.example'
    where shop_id = ${shopId} and id = ${attemptId}`);
  await db.execute(sql`
    update billing_tries set error_message = ${NOTE} where shop_id = ${shopId} and attempt_id = ${attemptId}`);
  await db.execute(sql`update test_gateway_payments set last_digits = 'zqxjv' where shop_id = ${shopId}`);
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
  const body = JSON.stringify({ id: "evt_marked", data: { intent: "pi_marked", name: "Zqxjvada" } });
  await db
    .insert(gatewayWebhooks)
    .values({ shopId, gateway: "stripe", eventId: "evt_marked", body, receivedAt: NOW, handledAt: NOW });
  const page = `page-${nextNumber()}`;
  await db.insert(testGatewayPages).values({
    shopId,
    id: page,
    kind: "CARD",
    lastDigits: "zqxjv",
    backUrl: "https://zqxjv.example",
    state: "OPEN",
    ...stamp,
  });
  await db.insert(methodUpdates).values({
    shopId,
    id: randomUUID(),
    customerId,
    contractIds: [1],
    gateway: "zqxjv",
    page,
    state: "OPEN",
    paymentMethodId: "zqxjv",
    ...stamp,
  });
  await db.insert(portalReturns).values({
    shopId,
    codeHash: "zqxjv",
    customerId,
    contractId: 1,
    attemptId,
    tokenId: "zqxjv",
    expiresAt: new Date("2030-01-01"),
    ...stamp,
  });
}
