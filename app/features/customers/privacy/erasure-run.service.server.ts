import { deleteGivenUpJobsOf } from "~/queue/given-up.server";
import { inTransaction, type Transaction } from "~db/transaction.server";
import { eraseRows } from "./erase-rows.repo.server";
import { enqueueErasure } from "./erasure.service.server";
import { type Erasure, lockErasure, updateErasure } from "./erasures.repo.server";
import { countAsNoReason } from "./own-reasons.repo.server";
import { listContractIds } from "./person.repo.server";
import { PERSONAL_TABLES } from "./personal-tables.server";

const BATCH = 500;
/**
 * Requests and jobs that read the customer before the erasure may still write what they have read until then: a stored
 * answer, the body of an event. Hence a second pass over all tables.
 */
const SECOND_LOOK_MS = 600_000;

type RunOptions = {
  clock: () => Date;
  /** Checked between batches. */
  signal?: AbortSignal;
  onBatch?: () => void | Promise<void>;
};

/**
 * Erases what is stored about a customer, batch by batch, each in one transaction that also records the progress. After
 * a crash it continues after the last committed batch; concurrent runs take turns. Ends after the first pass, with a
 * job for the second one.
 *
 * @throws when the database cannot be reached or `signal` is aborted: run it again later
 */
export async function runErasure(
  shopId: number,
  customerId: number,
  { clock, signal, onBatch }: RunOptions,
): Promise<void> {
  for (let isOver = false; !isOver; await onBatch?.()) {
    signal?.throwIfAborted();
    isOver = await inTransaction((tx) => runBatch(tx, { shopId, customerId }, clock()));
  }
}

/** @returns whether there is nothing left to do for now */
async function runBatch(
  tx: Transaction,
  which: { shopId: number; customerId: number },
  now: Date,
): Promise<boolean> {
  const erasure = await lockErasure(tx, which);
  if (!erasure || erasure.finishedAt) return true;
  const { erasedAt, step, cursor, knownAs } = erasure;
  const secondLook = erasedAt && new Date(erasedAt.getTime() + SECOND_LOOK_MS);
  if (secondLook && step === null && now < secondLook) {
    await enqueueErasure(tx, which, secondLook);
    return true;
  }
  if (!knownAs) throw new Error("an erasure that is not finished does not know whom it is about");
  // An unknown step, from another version: starting again from the beginning is safe.
  const index = Math.max(
    0,
    PERSONAL_TABLES.findIndex(({ table }) => table === step),
  );
  const rule = PERSONAL_TABLES[index];
  if (!rule) throw new Error("there are no tables to be erased");
  const person = {
    ...which,
    ...(await listContractIds(tx, which.shopId, which.customerId)),
    knownAs,
    at: erasure.createdAt,
  };
  if (index === 0 && cursor === null) await countAsNoReason(tx, person);
  const last = await eraseRows(tx, rule, person, cursor, BATCH);
  const next = last ? rule : PERSONAL_TABLES[index + 1];
  if (next) {
    await updateErasure(tx, which, { step: next.table, cursor: last });
    return false;
  }
  return endLook(tx, erasure, now);
}

/** @returns true: nothing is left to do for now */
async function endLook(tx: Transaction, erasure: Erasure, now: Date): Promise<true> {
  if (erasure.erasedAt) {
    await deleteGivenUpJobsOf(tx, erasure.shopId, erasure.knownAs?.emails ?? []);
    await updateErasure(tx, erasure, { step: null, cursor: null, knownAs: null, finishedAt: now });
    return true;
  }
  await updateErasure(tx, erasure, { step: null, cursor: null, erasedAt: now });
  await enqueueErasure(tx, erasure, new Date(now.getTime() + SECOND_LOOK_MS));
  return true;
}
