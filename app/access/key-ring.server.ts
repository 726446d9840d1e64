import { createHash, createSecretKey, type KeyObject, subtle, type webcrypto } from "node:crypto";
import { env } from "~/lib/env.server";
import { requireDataFolder, requireSecret } from "~db/data-folder";

/** The key is imported once, since importing takes longer than sealing a token with it. */
export type PortalKey = {
  id: string;
  /** For sealing. */
  secret: KeyObject;
  /** The same key, for opening. */
  key: Promise<webcrypto.CryptoKey>;
  /** Signs codes of ways back: a different key, derived from the same secret. */
  mac: Promise<webcrypto.CryptoKey>;
};

/** A key with the name that tokens carry in their header: it finds the key among a few and reveals nothing about it. */
export const toPortalKey = (secret: string): PortalKey => {
  const bytes = Buffer.from(secret, "base64url");
  return {
    id: createHash("sha256").update("portal-key:").update(bytes).digest("base64url").slice(0, 8),
    secret: createSecretKey(bytes),
    key: subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]),
    mac: subtle.importKey(
      "raw",
      createHash("sha256").update("portal-return-key:").update(bytes).digest(),
      { name: "HMAC", hash: "SHA-256" },
      false,
      ["sign"],
    ),
  };
};

let ring: readonly PortalKey[] | undefined;

/**
 * The keys that seal portal tokens and shops' keys at their gateways: the first seals, all of them open. From
 * PORTAL_TOKEN_KEYS; otherwise one key made at first use and kept in the data folder. To rotate: docs/operations.md,
 * "Another key".
 */
export function requireKeyRing(): readonly PortalKey[] {
  ring ??= (env.PORTAL_TOKEN_KEYS ?? [requireSecret(requireDataFolder(), "portal-token-key", 32)]).map(
    toPortalKey,
  );
  return ring;
}
