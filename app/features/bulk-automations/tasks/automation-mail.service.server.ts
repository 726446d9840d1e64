import { findShopSettings } from "~/access/shops.repo.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import type { BatchCounts } from "~/features/bulk-automations/automation";
import type { TaskView } from "~/features/bulk-automations/automation-page";
import { queueMail } from "~/features/mail/mail.service.server";
import { renderMail } from "~/features/mail/mail-layout";
import { toMailTheme } from "~/features/mail/mail-theme.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { listStaffOfShop } from "~/features/staff/staff.repo.server";
import type { RealTime } from "~/lib/clocks";
import { formatCount } from "~/lib/format";
import type { Transaction } from "~db/transaction.server";
import { type AutomationRow, NO_COUNTS } from "./automations.repo.server";
import { toTaskView } from "./task-view.server";

/**
 * Mails the person who started a task, or planned it for later, that it is over: in the transaction that ends it. No
 * mail for tasks started with an API key. In English, like the admin.
 */
export async function mailStarter(
  tx: Transaction,
  task: AutomationRow,
  counts: BatchCounts,
  now: RealTime,
): Promise<void> {
  const isDone = task.status === "COMPLETED";
  await mailAbout(tx, task, counts, now, ({ what, succeeded, skipped, failed }) => ({
    subject: `${isDone ? "Done" : "Not finished"}: ${what}`,
    heading: isDone ? "Your bulk change is done" : "Your bulk change could not be finished",
    paragraphs: [
      ...(task.startedAt
        ? [
            `${formatCount(succeeded)} changed, ${formatCount(skipped)} skipped, ${formatCount(failed)} failed.`,
          ]
        : []),
      ...(task.failure ? [task.failure] : []),
      ...(task.startedAt
        ? ["On the page “Bulk changes” you see the outcome of every contract, and can undo the change."]
        : []),
    ],
    // A retry of failed contracts ends the task again.
    dedupeKey: `bulk-automation:${task.id}:${now.getTime()}`,
  }));
}

/**
 * Mails the person who planned a task for later that it cannot start, since `holder` keeps the shop's slot. One mail,
 * however often it is asked for.
 */
export async function mailLate(
  tx: Transaction,
  task: AutomationRow,
  holder: AutomationRow,
  now: RealTime,
): Promise<void> {
  const why = holder.status === "PAUSED" ? "is paused" : "is not finished yet";
  await mailAbout(tx, task, NO_COUNTS, now, ({ what }) => ({
    subject: `Waiting: ${what}`,
    heading: "Your bulk change has not started",
    paragraphs: [
      `Its time has come, but bulk change ${holder.id} ${why}, and a shop has one at a time. Yours starts by itself as soon as that one is finished or cancelled.`,
      "On the page “Bulk changes” you can continue or cancel the other one, or cancel yours.",
    ],
    dedupeKey: `bulk-automation-late:${task.id}`,
  }));
}

type Content = { subject: string; heading: string; paragraphs: string[]; dedupeKey: string };

async function mailAbout(
  tx: Transaction,
  task: AutomationRow,
  counts: BatchCounts,
  now: RealTime,
  write: (view: TaskView) => Content,
): Promise<void> {
  const { shopId, id, staffId } = task;
  if (staffId === null) return;
  const shop = await findShopSettings(shopId, tx);
  const starter = (await listStaffOfShop(shopId, tx)).find((person) => person.id === staffId);
  // Staff who have left the shop get no mail.
  if (!shop || !starter) return;
  const view = toTaskView(task, counts, now, shop.currencyCode);
  const { dedupeKey, paragraphs, ...texts } = write(view);
  const mail = renderMail(
    {
      ...texts,
      greeting: `Hello ${starter.name},`,
      paragraphs: [`${view.what}. ${view.whom}, bulk change ${id}.`, ...paragraphs],
      footer: `You get this mail because you started this bulk change in ${shop.name}.`,
    },
    toMailTheme(shop, await readPortalSettings(shopId, tx), "en"),
  );
  await queueMail(
    tx,
    shopId,
    { ...mail, kind: "bulk_automation_done", recipient: starter.email, dedupeKey },
    await findShopNow(shop, now, tx),
  );
}
