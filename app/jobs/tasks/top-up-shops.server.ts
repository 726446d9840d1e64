import { listShopSchedules } from "~/access/shops.repo.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import { endContracts } from "~/features/contracts/ending/end-contracts.service.server";
import { topUpShop } from "~/features/order-schedule/billing-attempts.service.server";
import { forEachShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";

/** Keeps the next three orders of every ACTIVE contract planned, and ends the contracts whose end date has passed. */
export const topUpShops: Task<"top-up-shops"> = async (_payload, { clock, signal }) => {
  await forEachShop(await listShopSchedules(), signal, async (shop) => {
    const now = await findShopNow(shop, clock());
    await topUpShop(shop, now);
    await endContracts(shop, now, signal);
  });
};
