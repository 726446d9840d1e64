import { createHmac, timingSafeEqual } from "node:crypto";

/** wire.md §1 "Customer authentication": a signed request is at most five minutes old. A clock may also run ahead. */
export const MAX_SIGNATURE_AGE_MS = 5 * 60 * 1000;

/** Parameters that the platform adds to those of the client, and whether each may be absent when empty. */
const PLATFORM_NAMES = {
  shop: "always",
  timestamp: "always",
  path_prefix: "mostly",
  logged_in_customer_id: "mostly",
};

export type SignedRequest = {
  /** Store domain of the shop whose storefront forwarded the request. */
  storeDomain: string;
  /** The customer signed in on the storefront; null for nobody. */
  customerId: number | null;
};

/**
 * The text that the platform signs: every other parameter as `key=value`, repeated values joined by `,`, sorted,
 * without separators.
 */
function toSignedText(parameters: URLSearchParams): string {
  const names = new Set([...parameters.keys()].filter((name) => name !== "signature"));
  return [...names]
    .map((name) => `${name}=${parameters.getAll(name).join(",")}`)
    .sort()
    .join("");
}

/** The signature of these parameters, hex. Also the platform's part of it in tests and the test proxy. */
export const signProxyParameters = (parameters: URLSearchParams, secret: string): string =>
  createHmac("sha256", secret).update(toSignedText(parameters)).digest("hex");

/**
 * The content of a signed app-proxy request; "none" without a signature, "invalid" when it is incomplete, forged or too
 * old.
 */
export function readSignedRequest(
  parameters: URLSearchParams,
  secret: string,
  now: Date,
): SignedRequest | "none" | "invalid" {
  const [signature, ...others] = parameters.getAll("signature");
  if (signature === undefined) return "none";
  if (others.length > 0 || !hasEachOnce(parameters)) return "invalid";
  if (!isEqual(signature, signProxyParameters(parameters, secret))) return "invalid";
  const seconds = parameters.get("timestamp") ?? "";
  const age = now.getTime() - Number(seconds) * 1000;
  if (!/^\d{1,12}$/.test(seconds) || age > MAX_SIGNATURE_AGE_MS || age < -MAX_SIGNATURE_AGE_MS)
    return "invalid";
  const customer = parameters.get("logged_in_customer_id") ?? "";
  const customerId = customer === "" ? null : Number(customer);
  if (
    !/^\d*$/.test(customer) ||
    (customerId !== null && !(Number.isSafeInteger(customerId) && customerId > 0))
  )
    return "invalid";
  return { storeDomain: parameters.get("shop") ?? "", customerId };
}

/**
 * The signed pairs have no separators, so the same text can be split into other pairs: with a client's parameter
 * `x=1logged_in_customer_id=7m` its signature would pass for customer 7's. So each of the platform's names must occur
 * in the signed text exactly as often as it is a parameter, and at most once: then it is the platform's own.
 */
function hasEachOnce(parameters: URLSearchParams): boolean {
  const text = toSignedText(parameters);
  return Object.entries(PLATFORM_NAMES).every(([name, when]) => {
    const count = parameters.getAll(name).length;
    return text.split(`${name}=`).length - 1 === count && (count === 1 || (count === 0 && when === "mostly"));
  });
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
