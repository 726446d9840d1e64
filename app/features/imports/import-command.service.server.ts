import { findShopByStoreDomain } from "~/access/shops.repo.server";
import type { Audit } from "~/features/activity/activity";
import type { IncomingFile } from "~/features/imports/files/stage-file.server";
import { toJobKey } from "~/features/imports/intake/import-failure.service.server";
import { receiveImport } from "~/features/imports/intake/import-intake.service.server";
import { FILE_NAMES } from "~/features/imports/records/import-files";
import {
  findImport,
  findUnfinishedImport,
  listImportFiles,
} from "~/features/imports/records/imports.repo.server";
import { runImport } from "~/features/imports/run/import-run.service.server";
import type { RealTime } from "~/lib/clocks";
import { ProblemError } from "~/lib/problem";
import { removeJob } from "~/queue/enqueue.server";
import { db } from "~db/client.server";
import { type FileOutcome, toFileOutcome, toProgress } from "./import-progress";

/** How long workers leave an import of the command line alone. After that the command may have been killed. */
const WORKER_AFTER_MS = 60_000;
const REPORT_EVERY_MS = 1000;

export type CommandOutcome = {
  shopId: number | null;
  importId: number | null;
  status: "COMPLETED" | "FAILED";
  failure: string | null;
  files: FileOutcome[];
};

/** Runs an import to its end in this process. Workers may run at the same time: each batch is done once. */
export async function importFromCommand(command: {
  storeDomain: string;
  files: AsyncIterable<IncomingFile>;
  isFullCatalogue: boolean;
  clock: () => RealTime;
  /** Progress, one line at a time. */
  say: (line: string) => void;
}): Promise<CommandOutcome> {
  const { clock, say } = command;
  const shop = await findShopByStoreDomain(command.storeDomain);
  if (!shop)
    return { ...NOTHING, failure: `There is no shop ${command.storeDomain}; npm run shop:create makes one.` };
  if (shop.closedAt) return { ...NOTHING, failure: `The shop ${command.storeDomain} is closed.` };
  await finishEarlier(shop.id, clock, say);
  const started = clock();
  const report = toReporter(clock, say);
  const audit: Audit<RealTime> = {
    actor: { type: "system", name: "command line" },
    requestId: null,
    now: started,
  };
  let startedId: number | null = null;
  try {
    const importId = await receiveImport({
      shopId: shop.id,
      audit,
      clock,
      files: command.files,
      isFullCatalogue: () => command.isFullCatalogue,
      runAt: new Date(started.getTime() + WORKER_AFTER_MS),
      onStart: (id) => {
        startedId = id;
      },
      onProgress: (file, counts) =>
        report(`${FILE_NAMES[file]}: ${counts.rowsRead} rows read, ${counts.badRows} of them bad`),
    });
    await runToEnd(shop.id, importId, clock, report);
    return await readOutcome(shop.id, importId);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { ...NOTHING, shopId: shop.id, importId: startedId, failure: error.detail };
  }
}

const NOTHING: CommandOutcome = { shopId: null, importId: null, status: "FAILED", failure: null, files: [] };

/** An unfinished staged import was left by a killed command or waits for a worker; it has to finish first. */
async function finishEarlier(
  shopId: number,
  clock: () => RealTime,
  say: (line: string) => void,
): Promise<void> {
  const earlier = await findUnfinishedImport(shopId);
  if (!earlier || earlier.status === "RECEIVING") return;
  say(`Import ${earlier.id} is not finished yet: finishing it first.`);
  await runToEnd(shopId, earlier.id, clock, toReporter(clock, say));
}

async function runToEnd(
  shopId: number,
  importId: number,
  clock: () => RealTime,
  report: (line: string) => void,
): Promise<void> {
  await runImport(shopId, importId, {
    clock,
    onBatch: async () => {
      const files = await listImportFiles(shopId, [importId]);
      report(`bringing in: ${Math.floor(100 * (toProgress("RUNNING", files) ?? 0))}%`);
    },
  });
  await removeJob(db, toJobKey(shopId, importId));
}

/** Skips some lines: writing to a terminal is slower than the work. */
function toReporter(clock: () => RealTime, say: (line: string) => void): (line: string) => void {
  let last = 0;
  return (line) => {
    const now = clock().getTime();
    if (now - last < REPORT_EVERY_MS) return;
    last = now;
    say(line);
  };
}

async function readOutcome(shopId: number, importId: number): Promise<CommandOutcome> {
  const row = await findImport(shopId, importId);
  const files = (await listImportFiles(shopId, [importId])).map(toFileOutcome);
  const status = row?.status === "COMPLETED" ? "COMPLETED" : "FAILED";
  return { shopId, importId, status, failure: row?.failure ?? null, files };
}
