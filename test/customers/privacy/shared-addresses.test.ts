import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { eraseCustomer } from "~/features/customers/privacy/erasure.service.server";
import { runErasure } from "~/features/customers/privacy/erasure-run.service.server";
import { exportCustomerData } from "~/features/customers/privacy/privacy.endpoints.server";
import { db } from "~db/client.server";
import { mails } from "~db/schema/mails";
import { textMessages } from "~db/schema/text-messages";
import { askJson } from "../../support/calls/json-endpoints";
import { insertContract, insertCustomer, NOW, testAudit } from "../../support/data/factories";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";
import { ADDRESS, PHONE } from "../../support/privacy/marks";

const shop = shopOfEachTest();
const TAGGED = "ada+tea@example.com";
const UNTAGGED = "ada@example.com";

const exported = z.object({
  tables: z.record(z.string(), z.array(z.object({ kind: z.string().optional() }))),
});

/** A customer whose address has a tag, and who has tea sent to the other one, who has the address without. */
async function insertBoth() {
  const giver = await insertCustomer(shop.id, { email: TAGGED });
  const other = await insertCustomer(shop.id, { email: UNTAGGED, phone: PHONE });
  const contract = await insertContract(shop.id, {
    customerId: giver.id,
    status: "CANCELLED",
    deliveryAddress: ADDRESS,
  });
  return { giver, other, contract };
}

const insertMail = (row: Partial<typeof mails.$inferInsert> & Pick<typeof mails.$inferInsert, "kind">) =>
  db.insert(mails).values({
    recipient: UNTAGGED,
    subject: row.kind,
    text: "Hello",
    status: "QUEUED",
    createdAt: NOW,
    ...row,
    shopId: shop.id,
  });
const insertText = (kind: "notice" | "notice_test", of: { customerId?: number; contractId?: number }) =>
  db.insert(textMessages).values({
    ...of,
    shopId: shop.id,
    kind,
    recipient: PHONE,
    text: "Hello",
    segments: 1,
    status: "QUEUED",
    createdAt: NOW,
  });

async function exportOf(customerId: number) {
  const answer = await askJson(exportCustomerData, "/x", {
    method: exportCustomerData.method,
    params: { customerId: String(customerId) },
    headers: { "X-API-Key": shop.writeKey },
  });
  const { tables } = exported.parse(await answer.json());
  const kindsIn = (table: string) => (tables[table] ?? []).map(({ kind }) => kind).toSorted();
  return { mails: kindsIn("mails"), texts: kindsIn("text_messages") };
}
async function eraseWholly(customerId: number): Promise<void> {
  await eraseCustomer(shop.id, customerId, testAudit());
  await runErasure(shop.id, customerId, { clock: () => NOW });
}
const listLeft = async () => ({
  mails: (await db.select().from(mails)).map(({ kind }) => kind).toSorted(),
  texts: (await db.select().from(textMessages)).map(({ kind }) => kind).toSorted(),
});

describe("of customers who share an address and a phone", () => {
  let giverId: number;
  beforeEach(async () => {
    const { giver, other, contract } = await insertBoth();
    giverId = giver.id;
    await insertMail({ kind: "notice", customerId: other.id });
    await insertText("notice", { customerId: other.id });
    await insertMail({ kind: "portal_link", customerId: giver.id, recipient: TAGGED });
    await insertMail({ kind: "payment_update_wanted", contractId: contract.id, recipient: "b@example.com" });
    await insertText("notice", { customerId: giver.id, contractId: contract.id });
    // As a friend of somebody: only the address is known.
    await insertMail({ kind: "referral_welcome" });
  });

  test("the export of one has their own messages and those to a friend at their address, none of the other's", async () => {
    expect(await exportOf(giverId)).toEqual({
      mails: ["payment_update_wanted", "portal_link", "referral_welcome"],
      texts: ["notice"],
    });
  });

  test("the erasure of one leaves the other's messages, also those not yet sent", async () => {
    await eraseWholly(giverId);
    expect(await listLeft()).toEqual({ mails: ["notice"], texts: ["notice"] });
  });
});

describe("of a customer who has the address and phone of somebody on the staff", () => {
  const TO_STAFF = [
    "bulk_automation_done",
    "notice_test",
    "password_changed",
    "password_reset",
    "sign_in_link",
    "staff_invitation",
    "weekly_digest",
  ] as const;

  test("neither export nor erasure reaches what is written to them as staff", async () => {
    const { giver } = await insertBoth();
    for (const kind of TO_STAFF) await insertMail({ kind });
    await insertText("notice_test", {});
    expect(await exportOf(giver.id)).toEqual({ mails: [], texts: [] });
    await eraseWholly(giver.id);
    expect(await listLeft()).toEqual({ mails: [...TO_STAFF], texts: ["notice_test"] });
  });
});
