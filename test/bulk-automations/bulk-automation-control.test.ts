import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { findNextStatus, holdsSlot } from "~/features/bulk-automations/automation";
import { giveUp } from "~/features/bulk-automations/tasks/automation-end.service.server";
import { runAutomation } from "~/features/bulk-automations/tasks/automation-run.service.server";
import { maintainAutomations } from "~/features/bulk-automations/tasks/automation-schedule.service.server";
import { findRunningAutomation, lockPlan } from "~/features/bulk-automations/tasks/automations.repo.server";
import {
  applyDraft,
  cancelAutomation,
  continueAutomation,
  discardDraft,
  pauseAutomation,
  scheduleDraft,
  undoAutomation,
} from "~/features/bulk-automations/tasks/automations.service.server";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { AUTOMATION_STATUSES, bulkAutomationItems, bulkAutomations } from "~db/schema/bulk-automations";
import { contracts } from "~db/schema/contracts";
import { mails } from "~db/schema/mails";
import { inTransaction } from "~db/transaction.server";
import { createTestShop, insertContract, NOW, testAudit } from "../support/data/factories";
import {
  clock,
  findTorn,
  insertManyContracts,
  readTask,
  run,
  startPriceTask,
} from "../support/data/many/bulk";
import { eventually } from "../support/processes/eventually";
import { runTask } from "../support/processes/jobs";
import { resetDatabase } from "../support/setup/database";
import { countStatements } from "../support/setup/statement-count";

const audit = testAudit();
const starter = { audit, staffId: null };
let shopId: number;
let staffId: number;
beforeEach(async () => {
  await resetDatabase();
  const shop = await createTestShop();
  [shopId, staffId] = [shop.id, shop.staff.id];
});

const countAt = async (price: string) =>
  db.$count(contracts, sql`${contracts.shopId} = ${shopId} and ${contracts.deliveryPrice} = ${price}`);
const listJobs = () =>
  db.execute<{ runAt: string }>(
    sql`select run_at as "runAt" from graphile_worker.jobs where task_identifier = 'run-bulk-automation'`,
  );
const draft = async (price: string) => {
  const id = await startPriceTask(shopId, price, undefined, { isDraft: true });
  await run(shopId, id);
  return id;
};

describe("the state machine", () => {
  test("nothing leaves a status that is final, but the failed of a completed task are tried again", () => {
    const steps = [
      "apply",
      "schedule",
      "start",
      "planned",
      "pause",
      "continue",
      "cancel",
      "complete",
      "fail",
      "retry",
    ];
    const possible = (from: (typeof AUTOMATION_STATUSES)[number]) =>
      steps.filter((step) => findNextStatus(step as "apply", from) !== null);
    expect(Object.fromEntries(AUTOMATION_STATUSES.map((status) => [status, possible(status)]))).toEqual({
      DRAFT: ["apply", "schedule", "fail"],
      SCHEDULED: ["start", "cancel"],
      PLANNING: ["planned", "cancel", "fail"],
      RUNNING: ["pause", "cancel", "complete", "fail"],
      PAUSED: ["continue", "cancel"],
      COMPLETED: ["retry"],
      CANCELLED: [],
      FAILED: [],
    });
    expect(AUTOMATION_STATUSES.filter(holdsSlot)).toEqual(["PLANNING", "RUNNING", "PAUSED"]);
  });
});

