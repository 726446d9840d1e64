import { kindsBy } from "~/features/notice-settings/notice-settings";
import { findNoticeSettings } from "~/features/notice-settings/notice-settings.repo.server";
import { toDayString } from "~/lib/format";
import { enqueue } from "~/queue/enqueue.server";
import { NOTICE_CHANNELS } from "~db/schema/notice-enums";
import { inTransaction } from "~db/transaction.server";
import { listExpiringCards } from "./cards.repo.server";

const PAGE = 500;

/**
 * Makes a notice for each card in its last month, once, in shops that have it switched on. @param now of the shop's
 * clock
 */
export async function warnOfCards(shop: { id: number; timeZone: string }, now: Date): Promise<void> {
  const settings = await findNoticeSettings(shop.id);
  if (!settings || !NOTICE_CHANNELS.some((channel) => kindsBy(channel, settings).includes("card_expiring")))
    return;
  const [year = 0, month = 0] = toDayString(now, shop.timeZone).split("-").map(Number);
  let after = "";
  for (;;) {
    const cards = await listExpiringCards(shop.id, { year, month, after, limit: PAGE });
    await inTransaction(async (tx) => {
      for (const { id, contractId } of cards) {
        const cause = `card:${id}:${year}-${month}`;
        const about = { shopId: shop.id, contractId, attemptId: null, at: now.toISOString() };
        const options = { jobKey: `notice:${shop.id}:${cause}` };
        await enqueue(tx, "write-notice", { ...about, kind: "card_expiring", cause }, options);
      }
    });
    const last = cards.at(-1);
    if (!last || cards.length < PAGE) return;
    after = last.id;
  }
}
