import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { getTaskPage } from "~/features/bulk-automations/admin/automation-pages.service.server";
import { finishIfDone } from "~/features/bulk-automations/tasks/automation-end.service.server";
import { runAutomation } from "~/features/bulk-automations/tasks/automation-run.service.server";
import {
  createAutomation,
  getTask,
  pauseAutomation,
  undoAutomation,
} from "~/features/bulk-automations/tasks/automations.service.server";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { contracts } from "~db/schema/contracts";
import { events } from "~db/schema/events";
import { mails } from "~db/schema/mails";
import { inTransaction } from "~db/transaction.server";
import { createTestShop, insertContract, NOW, type TestShop, testAudit } from "../support/data/factories";
import { clock, insertManyContracts, readTask, run, startPriceTask } from "../support/data/many/bulk";
import { eventually } from "../support/processes/eventually";
import { resetDatabase } from "../support/setup/database";

const audit = testAudit();
const starter = { audit, staffId: null };
let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
});

const countChanged = () =>
  db.$count(contracts, sql`${contracts.shopId} = ${shop.id} and ${contracts.deliveryPrice} = 5`);
/** Sessions of this database that wait for a lock. */
const countWaiting = async () =>
  (
    await db.execute(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  ).length;

/** Locks the rows that `statement` selects, runs `meanwhile`, and releases them afterwards. */
const whileHeld = (statement: ReturnType<typeof sql>, meanwhile: () => Promise<void>) =>
  inTransaction(async (tx) => {
    await tx.execute(statement);
    await meanwhile();
  });

test("a pause asked for while a batch is open is answered after that batch, and nothing changes any more", async () => {
  await insertManyContracts(shop.id, 3);
  const id = await startPriceTask(shop.id, "5");
  const running: Promise<unknown>[] = [];
  let whenAnswered: Promise<number> | undefined;
  let isAnswered = false;
  // The plan is made without waiting; the batch waits for a contract that somebody else has locked.
  await runAutomation(shop.id, id, {
    clock,
    onBatch: async () => {
      if (running.length > 0) return;
      await whileHeld(sql`select from contracts where shop_id = ${shop.id} for update`, async () => {
        running.push(run(shop.id, id));
        await eventually(async () => expect(await countWaiting()).toBe(1));
        whenAnswered = pauseAutomation(shop.id, id, audit).then(() => {
          isAnswered = true;
          return countChanged();
        });
        running.push(whenAnswered);
        await eventually(async () => expect(isAnswered || (await countWaiting()) === 2).toBe(true));
      });
    },
  });
  await Promise.all(running);
  expect(await whenAnswered).toBe(3);
  expect(await countChanged()).toBe(3);
  expect(await readTask(shop.id, id)).toMatchObject({ status: "PAUSED", succeeded: 3 });
});

test("two workers that finish a task at once report it once: one mail, one event", async () => {
  await insertManyContracts(shop.id, 3);
  const { id } = await createAutomation(
    shop.id,
    {
      kind: "DELIVERY_PRICE",
      parameters: { deliveryPrice: "5" },
      selection: { type: "ALL" },
      isDraft: false,
    },
    { audit, staffId: shop.staff.id },
  );
  const stop = new AbortController();
  let batches = 0;
  const options = { clock, signal: stop.signal, onBatch: () => void (++batches === 2 && stop.abort()) };
  await expect(runAutomation(shop.id, id, options)).rejects.toThrow("aborted");
  const task = await getTask(shop.id, id);
  expect(task.status).toBe("RUNNING");
  let ends: Promise<boolean>[] = [];
  await whileHeld(sql`select from bulk_automations where shop_id = ${shop.id} for update`, async () => {
    ends = [NOW, new Date(NOW.getTime() + 1)].map((now) => finishIfDone(task, now));
    await eventually(async () => expect(await countWaiting()).toBe(2));
  });
  expect(await Promise.all(ends)).toEqual([true, true]);
  expect(await db.$count(mails, eq(mails.kind, "bulk_automation_done"))).toBe(1);
  expect(await db.$count(events, eq(events.type, "bulk-automation.completed"))).toBe(1);
});

test("an undo that is paused is the undo of its task: found on the page, and there is no second one", async () => {
  await insertManyContracts(shop.id, 3);
  const id = await startPriceTask(shop.id, "5");
  await run(shop.id, id);
  const undo = await undoAutomation(shop.id, id, starter);
  // After the plan was made.
  await runAutomation(shop.id, undo.id, { clock, onBatch: () => pauseAutomation(shop.id, undo.id, audit) });
  expect(await getTaskPage(shop.shop, id, NOW)).toMatchObject({
    undoneBy: undo.id,
    mayUndo: false,
  });
  await expect(undoAutomation(shop.id, id, starter)).rejects.toMatchObject({
    code: "conflict",
    extra: { members: { bulkAutomation: { id: undo.id, status: "PAUSED" } } },
  });
});

const startStatusTask = async (status: string) =>
  (
    await createAutomation(
      shop.id,
      { kind: "CONTRACT_STATUS", parameters: { status }, selection: { type: "ALL" }, isDraft: false },
      starter,
    )
  ).id;

test("the merchant's bulk cancel takes contracts that their customers may not cancel yet", async () => {
  await insertContract(shop.id, { minCycles: 12 });
  const id = await startStatusTask("CANCELLED");
  await run(shop.id, id);
  expect(await readTask(shop.id, id)).toMatchObject({ succeeded: 1, failed: 0 });
});

test("a contract changed by a clock that is ahead keeps that instant: no bulk change puts it back", async () => {
  const updatedAt = new Date(NOW.getTime() + DAY_MS);
  const contract = await insertContract(shop.id, { deliveryPrice: "3.00", updatedAt });
  const readContract = async () =>
    (await db.select().from(contracts).where(eq(contracts.id, contract.id)))[0];
  await run(shop.id, await startPriceTask(shop.id, "5"));
  expect(await readContract()).toMatchObject({ deliveryPrice: "5.0000", updatedAt });
  await run(shop.id, await startStatusTask("PAUSED"));
  expect(await readContract()).toMatchObject({ status: "PAUSED", updatedAt });
});