describe("a running task", () => {
  test("paused, it stops within a batch; continued, it goes on there; cancelled, the rest stays as it was", async () => {
    await insertManyContracts(shopId, 1700);
    const id = await startPriceTask(shopId, "5");
    let batches = 0;
    await runAutomation(shopId, id, {
      clock,
      onBatch: async () => {
        // The first batch is the plan, the second the first batch's five.
        if (++batches === 3) await pauseAutomation(shopId, id, audit);
      },
    });
    expect(await readTask(shopId, id)).toMatchObject({ status: "PAUSED", processed: 505, total: 1700 });
    await run(shopId, id);
    expect(await countAt("5")).toBe(505);
    await continueAutomation(shopId, id, audit);
    await runAutomation(shopId, id, { clock, onBatch: () => cancelAutomation(shopId, id, audit) });
    expect(await readTask(shopId, id)).toMatchObject({
      status: "CANCELLED",
      processed: 1005,
      succeeded: 1005,
    });
    expect(await countAt("5")).toBe(1005);
    expect(await findTorn(shopId, id)).toBe(0);
    await expect(continueAutomation(shopId, id, audit)).rejects.toThrow("The bulk change is cancelled");
  });

  test("a pause waits for the batch under way: once it is answered nothing changes any more", async () => {
    await insertManyContracts(shopId, 3000);
    const id = await draft("5");
    await applyDraft(shopId, id, audit, { isFirstBatchOnly: false });
    const running = Promise.all([run(shopId, id), run(shopId, id)]);
    await pauseAutomation(shopId, id, audit);
    const changed = await countAt("5");
    await running;
    expect(await countAt("5")).toBe(changed);
    expect(await readTask(shopId, id)).toMatchObject({ status: "PAUSED", succeeded: changed });
  });

  test("waits for the session of a dead worker that is still at the plan, and makes it then", async () => {
    await insertContract(shopId);
    const id = await startPriceTask(shopId, "5");
    let letGo = () => {};
    let held = () => {};
    const isHeld = new Promise<void>((resolve) => {
      held = resolve;
    });
    const dead = inTransaction(async (tx) => {
      await lockPlan(tx, shopId, id);
      await new Promise<void>((resolve) => {
        letGo = resolve;
        held();
      });
    });
    await isHeld;
    const running = run(shopId, id);
    const waiting = sql`select from pg_locks
      where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`;
    await eventually(async () => expect(await db.execute(waiting)).toHaveLength(1));
    letGo();
    await Promise.all([dead, running]);
    expect(await readTask(shopId, id)).toMatchObject({ status: "COMPLETED", succeeded: 1 });
  });

  test("cancelled while its plan is being made, it makes none", async () => {
    await insertContract(shopId);
    const id = await startPriceTask(shopId, "5");
    await cancelAutomation(shopId, id, audit);
    await run(shopId, id);
    expect(await readTask(shopId, id)).toMatchObject({ status: "CANCELLED", total: null, items: [] });
  });
});

describe("a draft", () => {
  test("tried, changes the first five, waits, and goes on with the others", async () => {
    await insertManyContracts(shopId, 12);
    const id = await draft("5");
    await applyDraft(shopId, id, audit, { isFirstBatchOnly: true });
    await run(shopId, id);
    expect(await readTask(shopId, id)).toMatchObject({ status: "PAUSED", succeeded: 5, processed: 5 });
    expect((await readTask(shopId, id)).items.map((item) => item.status).indexOf("PLANNED")).toBe(5);
    await continueAutomation(shopId, id, audit);
    await run(shopId, id);
    expect(await readTask(shopId, id)).toMatchObject({ status: "COMPLETED", succeeded: 12 });
  });

  test("tried with five contracts or fewer, it completes", async () => {
    await insertManyContracts(shopId, 5);
    const id = await draft("5");
    await applyDraft(shopId, id, audit, { isFirstBatchOnly: true });
    await run(shopId, id);
    expect(await readTask(shopId, id)).toMatchObject({ status: "COMPLETED", succeeded: 5 });
  });

  test("does not block other tasks; while another task runs, it cannot be applied", async () => {
    await insertContract(shopId);
    const [first, second] = [await draft("5"), await draft("6")];
    expect(await findRunningAutomation(shopId)).toBeNull();
    await applyDraft(shopId, first, audit, { isFirstBatchOnly: false });
    await expect(applyDraft(shopId, second, audit, { isFirstBatchOnly: false })).rejects.toMatchObject({
      code: "conflict",
      extra: { members: { bulkAutomation: { id: first, status: "RUNNING" } } },
    });
  });

  test("with a start time holds no slot until then, waits for the one that runs, and is planned anew", async () => {
    await insertContract(shopId);
    const id = await draft("5");
    const startsAt = new Date(NOW.getTime() + 3_600_000);
    await scheduleDraft(shopId, id, audit, startsAt);
    expect((await listJobs()).map(({ runAt }) => new Date(runAt))).toContainEqual(startsAt);
    await run(shopId, id);
    expect(await readTask(shopId, id)).toMatchObject({ status: "SCHEDULED" });
    await insertContract(shopId);
    const other = await startPriceTask(shopId, "4");
    await run(shopId, id, startsAt);
    expect(await readTask(shopId, id)).toMatchObject({ status: "SCHEDULED" });
    await run(shopId, other);
    await run(shopId, id, startsAt);
    expect(await readTask(shopId, id)).toMatchObject({ status: "COMPLETED", total: 2, succeeded: 2 });
    expect(await countAt("5")).toBe(2);
  });
});

