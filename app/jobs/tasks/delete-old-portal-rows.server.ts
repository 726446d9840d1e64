import { deleteOldTokens } from "~/access/portal-tokens.repo.server";
import { listShopSchedules } from "~/access/shops.repo.server";
import { deleteOldUpdates } from "~/features/billing/hosted/method-updates.repo.server";
import { deleteOldMails } from "~/features/mail/mails.repo.server";
import { deleteOldNotices } from "~/features/notices/notices.repo.server";
import { deleteOldReturns } from "~/features/portal-links/portal-returns.repo.server";
import { deleteOldTexts } from "~/features/text-messages/text-messages.repo.server";
import { forEachShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";
import { DAY_MS } from "~/lib/days";

/** Issued links, ways back, changes of cards, mails and text messages are listed for a while after they are over. */
const KEPT_MS = 90 * DAY_MS;

export const deleteOldPortalRows: Task<"delete-old-portal-rows"> = async (_payload, { clock, signal }) => {
  const before = new Date(clock().getTime() - KEPT_MS);
  await forEachShop(await listShopSchedules(), signal, async ({ id }) => {
    await deleteOldTokens(id, before);
    await deleteOldReturns(id, before);
    await deleteOldUpdates(id, before);
    await deleteOldMails(id, before);
    await deleteOldTexts(id, before);
    await deleteOldNotices(id, before);
  });
};
