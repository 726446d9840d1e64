import { eq } from "drizzle-orm";
import { parseCrontab } from "graphile-worker";
import { expect, test } from "vitest";
import { listActivity } from "~/features/activity/activity.repo.server";
import { insertSubscription } from "~/features/insights/digest/digest.repo.server";
import { queueMail } from "~/features/mail/mail.service.server";
import { saveNoticeSettings } from "~/features/notice-settings/notice-settings.repo.server";
import { closeShop, reopenShop } from "~/features/shop-closing/closing.service.server";
import { listDueEndpoints } from "~/features/webhooks/records/endpoints.repo.server";
import { heedClosedShops } from "~/jobs/task/when-closed.server";
import { crontab, tasks } from "~/jobs/tasks/tasks.server";
import { onShopClock } from "~/lib/clocks";
import { type TaskName, taskPayloads } from "~/queue/task-payloads";
import { db } from "~db/client.server";
import { mails } from "~db/schema/mails";
import { testGatewayCharges } from "~db/schema/test-gateway";
import { webhookEndpoints } from "~db/schema/webhooks";
import {
  billedMonthly,
  createTestGatewayShop,
  DUE,
  daysAfterDue,
  firstOrderOf,
  listOrdersOf,
  listTriesOf,
} from "../support/calls/billing";
import { addEndpoint } from "../support/calls/webhooks";
import { readContractRow } from "../support/data/contract-plan";
import { NOW, type TestShop, testAudit } from "../support/data/factories";
import { madeForEachTest } from "../support/data/shop-of-each-test";
import { digestShop } from "../support/isolation/digest";
import { listShopsWithJob, runJobs, runTask } from "../support/processes/jobs";

const made = madeForEachTest(async () => ({
  closed: await createTestGatewayShop(),
  open: await createTestGatewayShop(),
}));

/** All but the one that deletes closed shops (test/shop-closing/deletion.test.ts). */
const periodic = parseCrontab(crontab)
  .map(({ task }) => task as TaskName)
  .filter((name) => name !== "delete-closed-shops");
async function runAll(now: Date): Promise<void> {
  for (const name of periodic) await runTask(name, now);
  await runJobs(() => now);
}

/** Something of each kind that a periodic task, or the job it adds, would take up once its day has come. */
async function fill(shop: TestShop): Promise<void> {
  await saveNoticeSettings(
    db,
    shop.id,
    { mailKinds: ["upcoming_order"], smsKinds: [], upcomingDays: 3 },
    NOW,
  );
  await insertSubscription({
    shopId: shop.id,
    staffId: shop.staff.id,
    since: NOW,
    origin: "https://a.example",
  });
  await billedMonthly(shop);
  await billedMonthly(shop, { lastDigits: "0002" });
  await billedMonthly(shop, { endsAt: daysAfterDue(2) });
  await addEndpoint(shop, "http://127.0.0.1:9/events");
}

test("no periodic task, and no job that it adds, does anything for a closed shop; for an open one they do", async () => {
  for (const shop of [made.closed, made.open]) await fill(shop);
  await runAll(NOW);
  await closeShop(made.closed.id, testAudit(NOW));
  const before = await digestShop(made.closed.id);
  const ofOpen = await digestShop(made.open.id);
  for (const day of [-3, 0, 1, 3, 9]) await runAll(daysAfterDue(day));
  const { events: _, ...rest } = await digestShop(made.closed.id);
  const { events: __, ...wanted } = before;
  expect(rest).toEqual(wanted);
  const after = await digestShop(made.open.id);
  const changed = Object.keys(after).filter((table) => after[table] !== ofOpen[table]);
  expect(changed).toEqual(
    expect.arrayContaining(["billing_attempts", "contracts", "mails", "notices", "orders"]),
  );
});

const bill = async (now: Date): Promise<void> => {
  await runTask("bill-due-orders", now);
  await runJobs(() => now);
};

test("a payment that was under way when the shop was closed is looked up and recorded, and no other begins", async () => {
  const shop = made.closed;
  // It is charged, but the answer is lost: an hour later the gateway is asked.
  const paid = await billedMonthly(shop, { lastDigits: "5126" });
  const next = await billedMonthly(shop, { nextBillingDate: daysAfterDue(1) });
  await bill(DUE);
  expect(await listOrdersOf(shop.id)).toEqual([]);
  await closeShop(shop.id, testAudit(DUE));
  await bill(daysAfterDue(1));
  expect(await listOrdersOf(shop.id)).toMatchObject([{ contractId: paid.id }]);
  expect(await firstOrderOf(next)).toMatchObject({ status: "QUEUED", attemptCount: 0 });
  expect(await listTriesOf(shop.id)).toHaveLength(1);
});

