import { sql } from "drizzle-orm";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { runImport } from "~/features/imports/run/import-run.service.server";
import { runImportTask } from "~/jobs/tasks/run-import.server";
import { TryLater } from "~/queue/try-later";
import { db } from "~db/client.server";
import { importFiles, readContracts, readImport, stageFiles } from "../support/calls/run-import";
import { NOW } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { eventually } from "../support/processes/eventually";
import {
  contractsCsv,
  customerRow,
  customersCsv,
  headRow,
  lineRow,
  productsJson,
} from "../support/processes/shop-files";

const shop = shopOfEachTest();
const clock = () => NOW;

const toFiles = (handle: string) => ({
  products: productsJson(),
  customers: customersCsv([customerRow()]),
  contracts: contractsCsv([headRow(handle), lineRow(handle)]),
});

test("an import whose batch is cancelled while it waits for a customer waits, and goes on later", async () => {
  await importFiles(shop.id, toFiles("sub-1"));
  const importId = await stageFiles(shop.id, toFiles("sub-2"));
  const other = postgres(process.env.DATABASE_URL ?? "", { max: 1, onnotice: () => {} });
  onTestFinished(() => other.end({ timeout: 0 }));
  const held = await other.reserve();
  await held`begin`;
  await held`select from customers for update`;
  const running = runImportTask(
    { shopId: shop.id, importId },
    { clock, signal: new AbortController().signal },
  );
  const [ended] = await Promise.allSettled([
    running,
    // As a limit of the server's does, or an operator.
    eventually(async () => {
      const cancelled = await db.execute(sql`
        select pg_cancel_backend(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and backend_xid is not null and datname = current_database()`);
      expect(cancelled).toHaveLength(1);
    }),
  ]);
  expect(ended).toMatchObject({ status: "rejected", reason: expect.any(TryLater) });
  expect(await readImport(shop.id, importId)).toMatchObject({ status: "RUNNING", failure: null });
  await held`rollback`;
  await runImport(shop.id, importId, { clock });
  expect(await readImport(shop.id, importId)).toMatchObject({ status: "COMPLETED", failure: null });
  expect(await readContracts(shop.id)).toHaveLength(2);
});
