import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recoverImport } from "~/features/imports/intake/import-failure.service.server";
import {
  findImport,
  findUnfinishedImport,
  updateImport,
} from "~/features/imports/records/imports.repo.server";
import { runImport } from "~/features/imports/run/import-run.service.server";
import { runImportTask } from "~/jobs/tasks/run-import.server";
import { tasks } from "~/jobs/tasks/tasks.server";
import { startWorker } from "~/jobs/worker/worker.server";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { billingAttempts } from "~db/schema/billing";
import { contractCounts, contractLines, contracts } from "~db/schema/contracts";
import { importContractRows, importCustomers, importProducts } from "~db/schema/imports";
import { importFiles, readImport, stageFiles } from "../support/calls/run-import";
import { createTestShop, NOW } from "../support/data/factories";
import { slowDown } from "../support/faults/slow-down";
import { endPrograms } from "../support/processes/end-programs";
import { eventually } from "../support/processes/eventually";
import {
  contractsCsv,
  customerRow,
  customersCsv,
  headRow,
  lineRow,
  productsJson,
} from "../support/processes/shop-files";
import { resetDatabase } from "../support/setup/database";

const children: ChildProcess[] = [];
const clock = () => NOW;
let shopId: number;
beforeEach(async () => {
  await resetDatabase();
  ({ id: shopId } = await createTestShop());
});
afterEach(() => endPrograms(children));

const CONTRACTS = 4000;
const toFiles = (count = CONTRACTS) => ({
  products: productsJson(),
  customers: customersCsv([customerRow()]),
  contracts: contractsCsv(
    Array.from({ length: count }, (_, index) => {
      const handle = `sub-${String(index).padStart(5, "0")}`;
      return [headRow(handle), lineRow(handle)];
    }).flat(),
  ),
});

