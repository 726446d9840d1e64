import { listShopClocks, toShopNow } from "~/access/test-clock.repo.server";
import { readBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { announceOrders, listShopsToAnnounce } from "~/features/billing/upcoming/announce.service.server";
import { warnOfCards } from "~/features/notices/cards.service.server";
import { writeNotice } from "~/features/notices/notice-writing.service.server";
import { listShopsToTell, passOnEvents } from "~/features/notices/notices.service.server";
import { forEachOpenShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";

/**
 * Announces upcoming orders and turns events into notices, of the shops that have some. A test clock announces when it is
 * advanced.
 */
export const passOnAllEvents: Task<"pass-on-events"> = async (_payload, { clock, signal }) => {
  const shops = await listShopClocks();
  const onRealTime = shops.filter(({ testClock }) => !testClock);
  const announcing = new Set((await listShopsToAnnounce(onRealTime, clock())).map(({ id }) => id));
  const telling = await listShopsToTell();
  const busy = shops.filter(({ id }) => announcing.has(id) || telling.has(id));
  await forEachOpenShop(busy, signal, async (shop) => {
    if (announcing.has(shop.id)) await announceOrders(shop, await readBillingSettings(shop.id), clock());
    while (!signal.aborted && (await passOnEvents(shop.id, clock())));
  });
};

export const warnOfAllCards: Task<"warn-of-cards"> = async (_payload, { clock, signal }) =>
  forEachOpenShop(await listShopClocks(), signal, (shop) => warnOfCards(shop, toShopNow(shop, clock())));

export const writeNoticeTask: Task<"write-notice"> = (payload, { clock }) => writeNotice(payload, clock());
