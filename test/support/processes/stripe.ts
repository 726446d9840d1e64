import { connectStripe } from "~/features/billing/gateway/stripe/connect-stripe.service.server";
import { createTestShop, insertCustomer, insertPaymentMethod, testAudit } from "../data/factories";
import type { FakeStripe } from "./fake-stripe";
import type { CardBehaviour } from "./fake-stripe-books";

export const WEBHOOK_SECRET = "whsec_of_the_test_shop";

/** A shop that charges through its own account at the fake Stripe. */
export async function createStripeShop(overrides: Parameters<typeof createTestShop>[0] = {}) {
  const made = await createTestShop(overrides);
  await connectStripe(
    made.id,
    { secretKey: "sk_test_of_the_shop", webhookSecret: WEBHOOK_SECRET },
    testAudit(),
  );
  return { ...made, shop: { ...made.shop, gateway: "stripe" as const } };
}

/** A customer with a card that Stripe has. */
export async function insertStripeCard(stripe: FakeStripe, shopId: number, behaviour?: CardBehaviour) {
  const customerId = (await insertCustomer(shopId)).id;
  const paymentMethodId = stripe.books.addCard(behaviour);
  await insertPaymentMethod(shopId, customerId, { id: paymentMethodId });
  return { customerId, paymentMethodId };
}
