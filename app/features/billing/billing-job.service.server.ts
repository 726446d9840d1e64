import type { PrincipalShop } from "~/access/principal";
import { findShopSettings } from "~/access/shops.repo.server";
import { findTestClock } from "~/access/test-clock.repo.server";
import { type OpenGateway, openGateway } from "~/features/billing/gateway/open-gateway.server";
import { hasWork } from "~/features/billing/run/due-orders.repo.server";
import { chargeDue } from "~/features/billing/run/run.service.server";
import { toDueDates } from "~/features/billing/settings/billing-day";
import { readBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { advanceClock } from "~/features/billing/test-clock/advance.service.server";
import { enqueueBilling } from "~/features/order-schedule/enqueue-billing.server";
import { db } from "~db/client.server";

type Options = { clock: () => Date; signal: AbortSignal; open?: OpenGateway };

/** Run every minute for each shop: adds a job if there is something to do. */
export async function enqueueIfDue(
  shop: Pick<PrincipalShop, "id" | "timeZone" | "gateway">,
  realNow: Date,
): Promise<void> {
  if (shop.gateway === "none") return;
  const clock = await findTestClock(shop.id);
  const now = clock?.now ?? realNow;
  const { billingHour: hour } = await readBillingSettings(shop.id);
  const due = toDueDates(now, { timeZone: shop.timeZone, hour });
  const isOnItsWay = clock !== null && clock.now < clock.target;
  if (isOnItsWay || (await hasWork(shop.id, { now, due, realNow }))) await enqueueBilling(db, shop.id);
}

/** Processes what is due in a shop: in parallel on the real clock, in order on a test clock. */
export async function runBilling(
  shopId: number,
  { clock, signal, open = openGateway }: Options,
): Promise<void> {
  const shop = await findShopSettings(shopId);
  if (!shop || shop.gateway === "none") return;
  const settings = await readBillingSettings(shopId);
  const options = { realNow: clock, signal, open };
  if (await findTestClock(shopId)) await advanceClock(shop, settings, options);
  else await chargeDue(shop, settings, { ...options, now: clock });
}
