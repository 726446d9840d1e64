import { setTimeout as delay } from "node:timers/promises";
import type { PaymentGateway } from "~/features/billing/gateway/port/payment-gateway";
import { enqueueBilling } from "~/features/order-schedule/enqueue-billing.server";
import { toRunBillingTask } from "~/jobs/tasks/run-billing.server";
import { crontab, tasks } from "~/jobs/tasks/tasks.server";
import { startSupervisedWorker } from "~/jobs/worker/supervised-worker.server";
import { db } from "~db/client.server";

/**
 * A worker with all its tasks and a remote gateway: it answers every call after 50 ms and keeps a ledger of its own.
 * Reports to its parent that it is ready, then answers: its CPU time so far ("cpu"), the gateway's payments ("books"),
 * or that it has begun to bill (a shop's id). Started by the bench with DATABASE_URL.
 */
const ANSWERS_AFTER_MS = 50;

/** Payments by name. */
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
