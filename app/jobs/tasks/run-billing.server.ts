import { listShopsToBill, runBilling } from "~/features/billing/billing-job.service.server";
import { type OpenGateway, openGateway } from "~/features/billing/gateway/open-gateway.server";
import { enqueueBilling } from "~/features/order-schedule/enqueue-billing.server";
import { forEachShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";
import { db } from "~db/client.server";

/** Shops this process is working on: a second job for one of them here would only compete for the CPU. */
const under = new Set<number>();

/** Enqueues jobs for every shop with a due order. */
export const billDueOrders: Task<"bill-due-orders"> = async (_payload, { clock, signal }) =>
  forEachShop(await listShopsToBill(clock()), signal, async ({ id, error }) => {
    if (error) throw error;
    await enqueueBilling(db, id);
  });

/** Charges the due orders of a shop, beside other processes; the benchmark passes a slower gateway. */
export const toRunBillingTask =
  (open: OpenGateway): Task<"run-billing"> =>
  async ({ shopId }, { clock, signal }) => {
    if (under.has(shopId)) return;
    under.add(shopId);
    try {
      await runBilling(shopId, { clock, signal, open });
    } finally {
      under.delete(shopId);
    }
  };

export const runBillingTask = toRunBillingTask(openGateway);
