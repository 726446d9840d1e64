import { redirect } from "@remix-run/node";
import { z } from "zod";
import { hasRole } from "~/access/principal";
import { receiveImport } from "~/features/imports/intake/import-intake.service.server";
import { readUpload } from "~/features/imports/intake/import-upload.server";
import { FILE_NAMES } from "~/features/imports/records/import-files";
import {
  countImportErrors,
  findImport,
  type ImportFileRow,
  type ImportRow,
  listImportErrors,
  listImportFiles,
  listImports,
} from "~/features/imports/records/imports.repo.server";
import { toCsvDownload } from "~/http/endpoint/download.server";
import { fileRoute, pageAction } from "~/http/endpoint/routes.server";
import { createShopSlots } from "~/http/endpoint/shop-slots";
import { staffForm, staffPage, staffRead } from "~/http/endpoint/staff-page.server";
import { pageId } from "~/http/request/page-fields";
import { env } from "~/lib/env.server";
import { notFound } from "~/lib/problem";
import { databaseNow } from "~db/clock.server";
import { countErrors, toFileOutcome, toProgress } from "./import-progress";
import { exportImportErrors } from "./import-report.service.server";

const IMPORTS_SHOWN = 50;
const ERRORS_SHOWN = 100;

const takeUploadSlot = createShopSlots(
  { perShop: env.IMPORT_UPLOADS_PER_SHOP, inAll: env.IMPORT_UPLOADS },
  { ofShop: "This shop is sending files already.", ofAll: "Too many files are being sent right now." },
);

/** Any text: a malformed id is not found, like the id of another shop's import. */
const importParams = z.object({ importId: pageId });

/** An import as its pages show it. */
const toView = (row: ImportRow, files: readonly ImportFileRow[]) => {
  const own = files.filter((file) => file.importId === row.id);
  return {
    id: row.id,
    status: row.status,
    isFullCatalogue: row.isFullCatalogue,
    failure: row.failure,
    actorName: row.actorName,
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
    progress: toProgress(row.status, own),
    files: own.map(toFileOutcome),
  };
};

/** Everything wrong in the files of an import, as CSV. */
const downloadImportErrors = staffRead("downloadImportErrors", "viewer", {
  params: importParams,
  handler: async ({ principal: { shop }, params, context }) => {
    const { id } = await getImport(shop.id, params.importId);
    return toCsvDownload(`import-${id}-errors.csv`, exportImportErrors(shop.id, id), context, shop.id);
  },
});

/** @throws ProblemError 404, the same for another shop's import */
async function getImport(shopId: number, importId: number): Promise<ImportRow> {
  const row = await findImport(shopId, importId);
  if (!row) throw notFound("There is no such import.");
  return row;
}

export const importsLoader = staffPage("readImports", "viewer", {
  handler: async ({ principal: { shop, role }, context }) => {
    const rows = await listImports(shop.id, { limit: IMPORTS_SHOWN });
    const files = await listImportFiles(
      shop.id,
      rows.map((row) => row.id),
    );
    return {
      now: context.receivedAt,
      mayImport: hasRole(role, "editor"),
      imports: rows.map((row) => toView(row, files)),
    };
  },
});

export const importsAction = pageAction({
  /** Read up to three export files; the contracts go in in the background. */
  start: staffForm("startImport", "editor", {
    streamsBody: true,
    handler: async ({ principal, context, realAudit }) => {
      const release = takeUploadSlot(principal.shop.id);
      try {
        const { files, fields } = readUpload(context.request);
        const importId = await receiveImport({
          shopId: principal.shop.id,
          audit: realAudit,
          clock: databaseNow,
          files,
          isFullCatalogue: () => fields.has("fullCatalogue"),
        });
        throw redirect(`/admin/imports/${importId}`, 303);
      } finally {
        release();
      }
    },
  }),
});

/** One import: how far it is, what became of each file, the first things wrong. */
export const importLoader = staffPage("readImport", "viewer", {
  params: importParams,
  handler: async ({ principal: { shop }, params, context }) => {
    const row = await getImport(shop.id, params.importId);
    const [files, errors, kept] = await Promise.all([
      listImportFiles(shop.id, [row.id]),
      listImportErrors(shop.id, row.id, { limit: ERRORS_SHOWN }),
      countImportErrors(shop.id, row.id),
    ]);
    return {
      now: context.receivedAt,
      import: toView(row, files),
      // While files are being read, the counters lag a little behind the stored errors.
      errorCount: Math.max(countErrors(files), kept.ERROR + kept.WARNING),
      keptCount: kept.ERROR + kept.WARNING,
      errors: errors.map(({ id, severity, file, line, column, value, reason }) => ({
        id,
        severity,
        fileName: FILE_NAMES[file],
        line,
        column,
        value,
        reason,
      })),
    };
  },
});

export const importErrorsDownload = fileRoute(downloadImportErrors);
