import type { ImportStep } from "~/features/imports/records/import-step";
import {
  addFileCounts,
  findImportFile,
  type NewImportError,
} from "~/features/imports/records/imports.repo.server";
import { keepErrors, keepRepeated } from "~/features/imports/records/kept-errors.service.server";
import { stagedCustomers } from "~/features/imports/records/staged-range.repo.server";
import {
  listStagedErased,
  readStagedCustomers,
  updateContractCopies,
  upsertCustomers,
} from "./apply-customers.repo.server";

const BATCH_SIZE = 2000;

/** Applies the new and changed customers of the next range, and updates their copies in contracts. */
export const applyCustomers: ImportStep = async ({ tx, current, shopNow: now }, cursor) => {
  const { shopId, id: importId } = current;
  const after = Number(cursor ?? 0);
  const range = await stagedCustomers.findRange(tx, { shopId, importId }, { after, size: BATCH_SIZE });
  if (range === null) return null;
  const file = await findImportFile(tx, shopId, importId, "CUSTOMERS");
  const staged = await readStagedCustomers(tx, range);
  const existing = new Set(staged.existing);
  const changed = await upsertCustomers(tx, range, file?.columns ?? [], now);
  const updated = changed.filter((id) => existing.has(id));
  await updateContractCopies(tx, shopId, updated, now);
  const repeated = await stagedCustomers.listRepeated(tx, range);
  await keepRepeated(tx, range, { file: "CUSTOMERS", column: "Customer ID", thing: "customer" }, repeated);
  const erased = await listStagedErased(tx, range);
  await keepErrors(tx, shopId, importId, erased.map(toErasedWarning));
  await stagedCustomers.deleteRange(tx, range);
  await addFileCounts(tx, shopId, importId, "CUSTOMERS", {
    rowsDone: staged.rows,
    created: staged.staged - existing.size,
    updated: updated.length,
    unchanged: existing.size - updated.length,
    warnings: repeated.length + erased.length,
  });
  return String(range.upto);
};

const toErasedWarning = ({ id, line }: { id: number; line: number }): NewImportError => ({
  severity: "WARNING",
  file: "CUSTOMERS",
  line,
  column: "Customer ID",
  value: String(id),
  reason: "This customer was erased here: nothing of them was imported.",
});
