import type { ImportStep } from "~/features/imports/records/import-step";
import { addFileCounts, findImportFile } from "~/features/imports/records/imports.repo.server";
import { keepErrors, keepRepeated } from "~/features/imports/records/kept-errors.service.server";
import { stagedProducts } from "~/features/imports/records/staged-range.repo.server";
import { findEndOfRange } from "~db/rows.server";
import { products } from "~db/schema/catalogue";
import {
  markAbsentDeleted,
  readStagedProducts,
  upsertProducts,
  upsertVariants,
} from "./apply-products.repo.server";

/** Products per batch, each with its variants. */
const BATCH_SIZE = 500;
const DELETION_BATCH_SIZE = 2000;

/** Applies the new and changed products and variants of the next range. */
export const applyProducts: ImportStep = async ({ tx, current, shopNow: now }, cursor) => {
  const { shopId, id: importId } = current;
  const after = Number(cursor ?? 0);
  const range = await stagedProducts.findRange(tx, { shopId, importId }, { after, size: BATCH_SIZE });
  if (range === null) return null;
  const staged = await readStagedProducts(tx, range);
  const changedProducts = await upsertProducts(tx, range, now);
  // In the counts a product whose variant has changed counts as changed.
  const changed = new Set([...changedProducts, ...(await upsertVariants(tx, range, now))]);
  const existing = new Set(staged.existing);
  const created = staged.good.filter((id) => !existing.has(id)).length;
  const updated = staged.good.filter((id) => existing.has(id) && changed.has(id)).length;
  const repeated = await stagedProducts.listRepeated(tx, range);
  await keepRepeated(tx, range, { file: "PRODUCTS", column: "id", thing: "product" }, repeated);
  await addFileCounts(tx, shopId, importId, "PRODUCTS", {
    rowsDone: staged.rows,
    created,
    updated,
    unchanged: staged.good.length - created - updated,
    warnings: repeated.length,
  });
  return String(range.upto);
};

/** Marks as deleted what a full catalogue no longer has, for the next range of the shop's products. */
export const markDeletedProducts: ImportStep = async ({ tx, current, shopNow: now }, cursor) => {
  const { shopId, id: importId } = current;
  if (!current.isFullCatalogue) return null;
  const file = await findImportFile(tx, shopId, importId, "PRODUCTS");
  if (file?.hasUnreadableIds) {
    const warning = {
      severity: "WARNING" as const,
      file: "PRODUCTS" as const,
      line: null,
      column: null,
      value: null,
      reason:
        "Nothing was marked as deleted: some ids could not be read, so it is not known which products are absent.",
    };
    await keepErrors(tx, shopId, importId, [warning]);
    await addFileCounts(tx, shopId, importId, "PRODUCTS", { warnings: 1 });
    return null;
  }
  const after = Number(cursor ?? 0);
  const upto = await findEndOfRange(
    tx,
    products,
    products.id,
    { shopId },
    { after, size: DELETION_BATCH_SIZE },
  );
  if (upto === null) return null;
  const deleted = await markAbsentDeleted(tx, { shopId, importId, after, upto }, now);
  await addFileCounts(tx, shopId, importId, "PRODUCTS", { deleted });
  return String(upto);
};
