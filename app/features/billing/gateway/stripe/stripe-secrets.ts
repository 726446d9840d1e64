import { z } from "zod";

/** A shop's keys as its owner copies them from Stripe's pages. Stripe itself distinguishes live and test keys. */
export const stripeSecretsInput = z.object({
  secretKey: z
    .string()
    .trim()
    .regex(/^(sk|rk)_(test|live)_\w+$/, "The secret key has to look like sk_live_… or rk_live_…"),
  webhookSecret: z
    .string()
    .trim()
    .regex(/^whsec_\S+$/, "The signing secret has to look like whsec_…"),
});

export type StripeSecrets = z.output<typeof stripeSecretsInput>;
