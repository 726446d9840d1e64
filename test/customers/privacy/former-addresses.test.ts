import { expect, test } from "vitest";
import { eraseCustomer } from "~/features/customers/privacy/erasure.service.server";
import { runErasure } from "~/features/customers/privacy/erasure-run.service.server";
import { exportCustomerData } from "~/features/customers/privacy/privacy.endpoints.server";
import { db } from "~db/client.server";
import { findRow, updateRows } from "~db/rows.server";
import { contracts } from "~db/schema/contracts";
import { mails } from "~db/schema/mails";
import { referrals } from "~db/schema/referrals";
import { askJson } from "../../support/calls/json-endpoints";
import { importFiles } from "../../support/calls/run-import";
import { insertCustomer, NOW, testAudit } from "../../support/data/factories";
import { accept, apply, createReferrerShop, insertFriend } from "../../support/data/referred-friend";
import { madeForEachTest } from "../../support/data/shop-of-each-test";
import { listRowsWith } from "../../support/privacy/list-rows-with";
import { customerRow, customersCsv } from "../../support/processes/shop-files";

const shop = madeForEachTest(() => createReferrerShop());
const LATER = new Date(NOW.getTime() + 3_600_000);
const FORMER = "zqxjv.old+tea@zqxjvmail.example";
const PRESENT = "zqxjv.new@zqxjvmail.example";

async function exportOf(customerId: number): Promise<string> {
  const answer = await askJson(exportCustomerData, "/x", {
    method: exportCustomerData.method,
    params: { customerId: String(customerId) },
    headers: { "X-API-Key": shop.writeKey },
  });
  return answer.text();
}
async function eraseWholly(customerId: number): Promise<void> {
  await eraseCustomer(shop.id, customerId, testAudit());
  for (const now of [NOW, LATER]) await runErasure(shop.id, customerId, { clock: () => now });
}
/** The shop's weekly file has another address of the customer. */
const changeEmail = (customerId: number, email: string) =>
  importFiles(shop.id, {
    customers: customersCsv([customerRow({ "Customer ID": String(customerId), Email: email })]),
  });
const invite = (email: string) =>
  db.insert(referrals).values({
    shopId: shop.id,
    referrerId: shop.referrer.customerId,
    email,
    emailKey: email,
    status: "INVITED",
    isClaimed: false,
    reasons: [],
    language: "en",
    createdAt: NOW,
  });
const insertMail = (customerId: number, recipient: string) =>
  db.insert(mails).values({
    shopId: shop.id,
    kind: "notice",
    status: "SENT",
    recipient,
    subject: "Hello",
    customerId,
    createdAt: NOW,
  });

test("a friend who bought with their code and has another address since is exported and erased with the former one, too", async () => {
  const code = await accept(shop, FORMER);
  const contract = await insertFriend(shop, {}, FORMER);
  await apply(shop, contract, code);
  await changeEmail(contract.customerId, PRESENT);
  await updateRows(
    db,
    contracts,
    { shopId: shop.id, id: contract.id },
    { status: "CANCELLED", nextBillingDate: null },
  );
  const text = await exportOf(contract.customerId);
  expect(text).toContain(FORMER);
  expect(text).toContain(code);
  await eraseWholly(contract.customerId);
  expect(await listRowsWith(/zqxjv/i)).toEqual([]);
});

test("an address to which a customer was written before is theirs: who named it as a friend's no longer has it", async () => {
  const { id } = await insertCustomer(shop.id, { email: PRESENT });
  await insertMail(id, "ZQXJV.old@zqxjvmail.example");
  await invite("zqxjv.old@zqxjvmail.example");
  expect(await exportOf(id)).toContain('"email": "zqxjv.old@zqxjvmail.example"');
  await eraseWholly(id);
  expect(await listRowsWith(/zqxjv/i)).toEqual([]);
});

test("an address that is another customer's today is not theirs, though they were written to there by mistake", async () => {
  const { id } = await insertCustomer(shop.id);
  const other = await insertCustomer(shop.id, { email: "Grace@example.com" });
  await insertMail(id, "grace@example.com");
  await invite("grace@example.com");
  expect(await exportOf(id)).not.toContain('"email": "grace@example.com"');
  await eraseWholly(id);
  expect(await findRow(db, referrals, { shopId: shop.id, emailKey: "grace@example.com" })).not.toBeNull();
  expect(await exportOf(other.id)).toContain('"email": "grace@example.com"');
});