describe("whoever planned a change gets a mail", () => {
  const startsAt = new Date(NOW.getTime() + DAY_MS);
  const minutesLate = (minutes: number) => new Date(startsAt.getTime() + minutes * 60_000);
  const schedule = async () => {
    const id = await draft("5");
    await db.update(bulkAutomations).set({ staffId }).where(eq(bulkAutomations.id, id));
    await scheduleDraft(shopId, id, audit, startsAt);
    return id;
  };
  const listMails = () => db.select({ subject: mails.subject, text: mails.text }).from(mails);

  test("once, when it is a quarter of an hour late because another one holds the slot; it still starts then", async () => {
    await insertManyContracts(shopId, 12);
    const id = await schedule();
    const holder = await draft("4");
    await applyDraft(shopId, holder, audit, { isFirstBatchOnly: true });
    await run(shopId, holder);
    await run(shopId, id, minutesLate(14));
    expect(await listMails()).toEqual([]);
    await run(shopId, id, minutesLate(15));
    await run(shopId, id, minutesLate(16));
    const [mail, ...others] = await listMails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Waiting: Set delivery price to $5.00");
    expect(mail?.text).toContain(`bulk change ${holder}`);
    await cancelAutomation(shopId, holder, audit);
    await run(shopId, id, minutesLate(17));
    expect(await readTask(shopId, id)).toMatchObject({ status: "COMPLETED", total: 12 });
  });

  test("when it fails before it has changed anything", async () => {
    const id = await schedule();
    await db.update(bulkAutomations).set({ status: "PLANNING" }).where(eq(bulkAutomations.id, id));
    await giveUp(shopId, id, startsAt);
    const [mail, ...others] = await listMails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Not finished: Set delivery price to $5.00");
    expect(mail?.text).toContain("No contract was changed");
    expect(mail?.text).not.toContain("undo");
  });

  test("but not for a preview that fails: its page says so to whoever looks at it", async () => {
    const id = await startPriceTask(shopId, "5", undefined, { isDraft: true });
    await db.update(bulkAutomations).set({ staffId }).where(eq(bulkAutomations.id, id));
    await giveUp(shopId, id, NOW);
    expect(await readTask(shopId, id)).toMatchObject({ status: "FAILED" });
    expect(await listMails()).toEqual([]);
  });
});

