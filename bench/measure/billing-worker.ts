import { setTimeout as delay } from "node:timers/promises";
import type { PaymentGateway } from "~/features/billing/gateway/port/payment-gateway";
import { enqueueBilling } from "~/features/order-schedule/enqueue-billing.server";
import { toRunBillingTask } from "~/jobs/tasks/run-billing.server";
import { crontab, tasks } from "~/jobs/tasks/tasks.server";
import { startSupervisedWorker } from "~/jobs/worker/supervised-worker.server";
import { db } from "~db/client.server";

/**
 * A worker with all its tasks, whose gateway is somebody else's machine, as a real one: it answers every call after 50 ms
 * and keeps its own books. Tells its parent that it is ready, then answers: what CPU time it has used ("cpu"), what the
 * gateway was paid ("books"), or that it has begun to bill (a shop's id). Started by the bench with DATABASE_URL.
 */
const ANSWERS_AFTER_MS = 50;

/** What it was paid, by its name of the payment. */
const paid = new Map<string, string>();
const notAsked = () => {
  throw new Error("not part of the bench");
};
const farGateway: PaymentGateway = {
  async prepare(orderId) {
    await delay(ANSWERS_AFTER_MS);
    return `far-${orderId}`;
  },
  async charge(ref, _tryKey, { amount }) {
    await delay(ANSWERS_AFTER_MS);
    // A second charge of one payment would show in the comparison.
    paid.set(ref, paid.has(ref) ? "twice" : amount);
    return { kind: "paid", amount };
  },
  async lookUp(ref) {
    await delay(ANSWERS_AFTER_MS);
    const amount = paid.get(ref);
    return amount === undefined ? { kind: "notFound" } : { kind: "paid", amount };
  },
  cancel: notAsked,
  refund: notAsked,
  startMethodUpdate: notAsked,
  readMethodUpdate: notAsked,
};

const runBilling = toRunBillingTask(() => farGateway);

startSupervisedWorker({
  databaseUrl: process.env.DATABASE_URL ?? "",
  tasks: { ...tasks, "run-billing": runBilling },
  crontab,
  onReady: () => process.send?.("ready"),
});
process.on("disconnect", () => process.exit(0));
process.on("message", async (question: "cpu" | "books" | number) => {
  if (question === "books") return process.send?.(paid);
  if (question !== "cpu") await enqueueBilling(db, question);
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1e6);
});
