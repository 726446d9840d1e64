import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { afterAll, beforeAll } from "vitest";
import { action } from "~/api/gateway-notices";
import { connectStripe } from "~/features/billing/gateway/stripe/connect-stripe.service.server";
import { env } from "~/lib/env.server";
import {
  createTestShop,
  insertCustomer,
  insertPaymentMethod,
  type TestShop,
  testAudit,
} from "../../data/factories";
import { madeForEachTest } from "../../data/shop-of-each-test";
import type { FakeStripe } from "./fake-stripe";
import type { CardBehaviour } from "./fake-stripe-books";

const WEBHOOK_SECRET = "whsec_of_the_test_shop";

export const giveStripeKeys = (shopId: number, secretKey: string, now?: Date) =>
  connectStripe(shopId, { secretKey, webhookSecret: WEBHOOK_SECRET }, testAudit(now));

/** A shop that charges through its own account at the fake Stripe. */
async function createStripeShop(overrides: Parameters<typeof createTestShop>[0] = {}) {
  const made = await createTestShop(overrides);
  await giveStripeKeys(made.id, "sk_test_of_the_shop");
  return { ...made, shop: { ...made.shop, gateway: "stripe" as const } };
}

/**
 * Before each test of the file, an empty database with one such shop, and an empty Stripe, where this process looks for
 * it; stopped after the last.
 */
export function stripeShopOfEachTest(stripe: FakeStripe): TestShop {
  const { STRIPE_API_URL, STRIPE_TIMEOUT_MS } = env;
  beforeAll(() => void Object.assign(env, { STRIPE_API_URL: stripe.url }));
  afterAll(() => {
    Object.assign(env, { STRIPE_API_URL, STRIPE_TIMEOUT_MS });
    stripe.stop();
  });
  return madeForEachTest(() => {
    // On a busy machine an answer may take seconds. A test of calls that hang has less patience of its own.
    env.STRIPE_TIMEOUT_MS = 120_000;
    stripe.reset();
    return createStripeShop();
  });
}

/** A customer with a card that Stripe knows. */
export async function insertStripeCard(stripe: FakeStripe, shopId: number, behaviour?: CardBehaviour) {
  const customerId = (await insertCustomer(shopId)).id;
  const paymentMethodId = stripe.books.addCard(behaviour);
  await insertPaymentMethod(shopId, customerId, { id: paymentMethodId });
  return { customerId, paymentMethodId };
}

export const signWebhook = (
  payload: string,
  secret = WEBHOOK_SECRET,
  timestamp = Math.floor(Date.now() / 1000),
) => Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });

/** A webhook in Stripe's form. */
export const toWebhook = ({
  id = `evt_${randomUUID()}`,
  type,
  object,
}: {
  id?: string;
  type: Stripe.Event["type"];
  object: object;
}) => JSON.stringify({ id, object: "event", type, data: { object } });

/** Sends one to the app. @returns the status of the answer */
export async function sendStripeWebhook(
  { shop }: TestShop,
  payload: string,
  {
    signature = signWebhook(payload),
    query = `?shop=${shop.storeDomain}`,
    gateway = "stripe",
  }: { signature?: string | null; query?: string; gateway?: string } = {},
): Promise<number> {
  const request = new Request(`http://localhost/gateways/${gateway}/notices${query}`, {
    method: "POST",
    body: payload,
    headers: {
      "Content-Type": "application/json",
      ...(signature !== null && { "Stripe-Signature": signature }),
    },
  });
  const response = await action({ request, params: { gateway }, context: {} });
  return response.status;
}
