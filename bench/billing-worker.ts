import { setTimeout as delay } from "node:timers/promises";
import { openGateway } from "~/features/billing/gateway/open-gateway.server";
import type { PaymentGateway } from "~/features/billing/gateway/port/payment-gateway";
import { enqueueBilling } from "~/features/order-schedule/enqueue-billing.server";
import { toRunBillingTask } from "~/jobs/tasks/run-billing.server";
import { crontab, tasks } from "~/jobs/tasks/tasks.server";
import { startSupervisedWorker } from "~/jobs/worker/supervised-worker.server";
import { db } from "~db/client.server";

/**
 * A worker with all its tasks, whose test gateway is as far away as a real one: every call is answered after 50 ms, and
 * holds no connection to the database meanwhile. Tells its parent that it is ready, then answers: what CPU time it has
 * used ("cpu"), or that it has begun to bill (a shop's id). Started by the bench with DATABASE_URL.
 */
const ANSWERS_AFTER_MS = 50;

const later =
  <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
  async (...args: A): Promise<R> => {
    await delay(ANSWERS_AFTER_MS);
    return call(...args);
  };
const toFar = ({ prepare, charge, lookUp, refund }: PaymentGateway): PaymentGateway => ({
  prepare: later(prepare),
  charge: later(charge),
  lookUp: later(lookUp),
  refund: later(refund),
});

const runBilling = toRunBillingTask((shop, now) => {
  const gateway = openGateway(shop, now);
  return gateway && toFar(gateway);
});

startSupervisedWorker({
  databaseUrl: process.env.DATABASE_URL ?? "",
  tasks: { ...tasks, "run-billing": runBilling },
  crontab,
  onReady: () => process.send?.("ready"),
});
process.on("disconnect", () => process.exit(0));
process.on("message", async (question: "cpu" | number) => {
  if (question !== "cpu") await enqueueBilling(db, question);
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1e6);
});
