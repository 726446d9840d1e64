import { createHash, subtle } from "node:crypto";
import { requireKeyRing } from "~/access/key-ring.server";

/**
 * The code in the address that a hosted page leads back to: 256 bits that cannot be guessed. Derived from its subject
 * (the key of a try, the id of an update), so that a repeated request to the gateway has exactly the same address.
 */
export async function toReturnCode(about: string): Promise<string> {
  const [first] = requireKeyRing();
  if (!first) throw new Error("the key ring for portal tokens is empty");
  const mac = await subtle.sign("HMAC", await first.mac, new TextEncoder().encode(about));
  return Buffer.from(mac).toString("base64url");
}

/** The stored form of the code. */
export const hashReturnCode = (code: string): string =>
  createHash("sha256").update(`portal-return:${code}`).digest("base64url");
