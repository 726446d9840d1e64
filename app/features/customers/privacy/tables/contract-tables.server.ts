import { sql } from "drizzle-orm";
import { ERASED_NAME } from "./erased-name";
import {
  ofContracts,
  ofCustomer,
  type TableRule,
  texts,
  toCountry,
  toEmpty,
  toFalse,
  toNoList,
  toNull,
  toShopsAttributes,
} from "./table-rule.server";

/** The customer and their contracts. */
export const CONTRACT_TABLES: TableRule[] = [
  {
    table: "customers",
    key: ["id"],
    rows: ({ customerId }) => sql`t.id = ${customerId}::bigint`,
    isAtOnce: true,
    erase: {
      first_name: toNull,
      last_name: toNull,
      email: toNull,
      phone: toNull,
      accepts_email_marketing: toFalse,
      accepts_sms_marketing: toFalse,
      default_address: toNull,
      note: toNull,
      tags: () => sql`'{}'::text[]`,
      language: toNull,
    },
  },
  {
    table: "contracts",
    key: ["id"],
    rows: ofCustomer,
    isAtOnce: true,
    erase: {
      customer_name: () => sql`${ERASED_NAME}::text`,
      customer_email: toEmpty,
      delivery_address: toCountry("delivery_address"),
      delivery_instructions: toNull,
      order_note: toNull,
      order_note_attributes: toNoList,
      // Without the reason's note; the reason itself stays only if others give it, too.
      cancellation_feedback: ({ knownAs }) => sql`(
        select case when r.reason = any(${texts(knownAs.reasons)}) then null else nullif(r.reason, '') end
        from (select left(btrim(split_part(t.cancellation_feedback, ': ', 1)), 100) as reason) r)`,
    },
    keep: [
      "imported_id",
      "status",
      "currency_code",
      "payment_method_id",
      "billing_interval",
      "billing_anchors",
      "delivery_interval",
      "origin_order_name",
      "delivery_method_type",
      "pickup_location_id",
      "last_payment_status",
      "created_email_status",
      "created_sms_status",
      "upcoming_swap_rule",
    ],
  },
  {
    table: "contract_lines",
    key: ["contract_id", "id"],
    rows: ofContracts,
    isAtOnce: true,
    erase: { custom_attributes: () => toShopsAttributes(sql`t.custom_attributes`) },
    keep: ["title", "variant_title", "sku", "selling_plan_name"],
  },
  {
    table: "contract_discounts",
    key: ["contract_id", "id"],
    rows: ofContracts,
    erase: {},
    keep: ["title", "code", "value_type"],
  },
  {
    table: "internal_notes",
    key: ["id"],
    rows: (person) => sql`(${ofCustomer(person)} or ${ofContracts(person)})`,
    erase: "delete",
    secret: ["author_name"],
  },
  { table: "way_backs", key: ["contract_id"], rows: ofContracts, erase: "delete" },
  {
    table: "one_time_products",
    key: ["id"],
    rows: ofContracts,
    erase: {},
    keep: ["variant_handle", "discounts"],
  },
];
