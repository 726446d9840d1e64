import { compactDecrypt } from "jose";
import { requireKeyRing } from "~/access/key-ring.server";
import { seal } from "~/access/sealed-value.server";
import { type StripeSecrets, stripeSecretsInput } from "./stripe-secrets";

/** Seals a shop's secrets with the first key of the ring: a JWE (RFC 7516), direct encryption, A256GCM. */
export function sealStripeSecrets(open: StripeSecrets): { sealed: string; sealedBy: string } {
  const [first] = requireKeyRing();
  if (!first) throw new Error("the key ring is empty");
  return { sealed: seal(open), sealedBy: first.id };
}

/** @throws Error when the key that sealed them is no longer in the ring */
export async function openStripeSecrets(sealed: string): Promise<StripeSecrets> {
  const { plaintext } = await compactDecrypt(
    sealed,
    ({ kid }) => {
      const found = requireKeyRing().find(({ id }) => id === kid);
      if (!found) throw new Error("the key that sealed a shop's Stripe keys is not in PORTAL_TOKEN_KEYS");
      return found.key;
    },
    { keyManagementAlgorithms: ["dir"], contentEncryptionAlgorithms: ["A256GCM"] },
  );
  return stripeSecretsInput.parse(JSON.parse(new TextDecoder().decode(plaintext)));
}
