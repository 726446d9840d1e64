import { hash, randomBytes } from "node:crypto";

/**
 * `prn_<shop number, base 36>_<192 random bits>`: the shop number is in clear so that even the look-up of the key
 * is by shop; only the SHA-256 of the whole is stored. Source: wire.md §1 "Merchant authentication".
 */
const KEY_FORM = /^prn_([0-9a-z]{1,11})_([A-Za-z0-9_-]{32})$/;

export function createApiKey(shopId: number): { key: string; hash: string; hint: string } {
  const start = `prn_${shopId.toString(36)}_`;
  const secret = randomBytes(24).toString("base64url");
  const key = start + secret;
  return { key, hash: hashApiKey(key), hint: `${start}${secret.slice(0, 4)}…` };
}

/** Shop number and hash of a well-formed key; null for anything else, which then costs no query. */
export function parseApiKey(key: string): { shopId: number; hash: string } | null {
  const shop = KEY_FORM.exec(key)?.[1];
  return shop ? { shopId: Number.parseInt(shop, 36), hash: hashApiKey(key) } : null;
}

/**
 * Earlier releases do not know these limits, and must not accept a limited key without them (while both run, or after a
 * rollback): its hash is stored in a form that only releases with limits find.
 */
const LIMITED = "limited:";
export const toStoredHash = (hash: string, isLimited: boolean): string => (isLimited ? LIMITED + hash : hash);

/** The hash of the key itself. */
export const fromStoredHash = (stored: string): string => stored.replace(LIMITED, "");

// A key has 192 random bits: a fast hash is enough, there is nothing to guess.
const hashApiKey = (key: string): string => hash("sha256", key);
