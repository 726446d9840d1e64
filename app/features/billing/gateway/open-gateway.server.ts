import type { PaymentGateway } from "~/features/billing/gateway/payment-gateway";
import { openTestGateway } from "~/features/billing/gateway/test/test-gateway.server";
import type { GATEWAYS } from "~db/schema/charge-words";

export type GatewayName = (typeof GATEWAYS)[number];
export type OpenGateway = (shop: { id: number; gateway: GatewayName }, now: Date) => PaymentGateway | null;

/** The shop's gateway, at an instant of the shop's clock; null = it has chosen none, and nothing is charged. */
export const openGateway: OpenGateway = (shop, now) =>
  shop.gateway === "test" ? openTestGateway(shop.id, now) : null;
