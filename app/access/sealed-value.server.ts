import { CompactEncrypt, compactDecrypt, errors } from "jose";
import { type PortalKey, requireKeyRing } from "~/access/key-ring.server";

/** A value as a JWE (RFC 7516) with direct encryption, A256GCM: nobody else can read it or make one. */
export async function seal(value: object, ring: readonly PortalKey[] = requireKeyRing()): Promise<string> {
  const [first] = ring;
  if (!first) throw new Error("the key ring for portal tokens is empty");
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: first.id })
    .encrypt(await first.key);
}

/** Decoders ignore spare bits, padding and spaces, so different bytes could stand for the same token. */
const isOneSpelling = (part: string): boolean =>
  Buffer.from(part, "base64url").toString("base64url") === part;

/** The value; null when we did not seal exactly these bytes with a key of the ring. No other algorithm is accepted. */
export async function unseal(
  sealed: string,
  ring: readonly PortalKey[] = requireKeyRing(),
): Promise<unknown> {
  if (!sealed.split(".").every(isOneSpelling)) return null;
  try {
    const { plaintext } = await compactDecrypt(
      sealed,
      ({ kid }) => {
        const found = ring.find(({ id }) => id === kid);
        if (!found) throw new errors.JWEDecryptionFailed();
        return found.key;
      },
      { keyManagementAlgorithms: ["dir"], contentEncryptionAlgorithms: ["A256GCM"] },
    );
    return JSON.parse(new TextDecoder().decode(plaintext));
  } catch (error) {
    // Any other error is a fault of ours, not of the token.
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
