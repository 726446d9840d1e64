import { randomBytes } from "node:crypto";
import { type PortalKey, requireKeyRing, toPortalKey } from "~/access/key-ring.server";

/** As in a process that has been restarted with a new key in front of the others (operations.md "Another key"). */
export async function withNewKeyFirst<T>(work: () => Promise<T>): Promise<T> {
  const ring = requireKeyRing() as PortalKey[];
  ring.unshift(toPortalKey(randomBytes(32).toString("base64url")));
  try {
    return await work();
  } finally {
    ring.shift();
  }
}
