import type { PrincipalShop } from "~/access/principal";
import type { Audit } from "~/features/activity/activity";
import type { PaymentGateway } from "~/features/billing/gateway/port/payment-gateway";
import type { BillingSettings } from "~/features/billing/settings/billing-settings";

/** What the charging of a shop's orders works with, at one instant of the shop's clock (`audit.now`). */
export type Engine = {
  shop: PrincipalShop;
  gateway: PaymentGateway;
  settings: BillingSettings;
  audit: Audit;
};
