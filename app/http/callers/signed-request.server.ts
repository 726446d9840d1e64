import { createHash } from "node:crypto";
import { MAX_SIGNATURE_AGE_MS, readSignedRequest } from "~/access/portal/proxy-signature";
import type { PrincipalShop } from "~/access/principal";
import { takeAttempt } from "~/access/shared-limits.repo.server";
import type { RequestContext } from "~/http/request/request-context.server";
import { env } from "~/lib/env.server";
import { ProblemError } from "~/lib/problem";
import { findShopByDomain } from "./shop-of-host.server";

/** RFC 9110 §11.6.1: a 401 names a way in. */
export const BEARER = { headers: { "WWW-Authenticate": 'Bearer realm="Perennial"' } };

const signatureRefused = (): ProblemError =>
  new ProblemError("invalid_credentials", "The proxy signature is wrong or older than five minutes.", BEARER);

/**
 * The shop in the platform's signed request, and the customer if one is signed in there; null without a signature.
 * @throws ProblemError 401 the signature is wrong or too old, or there is no app secret to verify it with; shop_closed
 */
export async function findSigned({
  url,
  receivedAt: now,
}: RequestContext): Promise<{ shop: PrincipalShop; customerId: number | null } | null> {
  if (!url.searchParams.has("signature")) return null;
  const signed = env.APP_SECRET ? readSignedRequest(url.searchParams, env.APP_SECRET, now) : "invalid";
  if (signed === "none") return null;
  const shop = signed !== "invalid" && (await findShopByDomain(signed.storeDomain, now));
  if (!shop) throw signatureRefused();
  return { shop, customerId: signed.customerId };
}

const taken = new WeakSet<Request>();

/**
 * The signature covers neither method nor path, so an unsafe request that relies on it alone works only once: on any
 * URL, in any process. Checking the same request again is not a second use.
 * @throws ProblemError 409 with Retry-After: two different calls of one second have one signature if only their bodies
 *   differ, and a second later the platform signs the same call anew.
 */
export async function requireFirstUse({ request, url, receivedAt: now }: RequestContext): Promise<void> {
  if (taken.has(request)) return;
  // A refused form renders the page again, which checks this request a second time: that must not be refused.
  taken.add(request);
  const signature = url.searchParams.get("signature") ?? "";
  const key = createHash("sha256").update(`signature:${signature}`).digest("base64url");
  // The platform's clock may be ahead of ours by as much as behind.
  if (!(await takeAttempt(key, { most: 1, windowMs: 2 * MAX_SIGNATURE_AGE_MS, now })))
    throw new ProblemError(
      "conflict",
      "This signed request has been used already. Load the page again; a program may send it again a second later, signed anew by the platform.",
      { headers: { "Retry-After": "1" } },
    );
}
