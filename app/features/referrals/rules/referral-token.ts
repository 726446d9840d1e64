import { randomBytes } from "node:crypto";

/**
 * `ref_<shop number, base 36>_<128 random bits>`. The shop number is readable, so that even the first look-up is by
 * shop (design.md "Citus" rule 1).
 */
const TOKEN_FORM = /^ref_([0-9a-z]{1,11})_[A-Za-z0-9_-]{22}$/;

export const createReferralToken = (shopId: number): string =>
  toReferralToken(shopId, randomBytes(16).toString("base64url"));

/** @param secret 22 characters of base64url */
export const toReferralToken = (shopId: number, secret: string): string =>
  `ref_${shopId.toString(36)}_${secret}`;

/** The shop number in a well-formed token; null for anything else, which then costs no query. */
export function readShopOfToken(token: string): number | null {
  const shop = TOKEN_FORM.exec(token)?.[1];
  const shopId = shop ? Number.parseInt(shop, 36) : Number.NaN;
  return Number.isSafeInteger(shopId) && shopId > 0 ? shopId : null;
}

/** Without letters that are misread on a screen or misheard: I, L, O, U. */
const CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A code for one person: 50 random bits, short enough to type. It is worthless to anybody with another e-mail. */
export const createPersonalCode = (prefix: "FRIEND" | "THANKS"): string =>
  `${prefix}-${[...randomBytes(10)].map((byte) => CODE_LETTERS[byte % 32]).join("")}`;
