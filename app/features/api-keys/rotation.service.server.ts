import { fromStoredHash } from "~/access/api-key";
import { countLiveApiKeys, lockLiveApiKey, lockShopKeys, replaceApiKey } from "~/access/api-keys.repo.server";
import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { forgetApiKey } from "~/http/callers/authenticate.server";
import type { RealTime } from "~/lib/clocks";
import { notFound, ProblemError } from "~/lib/problem";
import { inTransaction } from "~db/transaction.server";
import { insertKey, type NewApiKey } from "./api-keys.service.server";

const HOUR_MS = 3_600_000;

/** @field oldEndsAt until then the previous secret works too */
export type RotatedKey = NewApiKey & { name: string; oldEndsAt: Date };

/**
 * Gives a key a new secret with the same terms and lifetime; the old one expires by itself. A key has at most two
 * secrets that work, so a second rotation is refused until the first secret has expired.
 *
 * @param overlap hours that the old one has left
 * @throws ProblemError not_found, conflict
 */
export async function rotateKey(
  shopId: number,
  { id, overlap }: { id: number; overlap: number },
  audit: Audit<RealTime>,
): Promise<RotatedKey> {
  const { now } = audit;
  const rotated = await inTransaction(async (tx) => {
    await lockShopKeys(tx, shopId);
    const old = await lockLiveApiKey(tx, shopId, id, now);
    if (!old) throw notFound("The shop has no such live API key.");
    if (old.replacedBy !== null)
      throw new ProblemError("conflict", "This secret has been replaced already. Rotate the new one.");
    if ((await countLiveApiKeys(tx, { shopId, replacedBy: id }, now)) > 0)
      throw new ProblemError(
        "conflict",
        "The secret before this one still works. Revoke it first, or wait until it ends.",
      );
    const expiresAt =
      old.expiresAt && new Date(now.getTime() + old.expiresAt.getTime() - old.createdAt.getTime());
    const made = await insertKey(tx, shopId, { ...old, expiresAt }, audit);
    const oldEndsAt = new Date(
      Math.min(now.getTime() + overlap * HOUR_MS, old.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY),
    );
    await replaceApiKey(tx, shopId, id, { replacedBy: made.id, expiresAt: oldEndsAt });
    await appendActivity(
      tx,
      {
        shopId,
        contractId: null,
        action: "api_key.rotated",
        before: { id, name: old.name, hint: old.hint, oldSecretEnds: null },
        after: { id: made.id, name: old.name, hint: made.hint, oldSecretEnds: oldEndsAt.toISOString() },
      },
      audit,
    );
    return { ...made, name: old.name, oldEndsAt, oldHash: old.hash };
  });
  const { oldHash, ...made } = rotated;
  // After the commit, as in a revocation.
  forgetApiKey(fromStoredHash(oldHash));
  return made;
}
