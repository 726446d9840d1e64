import Stripe from "stripe";
import { env } from "~/lib/env.server";
import { findStripeKeys } from "./stripe-keys.repo.server";
import { openStripeSecrets } from "./stripe-keys.server";
import type { StripeSecrets } from "./stripe-secrets";

/**
 * Retries of the SDK. Even with the engine's second call and the longest timeout, a charge stays shorter than an
 * order's lease.
 */
const REPEATS = 1;

/** A shop's secrets; null = none are stored. */
export async function findStripeSecrets(shopId: number): Promise<StripeSecrets | null> {
  const kept = await findStripeKeys(shopId);
  return kept && openStripeSecrets(kept.sealed);
}

/** Stripe's API for a shop's account, and when the shop gave the keys; null = before this was kept. */
export type StripeConnection = { stripe: Stripe; connectedAt: Date | null };

/** At STRIPE_API_URL if that is set. All accounts share kept-alive connections. */
export async function connectToStripe(shopId: number): Promise<StripeConnection> {
  const kept = await findStripeKeys(shopId);
  if (!kept) throw new Error("the shop has given no Stripe keys");
  const { secretKey } = await openStripeSecrets(kept.sealed);
  return { stripe: openStripe(secretKey), connectedAt: kept.connectedAt };
}

function openStripe(secretKey: string): Stripe {
  const url = env.STRIPE_API_URL ? new URL(env.STRIPE_API_URL) : null;
  return new Stripe(secretKey, {
    maxNetworkRetries: REPEATS,
    timeout: env.STRIPE_TIMEOUT_MS,
    telemetry: false,
    ...(url && {
      protocol: url.protocol === "http:" ? "http" : "https",
      host: url.hostname,
      port: url.port || undefined,
    }),
  });
}
