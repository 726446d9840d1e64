import { findContractRecipient } from "~/access/portal/portal-tokens.repo.server";
import type { PrincipalShop } from "~/access/principal";
import { requireWithinSharedLimit, type SharedLimit } from "~/access/shared-limits.service.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { contractNotFound } from "~/features/contracts/contract-not-found";
import { queueMail } from "~/features/mail/mail.service.server";
import { toCustomersSetting } from "~/features/mail/mail-theme.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import type { RealTime } from "~/lib/clocks";
import { ProblemError } from "~/lib/problem";
import { inTransaction } from "~db/transaction.server";
import { mintPortalToken, toPortalLink } from "./portal-links.service.server";
import { toCardAskedMail } from "./portal-mails.server";

/** Pressing the button twice by mistake sends one mail. */
const ASKED: SharedLimit = {
  name: "card-asked",
  most: 1,
  windowMs: 5 * 60_000,
  refusal: "The customer has just been asked.",
};

/**
 * Staff ask a customer for another card: a mail with a link to the page where they enter it. Recorded on the contract.
 *
 * @param audit by the real clock, by which the link expires
 * @throws ProblemError not_found; conflict for a customer without an address and a shop without a gateway, which has no
 *   such page; too_many_requests within five minutes
 */
export async function askForCard(
  shop: PrincipalShop,
  contractId: number,
  audit: Audit<RealTime>,
): Promise<void> {
  const found = await findContractRecipient(shop.id, contractId, null);
  if (!found) throw contractNotFound();
  const { id, customer } = found;
  const { email } = customer;
  if (!email) throw new ProblemError("conflict", "The customer has no e-mail address.");
  if (shop.gateway === "none")
    throw new ProblemError("conflict", "The shop has no payment gateway: cards are the platform's.");
  await requireWithinSharedLimit(ASKED, `${shop.id}:${contractId}`, audit.now);
  const setting = toCustomersSetting(shop, await readPortalSettings(shop.id), customer);
  const at = await findShopNow(shop, audit.now);
  await inTransaction(async (tx) => {
    const issue = { issuedBy: audit.actor, contractId: id, now: audit.now };
    const { token, claims } = await mintPortalToken(tx, shop, customer.id, issue);
    const { expiresAt } = claims;
    const link = { url: toPortalLink(shop, token, contractId), expiresAt };
    const mail = toCardAskedMail(customer, link, setting);
    const to = { recipient: email, customerId: customer.id, contractId: id, expiresAt };
    await queueMail(tx, shop.id, { ...mail, ...to, kind: "payment_update_asked" }, at);
    const after = { to: email, goodUntil: expiresAt };
    await appendActivity(
      tx,
      { shopId: shop.id, contractId: id, action: "contract.card_asked_for", after },
      audit,
    );
  });
}
