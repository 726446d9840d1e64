import type { PaymentGateway } from "~/features/billing/gateway/payment-gateway";
import { openTestGateway } from "~/features/billing/gateway/test/test-gateway.server";
import type { PrincipalShop } from "~/http/principal";

export type OpenGateway = (shop: PrincipalShop, now: Date) => PaymentGateway | null;

/** The shop's gateway, at an instant of the shop's clock; null = it has chosen none, and nothing is charged. */
export const openGateway: OpenGateway = (shop, now) =>
  shop.gateway === "test" ? openTestGateway(shop, now) : null;
