import {
  deleteStagedCustomers,
  findCustomerRangeEnd,
  listRepeatedCustomers,
  readStagedCustomers,
  updateContractCopies,
  upsertCustomers,
} from "~/features/imports/apply-customers.repo.server";
import type { ImportStep } from "~/features/imports/import-step";
import { addFileCounts, findImportFile } from "~/features/imports/imports.repo.server";
import { keepErrors } from "~/features/imports/kept-errors.service.server";

const BATCH_SIZE = 2000;

/** New and changed customers of the next range, and the copies of them in their contracts. */
export const applyCustomers: ImportStep = async ({ tx, current, now }, cursor) => {
  const { shopId, id: importId } = current;
  const after = Number(cursor ?? 0);
  const upto = await findCustomerRangeEnd(tx, { shopId, importId, after, size: BATCH_SIZE });
  if (upto === null) return null;
  const range = { shopId, importId, after, upto };
  const file = await findImportFile(tx, shopId, importId, "CUSTOMERS");
  const staged = await readStagedCustomers(tx, range);
  const existing = new Set(staged.existing);
  const changed = await upsertCustomers(tx, range, file?.columns ?? [], now);
  const updated = changed.filter((id) => existing.has(id));
  await updateContractCopies(tx, shopId, updated, now);
  const repeated = await listRepeatedCustomers(tx, range);
  await keepErrors(
    tx,
    shopId,
    importId,
    repeated.map(({ id, line }) => ({
      severity: "WARNING",
      file: "CUSTOMERS",
      line,
      column: "Customer ID",
      value: String(id),
      reason: "The file has this customer again further down; the last one counts.",
    })),
  );
  await deleteStagedCustomers(tx, range);
  await addFileCounts(tx, shopId, importId, "CUSTOMERS", {
    rowsDone: staged.rows,
    created: staged.staged - existing.size,
    updated: updated.length,
    unchanged: existing.size - updated.length,
    warnings: repeated.length,
  });
  return String(upto);
};
