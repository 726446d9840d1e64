import { createCipheriv, randomBytes } from "node:crypto";
import { compactDecrypt, errors } from "jose";
import { type PortalKey, requireKeyRing } from "./key-ring.server";

/** Length of the initialization vector: RFC 7518 §5.3. */
const IV_BYTES = 12;

/**
 * A value as a JWE (RFC 7516) with direct encryption, A256GCM: only holders of the key can read or make one. Not sealed
 * by the library that opens it: that would pass these few bytes to another thread (docs/decisions/108).
 */
export function seal(value: object, ring: readonly PortalKey[] = requireKeyRing()): string {
  const [first] = ring;
  if (!first) throw new Error("the key ring for portal tokens is empty");
  const header = toPart(Buffer.from(JSON.stringify({ alg: "dir", enc: "A256GCM", kid: first.id })));
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", first.secret, iv).setAAD(Buffer.from(header));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
  // The encrypted key is empty: with direct encryption both sides have the key already.
  return [header, "", toPart(iv), toPart(sealed), toPart(cipher.getAuthTag())].join(".");
}

const toPart = (bytes: Buffer): string => bytes.toString("base64url");

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
