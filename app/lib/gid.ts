/**
 * Global ids `gid://<namespace>/<Type>/<id>` and plain numeric ids of the platform. Source: wire.md §1 "gid", "Ids".
 */
export type GidType =
  | "SubscriptionContract"
  | "Customer"
  | "Order"
  | "Product"
  | "ProductVariant"
  | "SellingPlan"
  | "SellingPlanGroup"
  | "SubscriptionLine"
  | "SubscriptionManualDiscount"
  | "SubscriptionBillingAttempt"
  | "CustomerPaymentMethod";

const GID_FORM = /^gid:\/\/[a-z][a-z0-9-]*\/([A-Za-z]+)\/([^/?#\s]+)$/;
const NUMERIC = /^\d{1,16}$/;

export const toGid = (namespace: string, type: GidType, id: number | string): string =>
  `gid://${namespace}/${type}/${id}`;

export const EXPECTED_PLATFORM_ID =
  "Use a platform id: a positive number up to 9007199254740991, or its gid form.";

/**
 * A positive platform id from its numeric or gid form (any namespace, the given type); null for anything else, ids
 * above 2^53-1 included: they would be rounded.
 */
export function parsePlatformId(text: string, type: GidType): number | null {
  const gid = GID_FORM.exec(text);
  if (gid && gid[1] !== type) return null;
  const digits = gid?.[2] ?? text;
  if (!NUMERIC.test(digits)) return null;
  const id = Number(digits);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

const UUID_FORM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The same for what has a uuid: lines and discounts. In lower case, as Postgres writes it. */
export function parseUuid(text: string, type: GidType): string | null {
  const gid = GID_FORM.exec(text);
  if (gid && gid[1] !== type) return null;
  const uuid = (gid?.[2] ?? text).toLowerCase();
  return UUID_FORM.test(uuid) ? uuid : null;
}

/**
 * The possible platform ids for an id as the API lists it, likeliest first: the text itself, since the platform's id
 * may be a gid, or the last part of a gid of that type. For ids of any form, such as those of payment methods.
 */
export const listOwnIds = (text: string, type: GidType): string[] => {
  const inner = new RegExp(`^gid://[a-z][a-z0-9-]*/${type}/(.+)$`).exec(text)?.[1];
  return inner === undefined ? [text] : [text, inner];
};
