import { sql } from "drizzle-orm";
import { requireOpen } from "~/access/closed/open-shop";
import { findShopSettings, lockShopSettings } from "~/access/shops.repo.server";
import type { Audit } from "~/features/activity/activity";
import {
  type IncomingFile,
  newStagedCounts,
  type StagedCounts,
  stageFile,
} from "~/features/imports/files/stage-file.server";
import { FILE_NAMES, type ImportFile, UnreadableFile } from "~/features/imports/records/import-files";
import {
  findUnfinishedImport,
  insertImport,
  insertImportFile,
  tryLockIntake,
  updateImport,
  updateImportFile,
} from "~/features/imports/records/imports.repo.server";
import {
  anotherIsRunning,
  FAULT,
  INTERRUPTED,
  noFiles,
  unreadableFiles,
} from "~/features/imports/records/intake-problems";
import { createErrorSink } from "~/features/imports/records/kept-errors.service.server";
import type { RealTime } from "~/lib/clocks";
import { env } from "~/lib/env.server";
import { logger } from "~/lib/logger.server";
import { notFound, ProblemError } from "~/lib/problem";
import { connect, db } from "~db/client.server";
import { isUniqueViolation } from "~db/errors";
import type { Transaction } from "~db/transaction.server";
import { enqueueRun, failAbandonedIntake, failImport } from "./import-failure.service.server";
import { repeat } from "./intake-progress.server";

/** Thrown while reading the files: the sender disconnected before the end. */
export class UploadInterrupted extends Error {}

export type IntakeRequest = {
  shopId: number;
  audit: Audit<RealTime>;
  /** For measuring durations; rules use `audit.now`. */
  clock: () => RealTime;
  /** Each is read before the next is requested. */
  files: AsyncIterable<IncomingFile>;
  /** Called after all files are read: the form's checkbox may come after them. */
  isFullCatalogue: () => boolean;
  /** Default: IMPORT_MAX_FILE_BYTES. */
  maxFileBytes?: number;
  /** When a worker may take over; default: at once. */
  runAt?: Date;
  /** Called once the import is visible, however it ends. */
  onStart?: (importId: number) => void;
  onProgress?: (file: ImportFile, counts: Readonly<StagedCounts>) => void;
};

type Intake = {
  request: IntakeRequest;
  currencyCode: string;
  importId: number | null;
  problems: Map<ImportFile, UnreadableFile>;
  seen: Map<ImportFile, StagedCounts>;
};

const PROGRESS_EVERY_MS = 500;

/** Thrown if any file cannot be read, to roll staging back. */
class StagingRefused extends Error {}

/**
 * Reads the files of an import into staging and leaves the rest to a job. All of staging is one transaction: whatever
 * happens before its end, even the death of this process, leaves nothing staged. Errors of single rows are kept.
 *
 * @returns the import's id; its files are staged and its job waits
 * @throws ProblemError conflict while another import of the shop is not finished; invalid_request or body_too_large
 *   naming every file that cannot be read to its end, or if there are no files
 */
export async function receiveImport(request: IntakeRequest): Promise<number> {
  const { shopId } = request;
  const [other, shop] = await Promise.all([findUnfinishedImport(shopId), findShopSettings(shopId)]);
  if (!shop) throw new Error(`there is no shop ${shopId}`);
  // An import in RECEIVING may belong to a dead process; the lock decides that.
  if (other && other.status !== "RECEIVING") throw anotherIsRunning(other);
  const { currencyCode } = shop;
  const intake: Intake = { request, currencyCode, importId: null, problems: new Map(), seen: new Map() };
  // Its own connection: an upload may take an hour, and must not use up the connections that other requests share.
  const own = connect(env.DATABASE_URL, { max: 1, mayRest: true });
  try {
    return await own.db.transaction((tx) => stageAll(tx, intake));
  } catch (error) {
    throw await endFailedIntake(intake, error);
  } finally {
    await own.client.end({ timeout: 1 });
  }
}

