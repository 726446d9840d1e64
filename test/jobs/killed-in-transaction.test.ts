import { eq, sql } from "drizzle-orm";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { enqueue } from "~/queue/enqueue.server";
import { db } from "~db/client.server";
import { mails } from "~db/schema/mails";
import { notices } from "~db/schema/notices";
import { portalTokens } from "~db/schema/portal-access";
import { insertContract, insertCustomer } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { eventually } from "../support/processes/eventually";
import { kill, startWorkerProcess } from "../support/processes/kill-workers";

const shop = shopOfEachTest();
const databaseUrl = () => process.env.DATABASE_URL ?? "";

const startWorker = (name: string) => {
  const worker = startWorkerProcess(databaseUrl(), name);
  onTestFinished(() => kill(worker));
  return worker;
};
const countMade = () =>
  Promise.all([mails, notices, portalTokens].map((table) => db.$count(table, eq(table.shopId, shop.id))));
/** Names of the workers that wait for a lock in a transaction that has written. */
const listBlocked = async () => {
  const rows = await db.execute<{ name: string }>(sql`
    select split_part(application_name, ' ', 1) as name from pg_stat_activity
    where wait_event_type = 'Lock' and backend_xid is not null and datname = current_database() order by 1`);
  return rows.map(({ name }) => name);
};

test("a worker killed while its job waits in a transaction has done nothing; another one does the job once", async () => {
  const email = "ada@example.com";
  await insertContract(shop.id, { customerId: (await insertCustomer(shop.id, { email })).id });
  const other = postgres(databaseUrl(), { max: 1, onnotice: () => {} });
  onTestFinished(() => other.end({ timeout: 0 }));
  const held = await other.reserve();
  await held`begin`;
  await held`lock table notices in exclusive mode`;
  const victim = startWorker("victim");
  const payload = { shopId: shop.id, to: { email }, language: "en", requestId: "once" };
  await enqueue(db, "mail-portal-link", payload);
  await eventually(async () => expect(await listBlocked()).toEqual(["victim"]));
  await kill(victim);
  startWorker("heir");
  // Postgres notices that the dead one's connection is gone only when it has the lock. The heir waits behind it.
  await eventually(async () => expect(await listBlocked()).toEqual(["heir", "victim"]));
  expect(await countMade()).toEqual([0, 0, 0]);
  await held`rollback`;
  const jobs = sql`graphile_worker._private_jobs`;
  await eventually(async () => expect(await db.$count(jobs, sql`payload ->> 'requestId' = 'once'`)).toBe(0));
  expect(await countMade()).toEqual([1, 1, 1]);
});
