import { randomBytes } from "node:crypto";
import { z } from "zod";
import { requireKeyRing } from "~/access/key-ring.server";
import { seal, unseal } from "~/access/sealed-value.server";
import { DAY_MS } from "~/lib/days";

/** How long the old secret signs together with the new one. */
const BOTH_FOR_MS = DAY_MS;

const kept = z.object({
  /** Newest first; `until` null = no end. */
  secrets: z.array(z.object({ secret: z.string(), until: z.iso.datetime().nullable() })).min(1),
});
type Kept = z.output<typeof kept>["secrets"];
type Sealed = { sealed: string; sealedBy: string };

/** In the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

function sealAll(secrets: Kept): Sealed {
  const [first] = requireKeyRing();
  if (!first) throw new Error("the key ring is empty");
  return { sealed: seal({ secrets }), sealedBy: first.id };
}

async function open(sealed: string): Promise<Kept> {
  const value = kept.safeParse(await unseal(sealed));
  if (!value.success) throw new Error("the key that sealed a webhook's secret is not in PORTAL_TOKEN_KEYS");
  return value.data.secrets;
}

/** The first secret of an endpoint. `secret` is shown this once. */
export function createSecret(): Sealed & { secret: string } {
  const secret = newSecret();
  return { secret, ...sealAll([{ secret, until: null }]) };
}

/** A new secret; the previous one also signs for a day, an older one no longer. */
export async function rotateSecret(sealed: string, now: Date): Promise<Sealed & { secret: string }> {
  const [current] = await open(sealed);
  const secret = newSecret();
  const until = new Date(now.getTime() + BOTH_FOR_MS).toISOString();
  const before = current ? [{ ...current, until }] : [];
  return { secret, ...sealAll([{ secret, until: null }, ...before]) };
}

/** The secrets that sign now, newest first. */
export async function listLiveSecrets(sealed: string, now: Date): Promise<string[]> {
  return (await open(sealed))
    .filter(({ until }) => until === null || new Date(until) > now)
    .map(({ secret }) => secret);
}

/** Sealed with the ring's first key; null when they are already. */
export async function resealSecrets({ sealed, sealedBy }: Sealed): Promise<Sealed | null> {
  return sealedBy === requireKeyRing()[0]?.id ? null : sealAll(await open(sealed));
}
