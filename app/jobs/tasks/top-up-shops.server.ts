import { listShopClocks, toShopNow } from "~/access/test-clock.repo.server";
import { endContracts } from "~/features/contracts/ending/end-contracts.service.server";
import { listShopsPastEnd } from "~/features/contracts/ending/ended-contracts.repo.server";
import { topUpShop } from "~/features/order-schedule/billing-attempts.service.server";
import { forEachOpenShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";

/**
 * Keeps the next three orders of every ACTIVE contract planned, shop by shop, and ends the contracts whose end date has
 * passed.
 */
export const topUpShops: Task<"top-up-shops"> = async (_payload, { clock, signal }) => {
  const shops = await listShopClocks();
  const pastEnd = await listShopsPastEnd(shops.map((shop) => ({ ...shop, now: toShopNow(shop, clock()) })));
  await forEachOpenShop(shops, signal, async (shop) => {
    // A shop's turn may come long after the first one's: what is planned is dated by then.
    const now = toShopNow(shop, clock());
    await topUpShop(shop, now);
    if (pastEnd.has(shop.id)) await endContracts(shop, now, signal);
  });
};
