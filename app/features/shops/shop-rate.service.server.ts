import { findShopByStoreDomain, lockShopSettings, updateShop } from "~/access/shops.repo.server";
import { type Audit, toChange } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import type { OwnRate } from "~/http/callers/rate-limit.server";
import { env } from "~/lib/env.server";
import { type FieldError, invalidRequest, notFound } from "~/lib/problem";
import { inTransaction } from "~db/transaction.server";

/**
 * The highest rate that the settings page accepts: the default, or what the operator has set for the shop. Null: no
 * maximum.
 */
export function readHighestRate({ ratePerSecond, rateBurst }: OwnRate): OwnRate {
  const { RATE_LIMIT_PER_SECOND, RATE_LIMIT_BURST } = env;
  if (RATE_LIMIT_PER_SECOND === 0) return { ratePerSecond: null, rateBurst: null };
  return {
    ratePerSecond: Math.max(RATE_LIMIT_PER_SECOND, ratePerSecond ?? 0),
    rateBurst: Math.max(RATE_LIMIT_BURST, rateBurst ?? 0),
  };
}

/**
 * Owners may only lower the rate of their shop's keys; the operator can set a higher one (`setShopRate`).
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
 * Sets the rate of a shop's keys for the operator, however high. It applies within two seconds, like every change of
 * keys.
 * @returns the shop's name @throws ProblemError not_found
 */
export async function setShopRate(storeDomain: string, rate: OwnRate, audit: Audit): Promise<string> {
  const found = await findShopByStoreDomain(storeDomain);
  return inTransaction(async (tx) => {
    const shop = found && (await lockShopSettings(tx, found.id));
    if (!shop) throw notFound(`There is no shop ${storeDomain}.`);
    const { id: shopId, ratePerSecond, rateBurst } = shop;
    const change = toChange({ ratePerSecond, rateBurst }, rate);
    if (!change) return shop.name;
    // Not a new version: an open settings form is still valid.
    await updateShop(tx, shopId, rate);
    await appendActivity(tx, { shopId, contractId: null, action: "shop.settings_changed", ...change }, audit);
    return shop.name;
  });
}
