import { findShopSettings } from "~/access/shops.repo.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { appendEvents } from "~/features/events/events.repo.server";
import { applyContracts, toAudit } from "~/features/imports/apply/apply-contracts.service.server";
import { applyCustomers } from "~/features/imports/apply/apply-customers.service.server";
import { applyProducts, markDeletedProducts } from "~/features/imports/apply/apply-products.service.server";
import type { ImportStep } from "~/features/imports/records/import-step";
import { type ImportRow, lockImport, updateImport } from "~/features/imports/records/imports.repo.server";
import type { BothClocks, RealTime } from "~/lib/clocks";
import { logger } from "~/lib/logger.server";
import { isPassing } from "~db/errors";
import { IMPORT_STEPS } from "~db/schema/imports";
import { inTransaction } from "~db/transaction.server";
import { analyzeFilledBy, analyzeStaging, deleteSomeStaging } from "./staging.repo.server";

type StepName = (typeof IMPORT_STEPS)[number];

const STEPS: Record<StepName, ImportStep> = {
  PRODUCTS: applyProducts,
  DELETED_PRODUCTS: markDeletedProducts,
  CUSTOMERS: applyCustomers,
  CONTRACTS: applyContracts,
  CLEAN_UP: async ({ tx, current }) =>
    (await deleteSomeStaging(tx, current.shopId, current.id)) ? "" : null,
};

const FAULT =
  "Something went wrong on our side. Whatever was imported stays. Upload the files again to import the rest.";

type RunOptions = {
  clock: () => RealTime;
  /** Checked between batches. */
  signal?: AbortSignal;
  onBatch?: () => void | Promise<void>;
};

/**
 * Applies the staged rows of an import, batch by batch, each in one transaction that also moves the import's step and
 * cursor. After a crash it continues after the last committed batch; concurrent runners take turns. A finished or
 * unknown import is left alone.
 *
 * @throws when the database cannot be reached or has cancelled a batch, or `signal` is aborted: run it again later
 */
export async function runImport(
  shopId: number,
  importId: number,
  { clock, signal, onBatch }: RunOptions,
): Promise<void> {
  const shop = await findShopSettings(shopId);
  if (!shop) return;
  await analyzeStaging();
  let batches = 0;
  for (;;) {
    signal?.throwIfAborted();
    let done: BatchResult;
    try {
      const realNow = clock();
      done = await runBatch(shop, importId, { realNow, shopNow: await findShopNow(shop, realNow) });
    } catch (error) {
      if (isPassing(error)) throw error;
      logger.error({ err: error, shopId, importId }, "import failed");
      await windUp(shopId, importId);
      continue;
    }
    await onBatch?.();
    if (done === "ALL") return;
    batches = done.isStepOver ? 0 : batches + 1;
    // Without statistics the planner assumes that a shop is empty, whatever has been inserted since, and uses an index
    // that finds the shop but not the contract. So the tables are analysed early, and again as they grow.
    if (done.isStepOver || isPowerOfFour(batches))
      await analyzeFilledBy(done.step, { isOver: done.isStepOver });
  }
}

const isPowerOfFour = (count: number): boolean => count > 0 && Number.isInteger(Math.log2(count) / 2);

/** "ALL": there is nothing left to do. */
type BatchResult = "ALL" | { step: StepName; isStepOver: boolean };

function runBatch(
  { id: shopId, timeZone }: { id: number; timeZone: string },
  importId: number,
  { shopNow, realNow }: BothClocks,
): Promise<BatchResult> {
  return inTransaction(async (tx) => {
    const current = await lockImport(tx, shopId, importId);
    if (!current || !["QUEUED", "RUNNING"].includes(current.status)) return "ALL";
    const { step } = current;
    const cursor = await STEPS[step]({ tx, current, timeZone, shopNow }, current.cursor);
    if (cursor !== null) {
      await updateImport(tx, shopId, importId, { status: "RUNNING", cursor });
      return { step, isStepOver: false };
    }
    const next = IMPORT_STEPS[IMPORT_STEPS.indexOf(step) + 1];
    if (next) {
      await updateImport(tx, shopId, importId, { status: "RUNNING", step: next, cursor: null });
      return { step, isStepOver: true };
    }
    const status = current.failure === null ? "COMPLETED" : "FAILED";
    await updateImport(tx, shopId, importId, { status, finishedAt: realNow });
    if (status === "COMPLETED")
      await appendEvents(tx, [{ shopId, type: "import.completed", subjectId: importId, createdAt: realNow }]);
    await appendActivity(
      tx,
      {
        shopId,
        contractId: null,
        action: status === "COMPLETED" ? "import.completed" : "import.failed",
        after: { importId, ...(current.failure !== null && { failure: current.failure }) },
      },
      toAudit(current, realNow),
    );
    return "ALL";
  });
}

/** After an error that a retry would only repeat: removes the rest of staging, then ends the import as failed. */
async function windUp(shopId: number, importId: number): Promise<void> {
  await inTransaction(async (tx) => {
    const current = await lockImport(tx, shopId, importId);
    // An error while cleaning up must not start the clean-up again.
    if (current?.step === "CLEAN_UP" && current.failure !== null)
      throw new Error("an import could not be wound up");
    if (current) await updateImport(tx, shopId, importId, WINDING_UP);
  });
}

const WINDING_UP: Partial<ImportRow> = { step: "CLEAN_UP", cursor: null, failure: FAULT };
