import { listShopSchedules } from "~/access/shops.repo.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import { topUpShop } from "~/features/order-schedule/billing-attempts.service.server";
import { forEachShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";

/** Keeps the next three orders of every ACTIVE contract planned. */
export const topUpShops: Task<"top-up-shops"> = async (_payload, { clock, signal }) => {
  await forEachShop(await listShopSchedules(), signal, async (shop) =>
    topUpShop(shop, await findShopNow(shop, clock())),
  );
};
