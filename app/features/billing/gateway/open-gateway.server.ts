import type { PrincipalShop } from "~/access/principal";
import { toShopOrigin } from "~/access/shop-origin";
import type { PaymentGateway } from "~/features/billing/gateway/port/payment-gateway";
import { openStripeGateway } from "~/features/billing/gateway/stripe/stripe-gateway.server";
import { openTestGateway } from "~/features/billing/gateway/test/test-gateway.server";

export type OpenGateway = (shop: PrincipalShop, now: Date) => PaymentGateway | null;

const GATEWAYS: Record<PrincipalShop["gateway"], OpenGateway> = {
  none: () => null,
  test: openTestGateway,
  stripe: openStripeGateway,
};

/** The shop's gateway, at an instant of the shop's clock; null = none is chosen, and nothing is charged. */
export const openGateway: OpenGateway = (shop, now) => GATEWAYS[shop.gateway](shop, now);

/** Origins of the hosted pages, for the forms that lead there. */
export const listPageOrigins = (shop: PrincipalShop): string[] =>
  ({ none: [], test: [toShopOrigin(shop)], stripe: ["https://checkout.stripe.com"] })[shop.gateway];
