import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { eraseCustomer } from "~/features/customers/privacy/erasure.service.server";
import { runErasure } from "~/features/customers/privacy/erasure-run.service.server";
import { exportCustomerData } from "~/features/customers/privacy/privacy.endpoints.server";
import { sendTest } from "~/features/notices/admin/notice-preview.service.server";
import { askForPaymentUpdate } from "~/features/portal-links/payment-update.service.server";
import { askJson } from "../../support/calls/json-endpoints";
import { insertContract, insertCustomer, NOW, testAudit } from "../../support/data/factories";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";
import { listRowsWith } from "../../support/privacy/list-rows-with";
import { ADDRESS, EMAIL, MARK } from "../../support/privacy/marks";

const shop = shopOfEachTest();
const NUMBER = "+4930901820";
const LATER = new Date(NOW.getTime() + 3_600_000);

/** Owners are asked for a link, and an editor tries out a notice with the customer's contract, as a mail and as a text. */
let customerId: number;
beforeEach(async () => {
  const name = { firstName: "Zqxjvada", lastName: "Zqxjvlove", email: EMAIL };
  ({ id: customerId } = await insertCustomer(shop.id, name));
  const { subscriptionContractId: contractId } = await insertContract(shop.id, {
    customerId,
    status: "CANCELLED",
    cancelledOn: NOW,
    deliveryAddress: ADDRESS,
  });
  // The sample is the one that is chosen, not the newest.
  await insertContract(shop.id);
  const target = { shop: shop.shop, contractId, customerId, audit: testAudit() };
  await askForPaymentUpdate({ ...target, receivedAt: NOW }, "en");
  const body = "Hello {{customer_name}}, {{address}}";
  for (const [channel, recipient] of [
    ["MAIL", shop.staff.email],
    ["SMS", NUMBER],
  ] as const)
    await sendTest(
      shop.shop,
      { kind: "address", channel, language: "en" },
      { subject: channel === "MAIL" ? "For {{customer_name}}" : null, body },
      { recipient, contractId },
      testAudit(),
    );
});

const exported = z.object({ tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))) });

test("the export has what was written to staff about the customer's contract, but to nobody by name", async () => {
  const answer = await askJson(exportCustomerData, "/x", {
    method: exportCustomerData.method,
    params: { customerId: String(customerId) },
    headers: { "X-API-Key": shop.writeKey },
  });
  const text = await answer.text();
  expect(text).not.toContain(shop.staff.email);
  expect(text).not.toContain(NUMBER);
  const { tables } = exported.parse(JSON.parse(text));
  expect(tables.mails?.map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ["payment_update_wanted", null],
    ["payment_update_asked", EMAIL],
    ["notice_test", null],
  ]);
  expect(tables.text_messages).toMatchObject([
    { kind: "notice_test", recipient: null, text: expect.stringContaining("Zqxjvada") },
  ]);
});

test("the erasure leaves nothing of a notice that was tried out with the customer's contract", async () => {
  expect((await listRowsWith(MARK)).map(({ table }) => table)).toContain("public.text_messages");
  await eraseCustomer(shop.id, customerId, testAudit());
  for (const now of [NOW, LATER]) await runErasure(shop.id, customerId, { clock: () => now });
  expect(await listRowsWith(MARK)).toEqual([]);
});
