import { CONTRACT_TABLES } from "~/features/customers/privacy/tables/contract-tables.server";
import { HISTORY_TABLES } from "~/features/customers/privacy/tables/history-tables.server";
import { MESSAGE_TABLES } from "~/features/customers/privacy/tables/message-tables.server";
import { ORDER_TABLES } from "~/features/customers/privacy/tables/order-tables.server";
import type { TableRule } from "~/features/customers/privacy/tables/table-rule.server";

/**
 * All tables with data on customers, in the order of an erasure: sources before what is derived from them. Every table
 * is either here or in `NOT_PERSONAL`; a test compares both with the database's catalogue.
 */
export const PERSONAL_TABLES: readonly TableRule[] = [
  ...CONTRACT_TABLES,
  ...MESSAGE_TABLES,
  ...ORDER_TABLES,
  ...HISTORY_TABLES,
];

/** Tables of shops without data on customers, each with the reason. */
export const NOT_PERSONAL: Readonly<Record<string, string>> = {
  api_keys: "of staff",
  billing_settings: "settings",
  retention_settings: "settings",
  bulk_automation_batches: "counts",
  bulk_automation_numbers: "counts",
  bundle_products: "catalogue",
  bundles: "catalogue",
  contract_counts: "counts",
  customer_erasures: "what an erasing still needs; empty at its end",
  digest_subscriptions: "of staff",
  domains: "settings",
  ended_products: "products by contracts' numbers",
  event_sequences: "counts",
  event_streams: "counts",
  fact_days: "sums",
  fact_parts: "sums; reasons in a customer's own words are counted as none (own-reasons.repo.server.ts)",
  fact_states: "when sums were made",
  facts: "sums; reasons as in fact_parts",
  idempotency_keys: "keys that clients choose, and hashes",
  import_files: "names and counts of files",
  import_products: "catalogue",
  imports: "who imported when, and how far it is",
  notice_progress: "counts",
  notice_settings: "settings",
  notice_texts: "settings",
  order_numbers: "counts",
  plan_snapshots: "sums by days and variants",
  portal_settings: "settings",
  products: "catalogue",
  referral_programmes: "settings",
  selling_plan_group_products: "catalogue",
  selling_plan_groups: "catalogue",
  selling_plans: "catalogue",
  sessions: "of staff",
  shop_logos: "settings",
  staff_invitations: "of staff",
  staff_roles: "of staff",
  stripe_keys: "settings",
  test_clocks: "settings",
  test_gateway_cards: "a gateway's ids and counts",
  test_gateway_charges: "a gateway's ids and outcomes",
  test_gateway_refunds: "a gateway's ids and amounts",
  variants: "catalogue",
  webhook_endpoints: "settings",
};