describe("an undo", () => {
  test("restores the values before, except where somebody has set another one since", async () => {
    const [kept, other] = [
      await insertContract(shopId, { deliveryPrice: "3.00" }),
      await insertContract(shopId, { deliveryPrice: "7.00" }),
    ];
    await insertContract(shopId, { deliveryPrice: "5.00" });
    const id = await startPriceTask(shopId, "5");
    await run(shopId, id);
    await db.update(contracts).set({ deliveryPrice: "9", version: 9 }).where(eq(contracts.id, other.id));
    const undo = await undoAutomation(shopId, id, starter);
    await run(shopId, undo.id);
    const { items, status, succeeded, skipped, total } = await readTask(shopId, undo.id);
    expect([status, total, succeeded, skipped]).toEqual(["COMPLETED", 2, 1, 1]);
    expect(items.map((item) => [item.id, item.status, item.reason, item.before, item.after])).toEqual([
      [kept.id, "SUCCEEDED", null, "5.0000", "3.0000"],
      [other.id, "SKIPPED", "CONFLICT", "9.0000", null],
    ]);
    expect([await countAt("3"), await countAt("9"), await countAt("5")]).toEqual([1, 1, 1]);
    await expect(undoAutomation(shopId, id, starter)).rejects.toThrow(
      `undone already, by bulk change ${undo.id}`,
    );
  });

  test("of a cancelled task takes back what it has done; of one that has changed nothing there is none", async () => {
    await insertManyContracts(shopId, 12);
    const id = await draft("5");
    await applyDraft(shopId, id, audit, { isFirstBatchOnly: true });
    await run(shopId, id);
    await expect(undoAutomation(shopId, id, starter)).rejects.toMatchObject({ code: "conflict" });
    await cancelAutomation(shopId, id, audit);
    const undo = await undoAutomation(shopId, id, starter);
    await run(shopId, undo.id);
    expect(await readTask(shopId, undo.id)).toMatchObject({ status: "COMPLETED", total: 5, succeeded: 5 });
    expect(await countAt("5")).toBe(0);
    const nothing = await startPriceTask(shopId, "3");
    await run(shopId, nothing);
    await expect(undoAutomation(shopId, nothing, starter)).rejects.toThrow("nothing to undo");
  });
});

test("a preview that nobody has applied for a week is forgotten, plan and all; discarded, at once", async () => {
  await insertContract(shopId);
  const [old, discarded] = [await draft("5"), await draft("6")];
  await discardDraft(shopId, discarded);
  await maintainAutomations(shopId, new Date(NOW.getTime() + 6 * DAY_MS));
  expect(await readTask(shopId, old)).toMatchObject({ status: "DRAFT", total: 1 });
  await maintainAutomations(shopId, new Date(NOW.getTime() + 8 * DAY_MS));
  expect(await db.$count(bulkAutomations)).toBe(0);
  expect(await db.$count(bulkAutomationItems)).toBe(0);
  const task = await startPriceTask(shopId, "5");
  await expect(discardDraft(shopId, task)).rejects.toMatchObject({ code: "conflict" });
});

test("a shop keeps its five newest previews: one more, and the oldest is forgotten, plan and all", async () => {
  await insertContract(shopId);
  const made = [];
  for (const price of ["1", "2", "3", "4", "5", "6"]) made.push(await draft(price));
  const other = await createTestShop();
  await startPriceTask(other.id, "7", undefined, { isDraft: true });
  const kept = await db
    .select({ id: bulkAutomations.id })
    .from(bulkAutomations)
    .where(eq(bulkAutomations.shopId, shopId))
    .orderBy(bulkAutomations.id);
  expect(kept.map(({ id }) => id)).toEqual(made.slice(1));
  expect(await db.$count(bulkAutomationItems, eq(bulkAutomationItems.shopId, shopId))).toBe(5);
});

test("a task that has lost its job gets another", async () => {
  await insertContract(shopId);
  const id = await startPriceTask(shopId, "5");
  await db.execute(sql`delete from graphile_worker._private_jobs`);
  await maintainAutomations(shopId, NOW);
  await maintainAutomations(shopId, NOW);
  expect(await listJobs()).toHaveLength(1);
  await run(shopId, id);
  expect(await readTask(shopId, id)).toMatchObject({ status: "COMPLETED" });
});

test("a scheduled task that has lost its job gets another when its time has come; before that, nobody looks", async () => {
  await insertContract(shopId);
  const startsAt = new Date(NOW.getTime() + DAY_MS);
  await scheduleDraft(shopId, await draft("5"), audit, startsAt);
  const { statements } = await countStatements(() => runTask("maintain-bulk-automations", NOW));
  expect(statements).toBe(1);
  await db.execute(sql`delete from graphile_worker._private_jobs`);
  await runTask("maintain-bulk-automations", startsAt);
  await runTask("maintain-bulk-automations", startsAt);
  expect(await listJobs()).toHaveLength(1);
});
