import { randomBytes } from "node:crypto";
import { CompactEncrypt, compactDecrypt, errors } from "jose";
import { z } from "zod";
import { type PortalKey, requireKeyRing } from "~/features/portal-access/key-ring.server";

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
export async function sealPortalToken(
  shop: { id: number; storeDomain: string },
  customerId: number,
  now: Date,
  ring: readonly PortalKey[] = requireKeyRing(),
): Promise<{ token: string; claims: PortalClaims }> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const payload: z.input<typeof claimsSchema> = {
    cid: customerId,
    sid: shop.id,
    shop: shop.storeDomain,
    iat: issuedAt,
    exp: issuedAt + LIFETIME_SECONDS,
    jti: randomBytes(16).toString("base64url"),
  };
  const [first] = ring;
  if (!first) throw new Error("the key ring for portal tokens is empty");
  const token = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: first.id })
    .encrypt(await first.key);
  return { token, claims: toClaims(payload) };
}

/** Decoders overlook spare bits, padding and spaces: other bytes would stand for the same token. */
const isOneSpelling = (part: string): boolean =>
  Buffer.from(part, "base64url").toString("base64url") === part;

/**
 * What a token says, whether or not its time is over; null when we did not seal it, byte for byte, with a key of the
 * ring. No other algorithm is accepted than the one we use.
 */
export async function openPortalToken(
  token: string,
  ring: readonly PortalKey[] = requireKeyRing(),
): Promise<PortalClaims | null> {
  if (!token.split(".").every(isOneSpelling)) return null;
  try {
    const { plaintext } = await compactDecrypt(
      token,
      ({ kid }) => {
        const found = ring.find(({ id }) => id === kid);
        if (!found) throw new errors.JWEDecryptionFailed();
        return found.key;
      },
      { keyManagementAlgorithms: ["dir"], contentEncryptionAlgorithms: ["A256GCM"] },
    );
    return toClaims(claimsSchema.parse(JSON.parse(new TextDecoder().decode(plaintext))));
  } catch (error) {
    // Anything else is a fault of ours, not of the token.
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

const toClaims = ({ cid, sid, shop, iat, exp, jti }: z.output<typeof claimsSchema>): PortalClaims => ({
  shopId: sid,
  storeDomain: shop,
  customerId: cid,
  tokenId: jti,
  issuedAt: new Date(iat * 1000),
  expiresAt: new Date(exp * 1000),
});
