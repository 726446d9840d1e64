import { toCustomerName } from "~/access/customer-name";
import { findContractRecipient } from "~/access/portal/portal-tokens.repo.server";
import { requireWithinSharedLimit, type SharedLimit } from "~/access/shared-limits.service.server";
import { findShopSettings } from "~/access/shops.repo.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import { appendActivity } from "~/features/activity/activity.repo.server";
import type { ContractTarget } from "~/features/contracts/change/contract-change.service.server";
import { contractNotFound } from "~/features/contracts/contract-not-found";
import { queueMail } from "~/features/mail/mail.service.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { listStaffOfShop } from "~/features/staff/staff.repo.server";
import { DAY_MS } from "~/lib/days";
import type { PortalLanguage } from "~db/schema/portal-settings";
import { inTransaction } from "~db/transaction.server";
import { toPaymentAskedMail, toPaymentWantedMail } from "./portal-mails.server";

const ASKED: SharedLimit = {
  name: "payment-update",
  most: 3,
  windowMs: DAY_MS,
  refusal: "The shop has been asked already.",
};

/**
 * A customer asks for a link to update their payment method. The platform holds the cards, so only the shop can send
 * that link: its owners get a mail, and the customer a confirmation. Recorded on the contract.
 * @throws ProblemError 404 no contract of the customer; 429 asked too often
 */
export async function askForPaymentUpdate(
  { shop: { id: shopId }, customerId, contractId, audit, receivedAt }: ContractTarget & { receivedAt: Date },
  language: PortalLanguage,
): Promise<void> {
  const found = await findContractRecipient(shopId, contractId, customerId);
  const shop = await findShopSettings(shopId);
  if (!found || !shop) throw contractNotFound();
  await requireWithinSharedLimit(ASKED, `${shopId}:${contractId}`, receivedAt);
  const settings = await readPortalSettings(shopId);
  const owners = (await listStaffOfShop(shopId)).filter(({ role }) => role === "owner");
  const { customer } = found;
  const name = toCustomerName(customer) || customer.email || String(customer.id);
  const wanted = toPaymentWantedMail({ name, email: customer.email }, String(contractId), {
    shop,
    settings,
    language: settings.language,
  });
  const about = { contractId: found.id };
  const at = await findShopNow(shop, receivedAt);
  await inTransaction(async (tx) => {
    for (const { email } of owners)
      await queueMail(
        tx,
        shopId,
        { ...wanted, ...about, kind: "payment_update_wanted", recipient: email },
        at,
      );
    if (customer.email) {
      const asked = toPaymentAskedMail(customer, { shop, settings, language });
      const to = { recipient: customer.email, customerId: customer.id };
      await queueMail(tx, shopId, { ...asked, ...about, ...to, kind: "payment_update_asked" }, at);
    }
    await appendActivity(
      tx,
      { shopId, contractId: found.id, action: "contract.payment_update_asked" },
      audit,
    );
  });
}
