import { findShopByStoreDomain, lockShopSettings, updateShop } from "~/access/shops.repo.server";
import { type Audit, toChange } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import type { OwnRate } from "~/http/callers/rate-limit.server";
import { env } from "~/lib/env.server";
import { type FieldError, invalidRequest, notFound } from "~/lib/problem";
import { inTransaction } from "~db/transaction.server";

/** What the settings page takes: everybody's limit, or what the operator has given the shop. Null: any. */
export function readHighestRate({ ratePerSecond, rateBurst }: OwnRate): OwnRate {
  const { RATE_LIMIT_PER_SECOND, RATE_LIMIT_BURST } = env;
  if (RATE_LIMIT_PER_SECOND === 0) return { ratePerSecond: null, rateBurst: null };
  return {
    ratePerSecond: Math.max(RATE_LIMIT_PER_SECOND, ratePerSecond ?? 0),
    rateBurst: Math.max(RATE_LIMIT_BURST, rateBurst ?? 0),
  };
}

/**
 * A shop may slow its keys down; more than everybody has is the operator's to give (`setShopRate`).
 * @throws ProblemError invalid_request names each field
 */
export function requireRateWithinLimits(wanted: OwnRate, present: OwnRate): void {
  const most = readHighestRate(present);
  const errors = (["ratePerSecond", "rateBurst"] as const).flatMap((field): FieldError[] => {
    const highest = most[field];
    if (highest === null || (wanted[field] ?? 0) <= highest) return [];
    return [{ pointer: `/${field}`, code: "out_of_range", detail: `At most ${highest}.` }];
  });
  if (errors.length > 0) throw invalidRequest(errors);
}

/**
 * The operator's word on the rate of a shop's keys, however high. In force within two seconds, as every change of keys.
 * @returns the shop's name @throws ProblemError not_found
 */
export function setShopRate(storeDomain: string, rate: OwnRate, audit: Audit): Promise<string> {
  return inTransaction(async (tx) => {
    const found = await findShopByStoreDomain(storeDomain);
    const shop = found && (await lockShopSettings(tx, found.id));
    if (!shop) throw notFound(`There is no shop ${storeDomain}.`);
    const { id: shopId, ratePerSecond, rateBurst } = shop;
    const change = toChange({ ratePerSecond, rateBurst }, rate);
    if (!change) return shop.name;
    // Not a new version: a settings form that is open is as good as before.
    await updateShop(tx, shopId, rate);
    await appendActivity(tx, { shopId, contractId: null, action: "shop.settings_changed", ...change }, audit);
    return shop.name;
  });
}
