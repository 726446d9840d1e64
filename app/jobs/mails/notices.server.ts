import { listShopSchedules } from "~/access/shops.repo.server";
import { findTestClock } from "~/access/test-clock.repo.server";
import { readBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { announceOrders } from "~/features/billing/upcoming/announce.service.server";
import { warnOfCards } from "~/features/notices/cards.service.server";
import { writeNotice } from "~/features/notices/notice-writing.service.server";
import { passOnEvents } from "~/features/notices/notices.service.server";
import { forEachShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";

/**
 * Announces upcoming orders and turns the events of every shop into notices. A test clock announces when it is
 * advanced.
 */
export const passOnAllEvents: Task<"pass-on-events"> = async (_payload, { clock, signal }) =>
  forEachShop(await listShopSchedules(), signal, async (shop) => {
    if (!(await findTestClock(shop.id)))
      await announceOrders(shop, await readBillingSettings(shop.id), clock());
    while (!signal.aborted && (await passOnEvents(shop.id, clock())));
  });

export const warnOfAllCards: Task<"warn-of-cards"> = async (_payload, { clock, signal }) =>
  forEachShop(await listShopSchedules(), signal, async (shop) =>
    warnOfCards(shop, (await findTestClock(shop.id))?.now ?? clock()),
  );

export const writeNoticeTask: Task<"write-notice"> = (payload, { clock }) => writeNotice(payload, clock());
