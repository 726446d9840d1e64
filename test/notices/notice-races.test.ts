import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { appendEvents } from "~/features/events/events.repo.server";
import { sequenceEvents } from "~/features/events/sequencer.service.server";
import { listNotices } from "~/features/notices/notices.repo.server";
import { passOnEvents } from "~/features/notices/notices.service.server";
import { db } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";
import { createLatch } from "../support/calls/billing";
import { NOW } from "../support/data/factories";
import { eventually } from "../support/processes/eventually";
import { runJobs } from "../support/processes/jobs";
import { addContract, type Contract, prepareNoticedShop, shop, turnOn, work } from "./noticed-shop";

prepareNoticedShop();

const tells = (contract: Contract, type: "billing-success" | "paused" | "payment.failed" | "cancelled") => ({
  shopId: shop.id,
  type,
  contractId: contract.id,
  contractVersion: 7,
  changedFields: ["status"],
  createdAt: NOW,
});

/** Sessions of this database that wait for the progress of notices. */
const listWaiting = () =>
  db.execute(sql`select from pg_locks where relation = 'notice_progress'::regclass and not granted`);

test("a notice is about the whole change, though another process has just numbered the first of its events", async () => {
  await turnOn("paused", "cancelled");
  await work();
  const [crowd, failed, cancelled] = [await addContract(), await addContract(), await addContract()];
  const latch = createLatch();
  const held = db.transaction(async (tx) => {
    await tx.execute(sql`lock table notice_progress in access exclusive mode`);
    await latch.pass();
  });
  await latch.reached;
  // It has found no event without a number, and goes on to read those that have one.
  const passing = passOnEvents(shop.id, NOW);
  await eventually(async () => expect(await listWaiting()).toHaveLength(1));
  await inTransaction((tx) =>
    appendEvents(tx, [
      ...Array.from({ length: 1998 }, () => tells(crowd, "billing-success")),
      tells(failed, "paused"),
      tells(cancelled, "paused"),
      tells(failed, "payment.failed"),
      tells(cancelled, "cancelled"),
    ]),
  );
  await sequenceEvents(shop.id, NOW);
  latch.open();
  await Promise.all([held, passing]);
  while (await passOnEvents(shop.id, NOW)) await runJobs();
  await runJobs();
  const kindsOf = async ({ id }: Contract) =>
    (await listNotices(shop.id, { contractId: id }, 50)).map(({ kind }) => kind);
  expect(await kindsOf(failed)).toEqual([]);
  expect(await kindsOf(cancelled)).toEqual(["cancelled"]);
});
