import type { PrincipalShop } from "~/access/principal";
import type { Audit } from "~/features/activity/activity";
import type { PaymentGateway } from "~/features/billing/gateway/port/payment-gateway";
import type { BillingSettings } from "~/features/billing/settings/billing-settings";
import { db, type Queryable } from "~db/client.server";
import { type Transact, transactAlone } from "~db/together/shared-transactions.server";

/** How the charging of an order uses the database: by itself, or together with others (docs/decisions/057). */
export type EngineDatabase = {
  /** For reads outside transactions, and for single writes. */
  on: Queryable;
  transact: Transact;
};

/** For an order that is charged alone, because somebody waits for it. */
export const BY_ITSELF: EngineDatabase = { on: db, transact: transactAlone };

/** What charging a shop's orders needs, at one instant of the shop's clock (`audit.now`). */
export type Engine = {
  shop: PrincipalShop;
  gateway: PaymentGateway;
  settings: BillingSettings;
  audit: Audit;
  database: EngineDatabase;
};
