import { asc, eq } from "drizzle-orm";
import type { IncomingFile } from "~/features/imports/files/stage-file.server";
import { receiveImport } from "~/features/imports/intake/import-intake.service.server";
import { FILE_FIELDS } from "~/features/imports/records/import-files";
import {
  findImport,
  listImportErrors,
  listImportFiles,
} from "~/features/imports/records/imports.repo.server";
import { runImport } from "~/features/imports/run/import-run.service.server";
import { db } from "~db/client.server";
import { contracts } from "~db/schema/contracts";
import { NOW, testAudit } from "../data/factories";

export type TestFiles = Partial<Record<keyof typeof FILE_FIELDS, string | Uint8Array>>;

/** Files with these contents, in chunks of a size that may cut anywhere. */
async function* toIncomingFiles(files: TestFiles, chunkSize = 777): AsyncGenerator<IncomingFile> {
  for (const [field, file] of Object.entries(FILE_FIELDS)) {
    const content = files[field as keyof TestFiles];
    if (content === undefined) continue;
    const bytes = Buffer.from(content);
    yield { file, name: `${field} of the test`, sizeBytes: bytes.length, bytes: toChunks(bytes, chunkSize) };
  }
}

export async function* toChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

type Options = { isFullCatalogue?: boolean; now?: Date; maxFileBytes?: number };

/** Stages files. @returns the import's id */
export const stageFiles = (shopId: number, files: TestFiles, options: Options = {}): Promise<number> =>
  receiveImport({
    shopId,
    audit: testAudit(options.now),
    clock: () => options.now ?? NOW,
    files: toIncomingFiles(files),
    isFullCatalogue: () => options.isFullCatalogue ?? false,
    maxFileBytes: options.maxFileBytes,
  });

/** A whole import, as far as it gets. */
export async function importFiles(shopId: number, files: TestFiles, options: Options = {}) {
  const importId = await stageFiles(shopId, files, options);
  await runImport(shopId, importId, { clock: () => options.now ?? NOW });
  return readImport(shopId, importId);
}

/** The result of an import: its state, counts by file, and every error and warning. */
export async function readImport(shopId: number, importId: number) {
  const row = await findImport(shopId, importId);
  const files = await listImportFiles(shopId, [importId]);
  const errors = await listImportErrors(shopId, importId, { limit: 10_000 });
  return {
    importId,
    status: row?.status,
    failure: row?.failure,
    products: files.find(({ file }) => file === "PRODUCTS"),
    customers: files.find(({ file }) => file === "CUSTOMERS"),
    contracts: files.find(({ file }) => file === "CONTRACTS"),
    errors: errors
      .map(({ severity, file, line, column, value, reason }) => ({
        severity,
        file,
        line,
        column,
        value,
        reason,
      }))
      .sort((a, b) => a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0)),
  };
}

/** The shop's contracts, in the order they came in. */
export const readContracts = (shopId: number) =>
  db.select().from(contracts).where(eq(contracts.shopId, shopId)).orderBy(asc(contracts.id));
