import { createWriteStream } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { PaymentGateway } from "~/features/billing/gateway/port/payment-gateway";
import { enqueueBilling } from "~/features/order-schedule/enqueue-billing.server";
import { toRunBillingTask } from "~/jobs/tasks/run-billing.server";
import { crontab, tasks } from "~/jobs/tasks/tasks.server";
import { startSupervisedWorker } from "~/jobs/worker/supervised-worker.server";
import { db } from "~db/client.server";
import { readLedger } from "./billing-ledger";

/**
 * A worker with all its tasks and a remote gateway, which answers every call after 50 ms and keeps a ledger of its own.
 * Reports to its parent that it is ready, then answers: its CPU time so far ("cpu"), that the ledger is written
 * ("books"), or that it has begun to bill (a shop's id). Started by the bench with DATABASE_URL and LEDGER_FILE.
 */
const ANSWERS_AFTER_MS = 50;

/** A payment a line, reference and amount. In a file, since the memory of this process is measured. */
const ledgerFile = process.env.LEDGER_FILE ?? "";
const ledger = createWriteStream(ledgerFile);
const flushLedger = () => new Promise<void>((resolve) => ledger.write("", () => resolve()));
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
    ledger.write(`${ref} ${amount}\n`);
    return { kind: "paid", amount };
  },
  async lookUp(ref) {
    await delay(ANSWERS_AFTER_MS);
    await flushLedger();
    const amount = (await readLedger(ledgerFile)).find((payment) => payment.ref === ref)?.amount;
    return amount === undefined ? { kind: "notFound" } : { kind: "paid", amount };
  },
  cancel: notAsked,
  refund: notAsked,
  lookUpRefund: notAsked,
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
  if (question === "books") {
    await flushLedger();
    return process.send?.("written");
  }
  if (question !== "cpu") await enqueueBilling(db, question);
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1e6);
});
