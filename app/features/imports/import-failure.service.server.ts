import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import {
  findUnfinishedImport,
  type ImportRow,
  listShopsReceiving,
  setFailed,
  tryLockIntake,
} from "~/features/imports/imports.repo.server";
import { INTERRUPTED } from "~/features/imports/intake-problems";
import type { Queryable } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";

/** Ends an import that is in one of the given states, with its reason. What is in stays in. */
export async function failImport(
  on: Queryable,
  target: Pick<ImportRow, "shopId" | "id" | "actorType" | "actorName" | "requestId">,
  { failure, from, now }: { failure: string; from: ImportRow["status"][]; now: Date },
): Promise<void> {
  const { shopId, id: importId, actorType, actorName, requestId } = target;
  if (!(await setFailed(on, shopId, importId, { failure, now, from }))) return;
  const audit: Audit = { actor: { type: actorType, name: actorName }, requestId, now };
  await appendActivity(
    on,
    { shopId, contractId: null, action: "import.failed", after: { importId, failure } },
    audit,
  );
}

/** Only while holding the intake lock of the shop: then nobody receives, and what says so is left over by a dead process. */
export async function failAbandonedIntake(on: Queryable, shopId: number, now: Date): Promise<void> {
  const left = await findUnfinishedImport(shopId, on);
  if (left) await failImport(on, left, { failure: INTERRUPTED, from: ["RECEIVING"], now });
}

/** Ends the imports whose receiving process has died; for a job, now and then. Nothing of theirs is staged. */
export async function failInterruptedUploads(now: Date): Promise<void> {
  for (const shop of await listShopsReceiving())
    await inTransaction(async (tx) => {
      if (await tryLockIntake(tx, shop.id)) await failAbandonedIntake(tx, shop.id, now);
    });
}
