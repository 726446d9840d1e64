import { and, asc, count, desc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Audit } from "~/features/activity/activity";
import type { RealTime } from "~/lib/clocks";
import { announce } from "~db/announcements.server";
import { db, type Queryable } from "~db/client.server";
import { findRow, insertRow, isRow, lockRow, updateRows } from "~db/rows.server";
import { importErrors, importFiles, imports } from "~db/schema/imports";
import type { ImportFile } from "./import-files";

export type ImportRow = typeof imports.$inferSelect;
export type ImportFileRow = typeof importFiles.$inferSelect;
export type NewImportError = Omit<typeof importErrors.$inferInsert, "shopId" | "importId" | "id">;
export type ImportErrorRow = typeof importErrors.$inferSelect;

const UNFINISHED: ImportRow["status"][] = ["RECEIVING", "QUEUED", "RUNNING"];

/** @throws a unique violation of imports_unfinished_key while another import of the shop is not finished */
export async function insertImport(on: Queryable, shopId: number, audit: Audit<RealTime>): Promise<number> {
  const rows = await on
    .insert(imports)
    .values({
      shopId,
      status: "RECEIVING",
      isFullCatalogue: false,
      actorType: audit.actor.type,
      actorName: audit.actor.name,
      requestId: audit.requestId,
      createdAt: audit.now,
    })
    .returning({ id: imports.id });
  const row = rows[0];
  if (!row) throw new Error("insert of an import returned no row");
  return row.id;
}

/** The shop's only unfinished import, if any. */
export const findUnfinishedImport = (shopId: number, on: Queryable = db): Promise<ImportRow | null> =>
  findRow(on, imports, { shopId, status: UNFINISHED });

export const findImport = (shopId: number, id: number): Promise<ImportRow | null> =>
  findRow(db, imports, { shopId, id });

/** Newest first. */
export function listImports(shopId: number, { limit }: { limit: number }): Promise<ImportRow[]> {
  return db.select().from(imports).where(eq(imports.shopId, shopId)).orderBy(desc(imports.id)).limit(limit);
}

/** The files of these imports, in the order in which they are imported. */
export function listImportFiles(shopId: number, importIds: number[]): Promise<ImportFileRow[]> {
  if (importIds.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(importFiles)
    .where(isRow(importFiles, { shopId, importId: importIds }))
    .orderBy(sql`array_position(array['PRODUCTS','CUSTOMERS','CONTRACTS'], ${importFiles.file})`);
}

export const findImportFile = (
  on: Queryable,
  shopId: number,
  importId: number,
  file: ImportFile,
): Promise<ImportFileRow | null> => findRow(on, importFiles, { shopId, importId, file });

/** Locks the import until the transaction ends, so that two runners take turns; null when there is none. */
export const lockImport = (tx: Queryable, shopId: number, id: number): Promise<ImportRow | null> =>
  lockRow(tx, imports, { shopId, id });

export function updateImport(
  on: Queryable,
  shopId: number,
  id: number,
  values: Partial<Omit<ImportRow, "shopId" | "id">>,
): Promise<number> {
  announce(on, shopId, "imports");
  return updateRows(on, imports, { shopId, id }, values);
}

/** Ends an import that is still in one of the given states. @returns whether it was */
export async function setFailed(
  on: Queryable,
  shopId: number,
  importId: number,
  { failure, now, from }: { failure: string; now: RealTime; from: ImportRow["status"][] },
): Promise<boolean> {
  const failed = { status: "FAILED", failure, finishedAt: now } as const;
  announce(on, shopId, "imports");
  return (await updateRows(on, imports, { shopId, id: importId, status: from }, failed)) > 0;
}

/** Shops with an import that is not finished. Lists shops only (design.md "Citus" rule 5). */
export function listImportingShops(): Promise<{ id: number }[]> {
  return db.selectDistinct({ id: imports.shopId }).from(imports).where(inArray(imports.status, UNFINISHED));
}

export const insertImportFile = (
  on: Queryable,
  row: Pick<typeof importFiles.$inferInsert, "shopId" | "importId" | "file" | "name" | "sizeBytes">,
) => insertRow(on, importFiles, { ...row, columns: [] });

export const updateImportFile = (
  on: Queryable,
  shopId: number,
  importId: number,
  file: ImportFile,
  values: Partial<Omit<ImportFileRow, "shopId" | "importId" | "file">>,
) => updateRows(on, importFiles, { shopId, importId, file }, values);

const COUNTERS = [
  "rowsDone",
  "created",
  "updated",
  "unchanged",
  "skipped",
  "keptOut",
  "deleted",
  "warnings",
  "errors",
] as const;
export type FileCounts = Partial<Record<(typeof COUNTERS)[number], number>>;

/** Adds a batch's results to the counters of a file. */
export async function addFileCounts(
  tx: Queryable,
  shopId: number,
  importId: number,
  file: ImportFile,
  counts: FileCounts,
): Promise<void> {
  announce(tx, shopId, "imports");
  const set: { [name in keyof FileCounts]?: SQL } = {};
  for (const name of COUNTERS) if (counts[name]) set[name] = sql`${importFiles[name]} + ${counts[name]}`;
  if (Object.keys(set).length > 0) await updateRows(tx, importFiles, { shopId, importId, file }, set);
}

/** Rows per statement: a row has 8 parameters, and a statement at most 65,535. */
const ERRORS_A_STATEMENT = 1000;

export async function insertImportErrors(
  on: Queryable,
  shopId: number,
  importId: number,
  errors: readonly NewImportError[],
): Promise<void> {
  for (let from = 0; from < errors.length; from += ERRORS_A_STATEMENT) {
    const rows = errors.slice(from, from + ERRORS_A_STATEMENT);
    await on.insert(importErrors).values(rows.map((error) => ({ ...error, shopId, importId })));
  }
}

/** In the order in which they were found. `afterId` continues. */
export function listImportErrors(
  shopId: number,
  importId: number,
  { limit, afterId = 0 }: { limit: number; afterId?: number },
): Promise<ImportErrorRow[]> {
  return db
    .select()
    .from(importErrors)
    .where(and(isRow(importErrors, { shopId, importId }), gt(importErrors.id, afterId)))
    .orderBy(asc(importErrors.id))
    .limit(limit);
}

export type KeptErrorCounts = Record<ImportErrorRow["severity"], number>;

/** How many errors and warnings of an import are stored; the files' counters have the totals. */
export async function countImportErrors(
  shopId: number,
  importId: number,
  on: Queryable = db,
): Promise<KeptErrorCounts> {
  const rows = await on
    .select({ severity: importErrors.severity, errors: count() })
    .from(importErrors)
    .where(isRow(importErrors, { shopId, importId }))
    .groupBy(importErrors.severity);
  const kept = { ERROR: 0, WARNING: 0 };
  for (const { severity, errors } of rows) kept[severity] = errors;
  return kept;
}

/**
 * Held by the receiver of an import of the shop until its transaction ends; Postgres releases it when the process dies.
 * @returns whether it was free
 */
export async function tryLockIntake(tx: Queryable, shopId: number): Promise<boolean> {
  const rows = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('import-intake', ${shopId}::bigint)) as locked`,
  );
  return rows[0]?.locked ?? false;
}
