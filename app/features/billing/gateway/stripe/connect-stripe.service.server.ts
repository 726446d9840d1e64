import { requireKeyRing } from "~/access/key-ring.server";
import { lockShopSettings, updateShop } from "~/access/shops.repo.server";
import { findTestClock } from "~/access/test-clock.repo.server";
import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { notFound, ProblemError } from "~/lib/problem";
import { inTransaction } from "~db/transaction.server";
import { findStripeKeys, saveStripeKeys } from "./stripe-keys.repo.server";
import { openStripeSecrets, sealStripeSecrets } from "./stripe-keys.server";
import type { StripeSecrets } from "./stripe-secrets";

/**
 * Charges the shop's orders through its own Stripe account from now on; replaces earlier keys.
 *
 * @throws ProblemError not_found; conflict for a shop with a test clock: real money needs the real clock
 */
export async function connectStripe(shopId: number, secrets: StripeSecrets, audit: Audit): Promise<void> {
  const sealed = sealStripeSecrets(secrets);
  await inTransaction(async (tx) => {
    const shop = await lockShopSettings(tx, shopId);
    if (!shop) throw notFound("There is no such shop.");
    if (await findTestClock({ id: shopId, gateway: shop.gateway }, tx))
      throw new ProblemError("conflict", "The shop has a test clock. Give it the real one back first.");
    await saveStripeKeys(tx, { shopId, ...sealed, updatedAt: audit.now, connectedAt: audit.now });
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

/** Seals a shop's keys with the ring's first key, so that an older one can be dropped. */
export async function resealStripeKeys(shopId: number, now: Date): Promise<void> {
  await inTransaction(async (tx) => {
    const kept = await findStripeKeys(shopId, tx);
    if (!kept || kept.sealedBy === requireKeyRing()[0]?.id) return;
    const sealed = sealStripeSecrets(await openStripeSecrets(kept.sealed));
    await saveStripeKeys(tx, { shopId, ...sealed, updatedAt: now, connectedAt: kept.connectedAt });
  });
}
