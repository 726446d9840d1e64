import { findShopSettings } from "~/access/shops.repo.server";
import { findTestClock, isOnItsWay, listShopClocks, toShopNow } from "~/access/test-clock.repo.server";
import { type OpenGateway, openGateway } from "~/features/billing/gateway/open-gateway.server";
import { listShopsWithWork } from "~/features/billing/run/due-orders.repo.server";
import { chargeDue } from "~/features/billing/run/run.service.server";
import { toDueDates } from "~/features/billing/settings/billing-day";
import {
  listBillingHours,
  readBillingSettings,
} from "~/features/billing/settings/billing-settings.repo.server";
import { toDatesOfShops } from "~/features/billing/settings/dates-of-shops";
import { advanceClock } from "~/features/billing/test-clock/advance.service.server";

type Options = { clock: () => Date; signal: AbortSignal; open?: OpenGateway };

/**
 * The shops that have something to do, by their own clocks. For the job of every minute: its number of statements does not
 * grow with the shops, and dates are computed once for each time zone and billing hour.
 *
 * @returns an `error` with a shop of which that could not be found out
 */
export async function listShopsToBill(realNow: Date): Promise<{ id: number; error?: unknown }[]> {
  const hourOf = await listBillingHours();
  const shops = (await listShopClocks())
    .filter(({ gateway }) => gateway !== "none")
    .map((shop) => ({ ...shop, now: toShopNow(shop, realNow), hour: hourOf(shop.id) }));
  const { dated, failed } = toDatesOfShops(
    shops,
    ({ now, hour, timeZone }) => `${now.getTime()} ${hour} ${timeZone}`,
    ({ now, ...billing }) => toDueDates(now, billing),
  );
  const withWork = await listShopsWithWork(
    dated.map(({ shop: { id, closedAt, now }, dates }) => ({ id, closedAt, now, due: dates })),
    realNow,
  );
  const toBill = dated.filter(
    ({ shop: { id, closedAt, testClock } }) =>
      withWork.has(id) || (!closedAt && testClock !== null && isOnItsWay(testClock)),
  );
  return [
    ...toBill.map(({ shop }) => ({ id: shop.id })),
    ...failed.map(({ shop, error }) => ({ id: shop.id, error })),
  ];
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
  const testClock = await findTestClock(shop);
  // In a closed shop no time goes by, and `chargeDue` only looks up what is under way.
  if (testClock && !shop.closedAt) await advanceClock(shop, settings, options);
  else await chargeDue(shop, settings, { ...options, now: testClock ? () => testClock.now : clock });
}
