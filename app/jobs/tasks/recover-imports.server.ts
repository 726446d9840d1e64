import { recoverImport } from "~/features/imports/intake/import-failure.service.server";
import { listImportingShops } from "~/features/imports/records/imports.repo.server";
import { forEachOpenShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";

/** Ends imports whose upload broke off with its process, and enqueues lost ones again. */
export const recoverImports: Task<"recover-imports"> = async (_payload, { clock, signal }) => {
  await forEachOpenShop(await listImportingShops(), signal, (shop) => recoverImport(shop.id, clock()));
};
