import { createHash, subtle } from "node:crypto";
import { requireKeyRing } from "~/access/key-ring.server";

/**
 * The code in the address that a hosted page leads back to: 256 bits that cannot be guessed. Derived from its subject
 * (the key of a try, the id of an update), so that a repeated request to the gateway has exactly the same address.
 *
 * @returns one for each key of the ring. A new page gets the first; one that a process with the keys in another order has
 *   opened has another
 */
export const toReturnCodes = (about: string): Promise<string[]> =>
  Promise.all(
    requireKeyRing().map(async ({ mac }) =>
      Buffer.from(await subtle.sign("HMAC", await mac, new TextEncoder().encode(about))).toString(
        "base64url",
      ),
    ),
  );

/** The stored form of the code. */
export const hashReturnCode = (code: string): string =>
  createHash("sha256").update(`portal-return:${code}`).digest("base64url");