async function stageAll(tx: Transaction, intake: Intake): Promise<number> {
  const { shopId, audit, clock, files, runAt, onStart } = intake.request;
  await tx.execute(sql`set local statement_timeout = 0`);
  for await (const incoming of files) {
    if (intake.importId === null) {
      intake.importId = await beginImport(tx, shopId, audit);
      onStart?.(intake.importId);
    }
    await receiveFile(tx, intake, intake.importId, incoming);
  }
  const { importId, seen, problems } = intake;
  if (importId === null) throw noFiles();
  const isFullCatalogue = intake.request.isFullCatalogue();
  if (isFullCatalogue) requireProducts(intake);
  if (problems.size > 0) throw new StagingRefused();
  for (const [file, counts] of seen) await updateImportFile(tx, shopId, importId, file, counts);
  await requireStillOpen(tx, shopId);
  await updateImport(tx, shopId, importId, { status: "QUEUED", isFullCatalogue, stagedAt: clock() });
  await enqueueRun(tx, { shopId, id: importId }, runAt);
  return importId;
}

/** An upload may take an hour: nothing is kept for a shop that has been closed, or deleted, meanwhile. */
async function requireStillOpen(tx: Transaction, shopId: number): Promise<void> {
  const shop = await lockShopSettings(tx, shopId);
  if (!shop) throw notFound("There is no such shop.");
  requireOpen(shop);
}

/**
 * Makes the import visible, in a transaction of its own. `tx` holds a lock until its end, which shows that the receiver
 * is alive.
 */
async function beginImport(tx: Transaction, shopId: number, audit: Audit<RealTime>): Promise<number> {
  if (!(await tryLockIntake(tx, shopId))) throw anotherIsRunning(await findUnfinishedImport(shopId));
  await failAbandonedIntake(db, shopId, audit.now);
  try {
    return await insertImport(db, shopId, audit);
  } catch (error) {
    if (!isUniqueViolation(error, "imports_unfinished_key")) throw error;
    throw anotherIsRunning(await findUnfinishedImport(shopId));
  }
}

async function receiveFile(
  tx: Transaction,
  { request, currencyCode, seen, problems }: Intake,
  importId: number,
  { file, name, sizeBytes, bytes }: IncomingFile,
): Promise<void> {
  const { shopId, maxFileBytes = env.IMPORT_MAX_FILE_BYTES, onProgress } = request;
  if (seen.has(file)) throw new ProblemError("invalid_request", `${FILE_NAMES[file]} came twice.`);
  const counts = newStagedCounts();
  seen.set(file, counts);
  await insertImportFile(db, { shopId, importId, file, name: name.slice(0, 200), sizeBytes });
  const errors = createErrorSink(db, shopId, importId);
  const progress = repeat(PROGRESS_EVERY_MS, async () => {
    onProgress?.(file, counts);
    await updateImportFile(db, shopId, importId, file, counts);
  });
  try {
    await stageFile(
      { file, name, sizeBytes, bytes },
      { tx, shopId, importId, currencyCode, maxBytes: maxFileBytes, counts, report: errors.add },
    );
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    problems.set(file, error);
    counts.errors++;
    await errors.add([
      { severity: "ERROR", file, line: error.line, column: null, value: null, reason: error.message },
    ]);
  } finally {
    await progress.stop();
    await errors.flush();
  }
}

function requireProducts({ seen, problems }: Intake): void {
  if (problems.has("PRODUCTS") || (seen.get("PRODUCTS")?.rowsRead ?? 0) > 0) return;
  const reason =
    "A full catalogue without a product would mark every product as deleted. Upload products.json as well.";
  problems.set("PRODUCTS", new UnreadableFile("file_empty", reason));
}

/** Records why the import ended. @returns the error for the sender */
async function endFailedIntake({ request, importId, problems }: Intake, error: unknown): Promise<unknown> {
  const reported =
    error instanceof StagingRefused
      ? unreadableFiles(problems)
      : error instanceof UploadInterrupted
        ? new ProblemError("malformed_body", INTERRUPTED)
        : error;
  if (importId === null) return reported;
  const failure = reported instanceof ProblemError ? reported.detail : FAULT;
  const { shopId, audit, clock } = request;
  const target = {
    shopId,
    id: importId,
    actorType: audit.actor.type,
    actorName: audit.actor.name,
    requestId: audit.requestId,
  };
  // Without the database this fails, too; then the job that looks for interrupted uploads ends the import.
  await failImport(db, target, { failure, from: ["RECEIVING"], now: clock() }).catch((cause: unknown) =>
    logger.warn({ err: cause }, "a failed import could not be marked so"),
  );
  return reported;
}
