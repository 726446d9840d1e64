import type { ChildProcess } from "node:child_process";
import { eq } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_BILLING_SETTINGS } from "~/features/billing/settings/billing-settings";
import { saveBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { enqueueBilling } from "~/features/order-schedule/enqueue-billing.server";
import { listDueEndpoints, wakeEndpoints } from "~/features/webhooks/records/endpoints.repo.server";
import { crontab } from "~/jobs/tasks/tasks.server";
import { bringJobsForward, createCrontab } from "~/jobs/worker/crontab.server";
import { enqueue } from "~/queue/enqueue.server";
import { db } from "~db/client.server";
import { databaseNow, leaveDatabaseClock, readDatabaseClock } from "~db/clock.server";
import { billingAttempts } from "~db/schema/billing";
import { webhookEndpoints } from "~db/schema/webhooks";
import { createTestGatewayShop, findDisagreements, listOrdersOf } from "../support/calls/billing";
import { addEndpoint } from "../support/calls/webhooks";
import { insertManyDueOrders } from "../support/data/many/many-orders";
import { withSetClock } from "../support/faults/set-clock";
import { eventually } from "../support/processes/eventually";
import { kill, startWorkerProcess } from "../support/processes/kill-workers";
import { resetDatabase } from "../support/setup/database";

const HOUR_MS = 3_600_000;
const databaseUrl = () => process.env.DATABASE_URL ?? "";
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

let queue: postgres.Sql;
beforeAll(() => {
  queue = postgres(databaseUrl(), { max: 1, onnotice: () => {} });
});
afterAll(() => queue.end());
beforeEach(async () => {
  await resetDatabase();
  await queue`delete from graphile_worker._private_known_crontabs`;
});

const listJobs = () => queue<{ task: string; isDue: boolean }[]>`
  select task_identifier as task, run_at <= now() as "isDue" from graphile_worker.jobs order by task_identifier`;

describe("a worker whose clock is an hour ahead", () => {
  const children: ChildProcess[] = [];
  afterEach(() => Promise.all(children.splice(0).map(kill)));

  test("charges what is due, once, leaves the leases of running processes alone, and delays no job", async () => {
    const shop = await createTestGatewayShop();
    const today = new Date();
    await saveBillingSettings(db, shop.id, { ...DEFAULT_BILLING_SETTINGS, billingHour: 0 }, today);
    await insertManyDueOrders(shop.id, 3, new Date(today.getTime() - 60_000));
    const [first, second] = await db.select().from(billingAttempts).orderBy(billingAttempts.id);
    const leaseUntil = new Date(today.getTime() + 100_000);
    const setLease = (id = 0, until: Date | null = null) =>
      db.update(billingAttempts).set({ leaseUntil: until }).where(eq(billingAttempts.id, id));
    await setLease(first?.id, leaseUntil);
    // The lease of a process that died before the clocks were set back.
    await setLease(second?.id, hoursFromNow(2));
    const clock = withSetClock();
    clock.set(1);
    children.push(startWorkerProcess(databaseUrl(), "ahead", clock.environment));
    await enqueueBilling(db, shop.id);
    await eventually(async () => expect(await listOrdersOf(shop.id)).toHaveLength(2));
    const orders = await listOrdersOf(shop.id);
    expect(orders.filter(({ paidAt }) => paidAt > hoursFromNow(0.5))).toEqual([]);
    const [still] = await db
      .select()
      .from(billingAttempts)
      .where(eq(billingAttempts.id, first?.id ?? 0));
    expect(still).toMatchObject({ status: "QUEUED", leaseUntil });
    // Two hours back: nothing waits until that time comes again.
    clock.set(-1);
    await setLease(first?.id);
    await enqueueBilling(db, shop.id);
    await eventually(async () => expect(await listOrdersOf(shop.id)).toHaveLength(3));
    expect(await findDisagreements(shop.id)).toEqual([]);
  });
});

describe("scheduled jobs", () => {
  const CRONTAB = `
* * * * * fold-facts ?jobKey=fold-facts&max=3
7 * * * * top-up-shops ?jobKey=top-up-shops&fill=1h`;
  const at = (time: string) => new Date(`2026-03-31T${time}Z`);
  const takeJobs = async () => {
    const jobs = await listJobs();
    await queue`delete from graphile_worker._private_jobs`;
    return jobs.map(({ task, isDue }) => (isDue ? task : `${task}, later`));
  };

  test("are added once a minute by all processes together, are due at once, and are made up for after a pause", async () => {
    const [one, two] = [createCrontab(CRONTAB), createCrontab(CRONTAB)];
    await one(queue, at("10:00:30"));
    await two(queue, at("10:00:31"));
    expect(await takeJobs(), "the first is that of the next minute").toEqual([]);
    await one(queue, at("10:00:58"));
    await two(queue, at("10:01:00"));
    await one(queue, at("10:01:01"));
    expect(await takeJobs()).toEqual(["fold-facts"]);
    await one(queue, at("10:06:10"));
    expect(await takeJobs()).toEqual(["fold-facts"]);
    await one(queue, at("10:08:10"));
    expect(await takeJobs()).toEqual(["fold-facts", "top-up-shops"]);
  });

  test("continue at once after the clock was set back, or after a process used a clock far ahead", async () => {
    const steady = createCrontab(CRONTAB);
    await steady(queue, at("10:00:30"));
    const ahead = createCrontab(CRONTAB);
    for (const time of ["13:00:30", "13:01:30"]) await ahead(queue, at(time));
    await takeJobs();
    await steady(queue, at("10:01:30"));
    expect(await takeJobs()).toEqual(["fold-facts"]);
    await steady(queue, at("07:00:30"));
    expect(await takeJobs()).toEqual(["fold-facts"]);
    await steady(queue, at("09:30:30"));
    expect(await takeJobs(), "those of the hours between are left out").toEqual(["fold-facts"]);
  });

  test("with `fill` are made up for by the first worker that starts", async () => {
    await createCrontab(CRONTAB)(queue, at("05:00:30"));
    await takeJobs();
    await createCrontab(CRONTAB)(queue, at("10:02:30"));
    expect(await takeJobs()).toEqual(["top-up-shops"]);
    await createCrontab(CRONTAB)(queue, at("10:02:40"));
    expect(await takeJobs()).toEqual([]);
  });

  test("with `fill` are made up for after the machine has slept, by the process that goes on", async () => {
    const sleeping = createCrontab(CRONTAB);
    await sleeping(queue, at("05:08:30"));
    await sleeping(queue, at("10:02:30"));
    expect(await takeJobs()).toEqual(["fold-facts", "top-up-shops"]);
    await sleeping(queue, at("10:03:30"));
    expect(await takeJobs()).toEqual(["fold-facts"]);
  });

  test("of the product that run each hour or each day run also where no worker ever runs at their time", async () => {
    await createCrontab(crontab)(queue, new Date("2026-03-30T10:02:30Z"));
    await createCrontab(crontab)(queue, at("10:02:30"));
    const rare = [...crontab.matchAll(/^\d+ \S+ \* \* \* (\S+)/gm)].map((match) => match[1] ?? "");
    expect(rare.length).toBeGreaterThan(10);
    expect(await takeJobs()).toEqual(rare.sort());
  });

  test("are not lost when their job cannot be added: the next look adds it", async () => {
    const steady = createCrontab(CRONTAB);
    await steady(queue, at("10:00:30"));
    await queue`alter table graphile_worker._private_jobs rename to jobs_away`;
    try {
      await expect(steady(queue, at("10:01:30"))).rejects.toThrow("_private_jobs");
    } finally {
      await queue`alter table graphile_worker.jobs_away rename to _private_jobs`;
    }
    await steady(queue, at("10:01:32"));
    expect(await takeJobs()).toEqual(["fold-facts"]);
  });
});

describe("when the database's clock is set", () => {
  test("the process goes by it, and learns by how much it was set", async () => {
    await queue`create schema another_clock`;
    await queue.unsafe(`create function another_clock.clock_timestamp() returns timestamptz language sql
      as $$ select pg_catalog.clock_timestamp() + current_setting('another.clock')::interval $$`);
    try {
      await queue`set search_path = another_clock, pg_catalog, public`;
      await queue`set another.clock = '0 s'`;
      expect(await readDatabaseClock(queue)).toBe(0);
      expect(await readDatabaseClock(queue)).toBe(0);
      for (const hours of [2, -3]) {
        const before = databaseNow().getTime();
        await queue.unsafe(`set another.clock = '${hours > 0 ? 2 : -1} h'`);
        expect(Math.round((await readDatabaseClock(queue)) / 60_000)).toBe(hours * 60);
        expect(Math.round((databaseNow().getTime() - before) / 60_000)).toBe(hours * 60);
        expect(await readDatabaseClock(queue)).toBe(0);
      }
    } finally {
      leaveDatabaseClock();
      await queue`reset search_path`;
      await queue`drop schema another_clock cascade`;
    }
  });

  test("back, jobs that were due are due again, and others keep their time", async () => {
    await enqueue(db, "top-up-shops", {}, { runAt: hoursFromNow(0.5) });
    await enqueue(db, "fold-facts", {}, { runAt: hoursFromNow(2) });
    await bringJobsForward(queue, hoursFromNow(1));
    expect(await listJobs()).toEqual([
      { task: "fold-facts", isDue: false },
      { task: "top-up-shops", isDue: true },
    ]);
  });

  test("back, webhooks continue, and no lease lasts longer than one taken now", async () => {
    const shop = await createTestGatewayShop();
    await addEndpoint(shop, "https://example.com/hooks");
    const now = new Date();
    const later = hoursFromNow(1);
    const waiting = { wakeAt: later, pausedUntil: later, leaseUntil: later, leaseOwner: "somebody" };
    await db.update(webhookEndpoints).set(waiting);
    const leaseUntil = new Date(now.getTime() + 30_000);
    await wakeEndpoints(now, leaseUntil);
    const slots = { limit: 10, perShop: 10, taken: new Map<number, number>() };
    expect(await listDueEndpoints(now, slots)).toEqual([]);
    expect(await listDueEndpoints(leaseUntil, slots)).toHaveLength(1);
    expect(await db.select().from(webhookEndpoints)).toMatchObject([
      { wakeAt: now, pausedUntil: null, leaseUntil },
    ]);
  });
});
