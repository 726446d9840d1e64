import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import {
  findUnfinishedImport,
  type ImportRow,
  setFailed,
  tryLockIntake,
} from "~/features/imports/records/imports.repo.server";
import { INTERRUPTED } from "~/features/imports/records/intake-problems";
import type { RealTime } from "~/lib/clocks";
import { enqueue, hasLiveJob } from "~/queue/enqueue.server";
import type { Queryable } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";

/** Ends an import in one of the given states, with a reason. Whatever was imported stays. */
export async function failImport(
  on: Queryable,
  target: Pick<ImportRow, "shopId" | "id" | "actorType" | "actorName" | "requestId">,
  { failure, from, now }: { failure: string; from: ImportRow["status"][]; now: RealTime },
): Promise<void> {
  const { shopId, id: importId, actorType, actorName, requestId } = target;
  if (!(await setFailed(on, shopId, importId, { failure, now, from }))) return;
  const audit: Audit<RealTime> = { actor: { type: actorType, name: actorName }, requestId, now };
  await appendActivity(
    on,
    { shopId, contractId: null, action: "import.failed", after: { importId, failure } },
    audit,
  );
}

/**
 * Call it only while holding the shop's intake lock: nobody else is receiving then, so an import in RECEIVING was left
 * by a dead process.
 */
export async function failAbandonedIntake(on: Queryable, shopId: number, now: RealTime): Promise<void> {
  const left = await findUnfinishedImport(shopId, on);
  if (left) await failImport(on, left, { failure: INTERRUPTED, from: ["RECEIVING"], now });
}

/**
 * For a periodic job: an import whose receiving process has died ends as failed (nothing of it is staged); one that is
 * staged but has lost its job gets another.
 */
export async function recoverImport(shopId: number, now: RealTime): Promise<void> {
  await inTransaction(async (tx) => {
    if (await tryLockIntake(tx, shopId)) await failAbandonedIntake(tx, shopId, now);
    const left = await findUnfinishedImport(shopId, tx);
    if (left && left.status !== "RECEIVING" && !(await hasLiveJob(tx, toJobKey(shopId, left.id))))
      await enqueueRun(tx, left);
  });
}

/** Leaves the staged import to a worker, which runs it from `runAt` on. */
export async function enqueueRun(
  tx: Queryable,
  { shopId, id: importId }: { shopId: number; id: number },
  runAt?: Date,
): Promise<void> {
  await enqueue(
    tx,
    "run-import",
    { shopId, importId },
    { jobKey: toJobKey(shopId, importId), runAt, maxAttempts: JOB_ATTEMPTS },
  );
}

const JOB_ATTEMPTS = 10;
export const toJobKey = (shopId: number, importId: number): string => `run-import:${shopId}:${importId}`;
