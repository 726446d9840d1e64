import { createApiKey } from "~/access/api-key";
import { countLiveApiKeys, insertApiKey, lockShopKeys, revokeApiKey } from "~/access/api-keys.repo.server";
import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { type CreateApiKeyInput, MAX_LIVE_API_KEYS } from "~/features/api-keys/api-keys.schema";
import { forgetApiKey } from "~/http/callers/authenticate.server";
import { notFound, ProblemError } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";

/** `key` is shown this once; only its hash is stored. */
export type NewApiKey = { id: number; key: string; hint: string };

/**
 * A new key of a shop. @throws ProblemError limit_reached when the shop has ten live ones.
 */
export function createKey(shopId: number, input: CreateApiKeyInput, audit: Audit): Promise<NewApiKey> {
  return inTransaction((tx) => addKey(tx, shopId, input, audit));
}

/** The same inside a transaction of the caller, e.g. the one that makes the shop. */
export async function addKey(
  tx: Queryable,
  shopId: number,
  input: CreateApiKeyInput,
  audit: Audit,
): Promise<NewApiKey> {
  // Two requests that both count nine would make eleven: counting and adding happen under one lock a shop.
  await lockShopKeys(tx, shopId);
  if ((await countLiveApiKeys(tx, shopId)) >= MAX_LIVE_API_KEYS)
    throw new ProblemError(
      "limit_reached",
      `A shop has at most ${MAX_LIVE_API_KEYS} API keys. Revoke one first.`,
    );
  const { key, hash, hint } = createApiKey(shopId);
  const id = await insertApiKey(tx, {
    shopId,
    name: input.name,
    scope: input.scope,
    hint,
    hash,
    createdAt: audit.now,
    createdBy: audit.actor.name,
  });
  await appendActivity(
    tx,
    {
      shopId,
      contractId: null,
      action: "api_key.created",
      after: { id, name: input.name, scope: input.scope, hint },
    },
    audit,
  );
  return { id, key, hint };
}

/** The key stops working: here at once, in other processes within two seconds. @throws ProblemError not_found. */
export async function revokeKey(shopId: number, id: number, audit: Audit): Promise<void> {
  const revoked = await inTransaction(async (tx) => {
    const row = await revokeApiKey(tx, shopId, id, audit.now);
    if (!row) throw notFound("The shop has no such live API key.");
    await appendActivity(
      tx,
      { shopId, contractId: null, action: "api_key.revoked", before: { id, name: row.name } },
      audit,
    );
    return row;
  });
  // After the commit: before it, a request could read the key as live and cache it again.
  forgetApiKey(revoked.hash);
}
