import { runImport } from "~/features/imports/run/import-run.service.server";
import type { Task } from "~/jobs/task/task";

/** Runs a staged import to the end. */
export const runImportTask: Task<"run-import"> = ({ shopId, importId }, { clock, signal }) =>
  runImport(shopId, importId, { clock, signal });
