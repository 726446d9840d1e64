import { findShopSettings } from "~/access/shops.repo.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import type { BatchCounts } from "~/features/bulk-automations/automation";
import type { AutomationRow } from "~/features/bulk-automations/tasks/automations.repo.server";
import { toTaskView } from "~/features/bulk-automations/tasks/task-view.server";
import { queueMail } from "~/features/mail/mail.service.server";
import { renderMail } from "~/features/mail/mail-layout";
import { toMailTheme } from "~/features/mail/mail-theme.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { listStaffOfShop } from "~/features/staff/staff.repo.server";
import type { RealTime } from "~/lib/clocks";
import { formatCount } from "~/lib/format";
import type { Transaction } from "~db/transaction.server";

/**
 * Mails the person who started a task that it is over, in the transaction that ends it. No mail for tasks started with
 * an API key, nor for drafts. In English, like the admin.
 */
export async function mailStarter(
  tx: Transaction,
  task: AutomationRow,
  counts: BatchCounts,
  now: RealTime,
): Promise<void> {
  const { shopId, id, staffId, startedAt } = task;
  if (staffId === null || startedAt === null) return;
  const shop = await findShopSettings(shopId, tx);
  const starter = (await listStaffOfShop(shopId, tx)).find((person) => person.id === staffId);
  // Staff who have left the shop get no mail.
  if (!shop || !starter) return;
  const { what, whom, succeeded, skipped, failed } = toTaskView(task, counts, now, shop.currencyCode);
  const isDone = task.status === "COMPLETED";
  const outcome = `${formatCount(succeeded)} changed, ${formatCount(skipped)} skipped, ${formatCount(failed)} failed.`;
  const mail = renderMail(
    {
      subject: `${isDone ? "Done" : "Not finished"}: ${what}`,
      heading: isDone ? "Your bulk change is done" : "Your bulk change could not be finished",
      greeting: `Hello ${starter.name},`,
      paragraphs: [
        `${what}. ${whom}, bulk change ${id}.`,
        outcome,
        ...(task.failure ? [task.failure] : []),
        "On the page “Bulk changes” you see the outcome of every contract, and can undo the change.",
      ],
      footer: `You get this mail because you started this bulk change in ${shop.name}.`,
    },
    toMailTheme(shop, await readPortalSettings(shopId, tx), "en"),
  );
  // A retry of failed contracts ends the task again.
  const dedupeKey = `bulk-automation:${id}:${now.getTime()}`;
  await queueMail(
    tx,
    shopId,
    { ...mail, kind: "bulk_automation_done", recipient: starter.email, dedupeKey },
    await findShopNow(shop, now, tx),
  );
}
