import { randomBytes } from "node:crypto";
import { z } from "zod";
import { type PortalKey, requireKeyRing } from "~/access/key-ring.server";
import { seal, unseal } from "~/access/sealed-value.server";
import type { RealTime } from "~/lib/clocks";

/** Spec operation 2 rule 5: two hours. */
const LIFETIME_SECONDS = 2 * 3600;

const claimsSchema = z.object({
  /** The platform's customer id. */
  cid: z.number().int().positive(),
  /** Our number of the shop, so that even the look-up of the token is by shop. */
  sid: z.number().int().positive(),
  /** The shop's store domain; unlike the public one it never changes. */
  shop: z.string().min(1),
  iat: z.number().int(),
  exp: z.number().int(),
  jti: z.string().regex(/^[\w-]{22}$/),
});

export type PortalClaims = {
  shopId: number;
  storeDomain: string;
  customerId: number;
  tokenId: string;
  issuedAt: Date;
  expiresAt: Date;
};

/**
 * Seal a new portal token: a JWE (RFC 7516) with direct encryption, A256GCM. It opens nothing until its row is written
 * (`insertPortalToken`). Source: wire.md §2 operation 2.
 */
export function sealPortalToken(
  shop: { id: number; storeDomain: string },
  customerId: number,
  now: RealTime,
  ring: readonly PortalKey[] = requireKeyRing(),
): { token: string; claims: PortalClaims } {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const payload: z.input<typeof claimsSchema> = {
    cid: customerId,
    sid: shop.id,
    shop: shop.storeDomain,
    iat: issuedAt,
    exp: issuedAt + LIFETIME_SECONDS,
    jti: randomBytes(16).toString("base64url"),
  };
  return { token: seal(payload, ring), claims: toClaims(payload) };
}

/**
 * The content of a token, expired or not; null when we did not seal exactly these bytes with a key of the ring. Only
 * our algorithm is accepted.
 */
export async function openPortalToken(
  token: string,
  ring: readonly PortalKey[] = requireKeyRing(),
): Promise<PortalClaims | null> {
  const claims = claimsSchema.safeParse(await unseal(token, ring));
  return claims.success ? toClaims(claims.data) : null;
}

const toClaims = ({ cid, sid, shop, iat, exp, jti }: z.output<typeof claimsSchema>): PortalClaims => ({
  shopId: sid,
  storeDomain: shop,
  customerId: cid,
  tokenId: jti,
  issuedAt: new Date(iat * 1000),
  expiresAt: new Date(exp * 1000),
});
