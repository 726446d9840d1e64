import { topUpShop } from "~/features/billing/billing-attempts.service.server";
import { findShopNow } from "~/features/billing/test-clock/test-clock.repo.server";
import { listShopSchedules } from "~/features/shops/shops.repo.server";
import { forEachShop } from "~/jobs/for-each-shop.server";
import type { Task } from "~/jobs/task";

/** Keep the next three orders of every ACTIVE contract planned. */
export const topUpShops: Task<"top-up-shops"> = async (_payload, { clock, signal }) => {
  await forEachShop(await listShopSchedules(), signal, async (shop) =>
    topUpShop(shop, await findShopNow(shop, clock())),
  );
};
