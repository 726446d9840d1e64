import { createApiKey, fromStoredHash, toStoredHash } from "~/access/api-key";
import { countLiveApiKeys, insertApiKey, lockShopKeys, revokeApiKey } from "~/access/api-keys.repo.server";
import type { ApiLevel } from "~/access/api-scopes";
import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { forgetApiKey } from "~/http/callers/authenticate.server";
import type { RealTime } from "~/lib/clocks";
import { notFound, ProblemError } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";
import { MAX_LIVE_API_KEYS } from "./api-keys.schema.server";

/** `key` is shown only this once; only its hash is stored. */
export type NewApiKey = { id: number; key: string; hint: string };

/** What a key may do, from where and until when; a missing field limits nothing. */
export type KeyTerms = {
  name: string;
  /** Applies to all areas, unless `areas` lists them. */
  scope: ApiLevel;
  areas?: readonly string[] | null;
  addresses?: readonly string[] | null;
  expiresAt?: Date | null;
};

/** Creates a key for a shop. @throws ProblemError limit_reached when it has ten that work; a rotated one counts once */
export function createKey(shopId: number, terms: KeyTerms, audit: Audit<RealTime>): Promise<NewApiKey> {
  return inTransaction((tx) => addKey(tx, shopId, terms, audit));
}

/** The same within the caller's transaction, e.g. the one that creates the shop. */
export async function addKey(
  tx: Queryable,
  shopId: number,
  terms: KeyTerms,
  audit: Audit<RealTime>,
): Promise<NewApiKey> {
  // Two requests that both count nine would make eleven: counting and adding happen under one lock per shop.
  await lockShopKeys(tx, shopId);
  if ((await countLiveApiKeys(tx, { shopId, replacedBy: null }, audit.now)) >= MAX_LIVE_API_KEYS)
    throw new ProblemError(
      "limit_reached",
      `A shop has at most ${MAX_LIVE_API_KEYS} API keys. Revoke one first.`,
    );
  const made = await insertKey(tx, shopId, terms, audit);
  const { name, scope, areas, addresses, expiresAt } = terms;
  await appendActivity(
    tx,
    {
      shopId,
      contractId: null,
      action: "api_key.created",
      after: {
        id: made.id,
        name,
        ...(areas ? { areas } : { scope }),
        hint: made.hint,
        ...(addresses && { addresses }),
        ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
      },
    },
    audit,
  );
  return made;
}

/** Inserts only the row: the caller counts the shop's keys and records the change. */
export async function insertKey(
  tx: Queryable,
  shopId: number,
  { name, scope, areas = null, addresses = null, expiresAt = null }: KeyTerms,
  audit: Audit<RealTime>,
): Promise<NewApiKey> {
  const { key, hash, hint } = createApiKey(shopId);
  const id = await insertApiKey(tx, {
    shopId,
    name,
    scope,
    areas: areas && [...areas],
    addresses: addresses && [...addresses],
    hint,
    hash: toStoredHash(hash, areas !== null || addresses !== null),
    createdAt: audit.now,
    createdBy: audit.actor.name,
    expiresAt,
  });
  return { id, key, hint };
}

/** Revokes a key: in this process at once, in others within two seconds. @throws ProblemError not_found */
export async function revokeKey(shopId: number, id: number, audit: Audit<RealTime>): Promise<void> {
  const revoked = await inTransaction(async (tx) => {
    const row = await revokeApiKey(tx, shopId, id, audit.now);
    if (!row) throw notFound("The shop has no such live API key.");
    await appendActivity(
      tx,
      { shopId, contractId: null, action: "api_key.revoked", before: { id, name: row.name, hint: row.hint } },
      audit,
    );
    return row;
  });
  // After the commit: before it, a request could read the key as live and cache it again.
  forgetApiKey(fromStoredHash(revoked.hash));
}