test("a try that a process had begun and not sent when the shop was closed is not sent", async () => {
  const shop = made.closed;
  const contract = await billedMonthly(shop, { lastDigits: "3437" });
  await bill(DUE);
  expect(await listTriesOf(shop.id)).toMatchObject([{ state: "UNKNOWN" }]);
  // As it is when the process died before the gateway heard of it.
  await db.delete(testGatewayCharges).where(eq(testGatewayCharges.shopId, shop.id));
  await closeShop(shop.id, testAudit(DUE));
  await bill(daysAfterDue(1));
  expect(await db.select().from(testGatewayCharges)).toEqual([]);
  expect(await listTriesOf(shop.id)).toMatchObject([{ state: "UNKNOWN" }]);
  await reopenShop(shop.id, testAudit(daysAfterDue(1)));
  await bill(daysAfterDue(3));
  expect(await listOrdersOf(shop.id)).toMatchObject([{ contractId: contract.id }]);
});

test("orders that fell due while it was closed: the last two days' are charged when it is open again, older ones wait", async () => {
  const shop = made.closed;
  const old = await billedMonthly(shop);
  const recent = await billedMonthly(shop, { nextBillingDate: daysAfterDue(19, -2) });
  await closeShop(shop.id, testAudit(daysAfterDue(-1)));
  await bill(daysAfterDue(19));
  await reopenShop(shop.id, testAudit(daysAfterDue(20)));
  await bill(daysAfterDue(20));
  expect(await listOrdersOf(shop.id)).toMatchObject([{ contractId: recent.id }]);
  expect(await firstOrderOf(old)).toMatchObject({ status: "QUEUED", attemptCount: 0 });
  expect(await readContractRow(old)).toMatchObject({ status: "ACTIVE" });
});

test("dunning stands still: a try that was due within two days is made when it is open again, one of long ago waits", async () => {
  const shop = made.closed;
  const contract = await billedMonthly(shop, { lastDigits: "0002" });
  for (const day of [0, 1, 3, 5, 7]) await bill(daysAfterDue(day));
  await closeShop(shop.id, testAudit(daysAfterDue(8)));
  await bill(daysAfterDue(10));
  expect(await firstOrderOf(contract)).toMatchObject({ attemptCount: 5, nextStepAt: daysAfterDue(10) });
  await reopenShop(shop.id, testAudit(daysAfterDue(11)));
  await bill(daysAfterDue(11));
  expect(await firstOrderOf(contract)).toMatchObject({ attemptCount: 6, nextStepAt: daysAfterDue(14) });
  await closeShop(shop.id, testAudit(daysAfterDue(12)));
  await reopenShop(shop.id, testAudit(daysAfterDue(60)));
  await bill(daysAfterDue(60));
  const waiting = { status: "FAILURE", attemptCount: 6, nextStep: null };
  expect(await firstOrderOf(contract)).toMatchObject(waiting);
  expect(await readContractRow(contract)).toMatchObject({ status: "ACTIVE" });
});

test("webhooks of a closed shop wait until it is open again", async () => {
  for (const shop of [made.closed, made.open]) await fill(shop);
  await db.update(webhookEndpoints).set({ wakeAt: NOW });
  await closeShop(made.closed.id, testAudit(NOW));
  const listDue = async () => {
    const due = await listDueEndpoints(new Date(), { limit: 10, perShop: 10, taken: new Map() });
    return due.map(({ shopId }) => shopId);
  };
  expect(await listDue()).toEqual([made.open.id]);
  await reopenShop(made.closed.id, testAudit(NOW));
  expect(await listDue()).toEqual([made.closed.id, made.open.id]);
});

test("a mail that waits when the shop is closed is given up, and is not sent later", async () => {
  const shop = made.closed;
  const to = { recipient: "ada@example.com", subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
  await queueMail(db, shop.id, { kind: "portal_link", ...to }, onShopClock(NOW));
  await closeShop(shop.id, testAudit(NOW));
  await runJobs(() => NOW);
  await reopenShop(shop.id, testAudit(NOW));
  await runJobs(() => NOW);
  expect(await db.select().from(mails)).toMatchObject([
    { status: "FAILED", lastError: "The shop was closed." },
  ]);
  expect(await listShopsWithJob("send-mail")).toEqual([]);
});

test("work of minutes ends when its shop is closed meanwhile, and nobody goes on with it", async () => {
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const heeding = heedClosedShops({
    ...tasks,
    "run-import": (_payload, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        start();
      }),
  });
  const payload = taskPayloads["run-import"].parse({ shopId: made.closed.id, importId: 1 });
  const work = heeding["run-import"](payload, { clock: () => NOW, signal: new AbortController().signal });
  await started;
  await closeShop(made.closed.id, testAudit(NOW));
  await expect(work).resolves.toBeUndefined();
});

test("closing and reopening are recorded, with who did it, and once only", async () => {
  const shop = made.closed;
  const first = await closeShop(shop.id, testAudit(NOW));
  expect(await closeShop(shop.id, testAudit(DUE))).toEqual(first);
  await reopenShop(shop.id, testAudit(DUE));
  await reopenShop(shop.id, testAudit(DUE));
  const entries = await listActivity(shop.id, null, 2);
  expect(entries.map(({ action, actorName }) => [action, actorName])).toEqual([
    ["shop.reopened", "test"],
    ["shop.closed", "test"],
  ]);
});