function start(...args: (string | number)[]) {
  const child = spawn(
    process.execPath,
    ["scripts/run.mjs", "test/support/programs/import-process.ts", ...args.map(String)],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  children.push(child);
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

/** Every imported contract is complete: two lines, three orders, one history entry, one in the counters. */
async function expectWholeContracts(): Promise<number> {
  const [torn] = await db.execute<{ torn: number }>(sql`
    select count(*)::int as torn from contracts c where
      (select count(*) from contract_lines l where l.shop_id = c.shop_id and l.contract_id = c.id) <> 2
      or (select count(*) from billing_attempts a where a.shop_id = c.shop_id and a.contract_id = c.id) <> 3
      or (select count(*) from activity h where h.shop_id = c.shop_id and h.contract_id = c.id) <> 1`);
  expect(torn?.torn).toBe(0);
  const there = await db.$count(contracts);
  const counted = await db.select().from(contractCounts);
  expect(counted.reduce((sum, { delta }) => sum + delta, 0)).toBe(there);
  return there;
}

async function expectAllIn(importId: number) {
  expect(await expectWholeContracts()).toBe(CONTRACTS);
  expect(await db.$count(contractLines)).toBe(2 * CONTRACTS);
  expect(await db.$count(billingAttempts)).toBe(3 * CONTRACTS);
  expect(await readImport(shopId, importId)).toMatchObject({
    status: "COMPLETED",
    failure: null,
    errors: [],
    products: { created: 1 },
    customers: { created: 1 },
    contracts: { rowsDone: 2 * CONTRACTS, created: CONTRACTS, skipped: 0, keptOut: 0 },
  });
  await expectNothingStaged();
}

async function expectNothingStaged() {
  for (const table of [importProducts, importCustomers, importContractRows])
    expect(await db.$count(table)).toBe(0);
}

test("killed in the middle, again and again, the work goes on where it was and each contract is in once and whole", async () => {
  const importId = await stageFiles(shopId, toFiles());
  const quicken = await slowDown("contracts", 0.5);
  for (const batches of [6, 1]) {
    const { child, lines } = start("run", shopId, importId);
    for (let reported = 0; reported < batches; reported++) await lines.next();
    // By now it is in the next batch.
    await kill(child);
    expect(await findImport(shopId, importId)).toMatchObject({ status: "RUNNING" });
  }
  await eventually(async () => {
    // The killed process's last transaction may take a moment to be rolled back.
    const there = await expectWholeContracts();
    expect(there).toBeGreaterThan(0);
    expect(there).toBeLessThan(CONTRACTS);
  });
  await quicken();
  await runImport(shopId, importId, { clock });
  await expectAllIn(importId);
});

test("two at once share the work, and nothing is done twice", async () => {
  const importId = await stageFiles(shopId, toFiles());
  await Promise.all([runImport(shopId, importId, { clock }), runImport(shopId, importId, { clock })]);
  await expectAllIn(importId);
});

test("stopped between two batches it goes on later", async () => {
  const importId = await stageFiles(shopId, toFiles(1500));
  const stopping = new AbortController();
  const stopped = runImport(shopId, importId, {
    clock,
    signal: stopping.signal,
    onBatch: () => stopping.abort(),
  });
  await expect(stopped).rejects.toThrow(/aborted/);
  expect(await findImport(shopId, importId)).toMatchObject({ status: "RUNNING" });
  await runImport(shopId, importId, { clock });
  expect(await readImport(shopId, importId)).toMatchObject({
    status: "COMPLETED",
    contracts: { created: 1500 },
  });
});

test("a worker takes a staged import and brings it in", async () => {
  const importId = await stageFiles(shopId, toFiles(10));
  const worker = await startWorker({ databaseUrl: process.env.DATABASE_URL ?? "", tasks, crontab: "" });
  try {
    await eventually(async () =>
      expect(await findImport(shopId, importId)).toMatchObject({ status: "COMPLETED" }),
    );
  } finally {
    await worker.stop();
  }
  expect(await expectWholeContracts()).toBe(10);
});

test("a worker that is told to stop leaves its import to the next one at once: no try of its job is used up", async () => {
  const importId = await stageFiles(shopId, toFiles(10));
  const stopped = runImportTask({ shopId, importId }, { clock, signal: AbortSignal.abort() });
  await expect(stopped).rejects.toMatchObject({ waitMs: 0 });
  await runImportTask({ shopId, importId }, { clock, signal: new AbortController().signal });
  expect(await readImport(shopId, importId)).toMatchObject({
    status: "COMPLETED",
    contracts: { created: 10 },
  });
});

test("while its receiver lives an import is left alone; when that is killed it has failed and nothing is staged", async () => {
  const { child, lines } = start("receive", shopId);
  expect((await lines.next()).value).toBe("receiving");
  await recoverImport(shopId, NOW);
  const receiving = await findUnfinishedImport(shopId);
  expect(receiving).toMatchObject({ status: "RECEIVING" });
  await expect(stageFiles(shopId, toFiles(1))).rejects.toMatchObject({ code: "conflict" });
  await kill(child);
  await eventually(async () => {
    await recoverImport(shopId, NOW);
    expect(await findUnfinishedImport(shopId)).toBeNull();
  });
  expect(await readImport(shopId, receiving?.id ?? 0)).toMatchObject({
    status: "FAILED",
    failure: "The upload was interrupted before its end. Nothing was imported.",
  });
  await expectNothingStaged();
  const failed = await db.select().from(activity).where(eq(activity.action, "import.failed"));
  expect(failed).toMatchObject([{ actorName: "killed" }]);
});

test("the next import need not wait for somebody to find the one whose receiver was killed", async () => {
  const { child, lines } = start("receive", shopId);
  await lines.next();
  await kill(child);
  await eventually(async () => {
    expect(await importFiles(shopId, toFiles(2))).toMatchObject({
      status: "COMPLETED",
      contracts: { created: 2 },
    });
  });
});

const countJobs = async () =>
  (await db.execute(sql`select from graphile_worker.jobs where task_identifier = 'run-import'`)).length;

test("a staged import that has lost its job gets one again, one that has it gets no second", async () => {
  await stageFiles(shopId, toFiles(1));
  expect(await countJobs()).toBe(1);
  await recoverImport(shopId, NOW);
  expect(await countJobs()).toBe(1);
  await db.execute(sql`select graphile_worker.remove_job(key) from graphile_worker.jobs`);
  await recoverImport(shopId, NOW);
  expect(await countJobs()).toBe(1);
});

test("a fault of ours ends the import with that reason: what was in stays in, nothing is left in staging", async () => {
  const importId = await stageFiles(shopId, toFiles(1500));
  // Staging gets a value that our file readers never let through, in the second of two batches.
  await db
    .update(importContractRows)
    .set({ billingInterval: sql`'FORTNIGHT'` })
    .where(eq(importContractRows.handle, "sub-01400"));
  await runImport(shopId, importId, { clock });
  expect(await readImport(shopId, importId)).toMatchObject({
    status: "FAILED",
    failure: expect.stringContaining("Whatever was imported stays"),
  });
  const there = await expectWholeContracts();
  expect(there).toBeGreaterThan(0);
  expect(there).toBeLessThan(1500);
  await expectNothingStaged();
  expect(await importFiles(shopId, toFiles(1500))).toMatchObject({
    status: "COMPLETED",
    contracts: { created: 1500 - there, skipped: there },
  });
});

test("a finished import is left alone, and so is one that is not there", async () => {
  const { importId } = await importFiles(shopId, toFiles(1));
  await updateImport(db, shopId, importId, { step: "CONTRACTS" });
  await runImport(shopId, importId, { clock });
  await runImport(shopId, importId + 1, { clock });
  await runImport(shopId + 1, importId, { clock });
  expect(await findImport(shopId, importId)).toMatchObject({ status: "COMPLETED", step: "CONTRACTS" });
});
