import type { Audit } from "~/features/activity/activity";
import type { AutomationKind, Batch } from "~/features/bulk-automations/kinds/kind.server";
import { readDatabaseError } from "~db/errors";
import type { Transaction } from "~db/transaction.server";
import {
  type BatchOutcome,
  setFailedOutcome,
  setOutcomes,
  setRefusedOutcomes,
  splitRange,
} from "./batches.repo.server";

/**
 * Changes the planned contracts of a range and records their outcomes. When Postgres refuses a contract's new values,
 * the range is halved until it contains only that contract: this one fails, and the others continue.
 */
export async function applyBatch(
  tx: Transaction,
  kind: AutomationKind,
  batch: Batch,
  audit: Audit,
): Promise<BatchOutcome> {
  try {
    // A savepoint, so that the range's changes can be rolled back.
    return await tx.transaction(async (inner) => {
      const applied = await kind.apply(inner, batch, audit);
      await setRefusedOutcomes(inner, batch, applied.refused);
      const changed = await setOutcomes(inner, batch, applied.changed);
      return { succeeded: applied.changed.length, changed, failed: applied.refused.length };
    });
  } catch (error) {
    const reason = findDataFault(error);
    if (reason === null) throw error;
    const halves = await splitRange(tx, batch);
    if (!halves) {
      await setFailedOutcome(tx, batch, reason);
      return { succeeded: 0, changed: 0, failed: 1 };
    }
    const first = await applyBatch(tx, kind, halves[0], audit);
    const second = await applyBatch(tx, kind, halves[1], audit);
    return {
      succeeded: first.succeeded + second.succeeded,
      changed: first.changed + second.changed,
      failed: first.failed + second.failed,
    };
  }
}

/** The text of an error caused by the data of a contract (SQLSTATE classes 22 and 23); null for any other error. */
function findDataFault(error: unknown): string | null {
  const code = readDatabaseError(error)?.code ?? "";
  if (code === "22003") return "An amount of the contract would be larger than can be stored.";
  if (code.startsWith("22") || code.startsWith("23"))
    return `The contract’s new values are not valid (${code}).`;
  return null;
}
