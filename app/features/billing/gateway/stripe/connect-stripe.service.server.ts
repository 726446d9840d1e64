import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { saveStripeKeys } from "~/features/billing/gateway/stripe/stripe-keys.repo.server";
import { type StripeSecrets, sealStripeSecrets } from "~/features/billing/gateway/stripe/stripe-keys.server";
import { findTestClock } from "~/features/billing/test-clock/test-clock.repo.server";
import { lockShopSettings, updateShop } from "~/features/shops/shops.repo.server";
import { notFound, ProblemError } from "~/http/problem";
import { inTransaction } from "~db/transaction.server";

/**
 * From now on the shop's orders are charged through its own Stripe account; keys given before are forgotten.
 *
 * @throws ProblemError not_found; conflict for a shop with a test clock: real money goes by the real one
 */
export async function connectStripe(shopId: number, secrets: StripeSecrets, audit: Audit): Promise<void> {
  const sealed = await sealStripeSecrets(secrets);
  await inTransaction(async (tx) => {
    const shop = await lockShopSettings(tx, shopId);
    if (!shop) throw notFound("There is no such shop.");
    if (await findTestClock(shopId, tx))
      throw new ProblemError("conflict", "The shop has a test clock. Give it the real one back first.");
    await saveStripeKeys(tx, { shopId, ...sealed, updatedAt: audit.now });
    const updatedAt = new Date(Math.max(audit.now.getTime(), shop.updatedAt.getTime() + 1));
    await updateShop(tx, shopId, { gateway: "stripe", updatedAt });
    const before = { gateway: shop.gateway };
    const after = { gateway: "stripe" };
    await appendActivity(
      tx,
      { shopId, contractId: null, action: "shop.gateway_connected", before, after },
      audit,
    );
  });
}
