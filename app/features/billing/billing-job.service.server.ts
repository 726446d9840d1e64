import { findShopSettings } from "~/access/shops.repo.server";
import {
  findTestClock,
  listShopClocks,
  type ShopWithClock,
  type TestClockRow,
} from "~/access/test-clock.repo.server";
import { type OpenGateway, openGateway } from "~/features/billing/gateway/open-gateway.server";
import { listShopsWithWork } from "~/features/billing/run/due-orders.repo.server";
import { chargeDue } from "~/features/billing/run/run.service.server";
import { toDueDates } from "~/features/billing/settings/billing-day";
import {
  listBillingHours,
  readBillingSettings,
} from "~/features/billing/settings/billing-settings.repo.server";
import { advanceClock } from "~/features/billing/test-clock/advance.service.server";

type Options = { clock: () => Date; signal: AbortSignal; open?: OpenGateway };

/**
 * The shops that have something to do, by their own clocks. For the job of every minute: its number of statements does not
 * grow with the shops, and dates are computed once for each time zone and billing hour.
 */
export async function listShopsToBill(realNow: Date): Promise<ShopWithClock[]> {
  const hourOf = await listBillingHours();
  const dueByClock = new Map<string, ReturnType<typeof toDueDates>>();
  const shops = (await listShopClocks())
    .filter(({ gateway }) => gateway !== "none")
    .map((shop) => {
      const { id, timeZone, testClock } = shop;
      const now: Date = testClock?.now ?? realNow;
      const hour = hourOf(id);
      const key = `${now.getTime()} ${hour} ${timeZone}`;
      const due = dueByClock.get(key) ?? toDueDates(now, { timeZone, hour });
      dueByClock.set(key, due);
      return { ...shop, now, due };
    });
  const withWork = await listShopsWithWork(shops, realNow);
  return shops.filter(({ id, testClock }) => withWork.has(id) || isOnItsWay(testClock));
}

const isOnItsWay = (clock: TestClockRow | null): boolean => clock !== null && clock.now < clock.target;

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
