import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { readTemplate } from "~/features/notice-settings/notice-settings.repo.server";
import { sendTest } from "~/features/notices/admin/notice-preview.service.server";
import { askForCard } from "~/features/portal-links/card-asked.service.server";
import { sendPortalLink } from "~/features/portal-links/issued-links.service.server";
import { mailLink } from "~/features/staff/sign-in/mailed-links.service.server";
import { signInLink } from "~/features/staff/sign-in/sign-in-link.service.server";
import { inviteStaff } from "~/features/staff/team/invitations.service.server";
import { db } from "~db/client.server";
import { mails } from "~db/schema/mails";
import { notices } from "~db/schema/notices";
import { textMessages } from "~db/schema/text-messages";
import { setShopClock } from "../support/data/days";
import { insertContract, insertCustomer, NOW, testAudit } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest({ gateway: "test" });
/** Years from the real clock. */
const SHOP_NOW = new Date("2031-05-06T07:08:09Z");

const addContract = async () => {
  const { id: customerId } = await insertCustomer(shop.id, { email: "ada@example.com" });
  return (await insertContract(shop.id, { customerId })).subscriptionContractId;
};
const sendNotice = async (channel: "MAIL" | "SMS", recipient: string) => {
  await addContract();
  const place = { kind: "paused", channel, language: "en" } as const;
  const words = await readTemplate(shop.id, place);
  await sendTest(shop.shop, place, words, { recipient, contractId: null }, testAudit(NOW));
};

test.each<[string, () => Promise<unknown>]>([
  ["a link for a customer", async () => sendPortalLink(shop.shop, await addContract(), testAudit(NOW))],
  ["a request for a card", async () => askForCard(shop.shop, await addContract(), testAudit(NOW))],
  ["a notice that is tried out", () => sendNotice("MAIL", "owner@example.com")],
  ["a text that is tried out", () => sendNotice("SMS", "+49 30 901820")],
  [
    "an invitation",
    () =>
      inviteStaff(
        { shop: shop.shop, staffId: shop.staff.id },
        { email: "new@example.com", role: "editor" },
        "https://shop.example",
        testAudit(NOW),
      ),
  ],
  [
    "a link to sign in",
    () =>
      mailLink(signInLink, { email: shop.staff.email, origin: "https://shop.example", requestId: "r" }, NOW),
  ],
])("in a shop with a test clock %s is dated by it, like all of its mails", async (_what, send) => {
  await setShopClock(shop.id, SHOP_NOW);
  await send();
  const [sent, texts, logged] = await Promise.all([
    db.select().from(mails).where(eq(mails.shopId, shop.id)),
    db.select().from(textMessages).where(eq(textMessages.shopId, shop.id)),
    db.select().from(notices).where(eq(notices.shopId, shop.id)),
  ]);
  expect([...sent, ...texts]).toHaveLength(1);
  for (const { createdAt } of [...sent, ...texts, ...logged]) expect(createdAt).toEqual(SHOP_NOW);
});
