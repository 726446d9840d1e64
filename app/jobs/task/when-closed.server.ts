import { findShopState } from "~/access/closed/closed-shops.repo.server";
import { dropMail } from "~/features/mail/mail.service.server";
import { dropText } from "~/features/text-messages/text-messages.service.server";
import { logger } from "~/lib/logger.server";
import type { TaskName, TaskPayload } from "~/queue/task-payloads";
import { TryLater } from "~/queue/try-later";
import { findShopOf, LONG_TASKS } from "~/queue/turns";
import type { Task, TaskTable } from "./task";

/** When what waits for the shop to be open looks again. */
const WAIT_MS = 3_600_000;

/** Tasks of one shop. The compiler names a new one that is missing below. */
type ShopTask = {
  [N in TaskName]: string extends keyof TaskPayload<N>
    ? never
    : "shopId" extends keyof TaskPayload<N>
      ? N
      : never;
}[TaskName];

/**
 * What becomes of a job whose shop is closed: it runs all the same, it is dropped, or it is settled otherwise. A dropped
 * one is either out of date when the shop is open again, or added anew by a periodic job then.
 */
const WHEN_CLOSED: { [N in ShopTask]: "runs" | "dropped" | Task<N> } = {
  // Payments that are under way are settled, nothing new is charged: the run sees to that itself.
  "run-billing": "runs",
  "handle-gateway-notice": "runs",
  "finish-hosted-page": "runs",
  // Somebody has a right to it.
  "erase-customer": "runs",
  "sum-plans": "runs",
  // Added anew by `recover-imports` and `maintain-bulk-automations`.
  "run-import": "dropped",
  "run-bulk-automation": "dropped",
  "accept-referral": "dropped",
  // A reward for an order that was paid before.
  "reward-referral": async () => {
    throw new TryLater("the shop is closed", WAIT_MS);
  },
  "mail-portal-link": "dropped",
  "mail-payment-failure": "dropped",
  "write-notice": "dropped",
  "send-mail": ({ shopId, mailId }, { clock }) => dropMail(shopId, mailId, clock()),
  "send-text-message": ({ shopId, textMessageId }, { clock }) => dropText(shopId, textMessageId, clock()),
};

/** The tasks, so that nothing is done for a closed shop but what `WHEN_CLOSED` lets run, and nothing for a deleted one. */
export function heedClosedShops(tasks: TaskTable): TaskTable {
  const heeding: Partial<Record<TaskName, Task<TaskName>>> = { ...tasks } as Record<TaskName, Task<TaskName>>;
  for (const [name, rule] of Object.entries(WHEN_CLOSED) as [ShopTask, "runs" | "dropped" | Task<ShopTask>][])
    heeding[name] = heed(name, tasks[name] as Task<TaskName>, rule as "runs" | "dropped" | Task<TaskName>);
  return heeding as TaskTable;
}

const heed =
  (name: TaskName, task: Task<TaskName>, rule: "runs" | "dropped" | Task<TaskName>): Task<TaskName> =>
  async (payload, context) => {
    const shopId = findShopOf(payload);
    const state = shopId === null ? "open" : await findShopState(shopId);
    if (state === "gone") return;
    if (state === "closed" && rule === "dropped") return;
    if (state === "closed" && typeof rule === "function") return rule(payload, context);
    if (shopId === null || state === "closed" || !LONG_TASKS.has(name)) return task(payload, context);
    return whileOpen(shopId, context.signal, (signal) => task(payload, { ...context, signal }));
  };

/** How often a job that takes minutes asks whether its shop has been closed meanwhile: as often as keys are looked up. */
const ASK_EVERY_MS = 2000;

/** Ends the work when the shop is closed, as when the worker has to end; but then nobody goes on with it. */
async function whileOpen(
  shopId: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const closing = new AbortController();
  const ask = setInterval(async () => {
    try {
      if ((await findShopState(shopId)) !== "open") closing.abort();
    } catch (error) {
      logger.warn({ err: error, shopId }, "it could not be found out whether a shop is closed");
    }
  }, ASK_EVERY_MS);
  try {
    await work(AbortSignal.any([signal, closing.signal]));
  } catch (error) {
    if (signal.aborted || !closing.signal.aborted) throw error;
  } finally {
    clearInterval(ask);
  }
}
