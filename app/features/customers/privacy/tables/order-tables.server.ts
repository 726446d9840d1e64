import { sql } from "drizzle-orm";
import {
  attemptsOf,
  ofContracts,
  ofCustomer,
  onlyCountry,
  type Person,
  type TableRule,
  toCountry,
  toEmpty,
  toNoList,
  toNull,
  toShopsAttributes,
} from "./table-rule.server";

const ofAttempts = (person: Person) => sql`t.attempt_id in (${attemptsOf(person)})`;
const ofOrders = ({ shopId, customerId }: Person) => sql`t.order_id in (
  select o.id from orders o where o.shop_id = ${shopId}::bigint and o.customer_id = ${customerId}::bigint)`;
const methodsOf = ({ shopId, customerId }: Person) => sql`
  select m.id from payment_methods m
  where m.shop_id = ${shopId}::bigint and m.customer_id = ${customerId}::bigint`;

/** An order's draft without what the customer wrote; amounts stay. */
const toBareDraft = () => sql`t.draft || jsonb_build_object(
  'deliveryAddress', case when jsonb_typeof(t.draft -> 'deliveryAddress') = 'object'
    then ${onlyCountry(sql`(t.draft -> 'deliveryAddress')`)} end,
  'note', null, 'noteAttributes', '[]'::jsonb,
  'lines', coalesce((
    select jsonb_agg(l.line || jsonb_build_object('customAttributes', ${toShopsAttributes(sql`l.line -> 'customAttributes'`)}))
    from jsonb_array_elements(t.draft -> 'lines') as l (line)), '[]'::jsonb))`;

/** What they ordered and how they paid. A gateway's ids stay: refunds need them. */
export const ORDER_TABLES: TableRule[] = [
  {
    table: "payment_methods",
    key: ["id"],
    rows: ofCustomer,
    isAtOnce: true,
    erase: {
      brand: toNull,
      last_digits: toNull,
      holder_name: toNull,
      expiry_month: toNull,
      expiry_year: toNull,
      revoked_at: ({ at }) => sql`coalesce(t.revoked_at, ${at.toISOString()}::timestamptz)`,
    },
    keep: ["id", "instrument_type"],
  },
  {
    table: "billing_attempts",
    key: ["id"],
    rows: ofContracts,
    erase: { order_note: toNull, error_message: toNull, action_url: toNull },
    keep: [
      "status",
      "order_name",
      "error_code",
      "error_class",
      "first_error_code",
      "gateway_ref",
      "next_step",
    ],
  },
  {
    table: "billing_tries",
    key: ["attempt_id", "number"],
    rows: ofAttempts,
    erase: { draft: toBareDraft, error_message: toNull },
    keep: [
      "gateway",
      "gateway_ref",
      "payment_method_id",
      "currency_code",
      "state",
      "error_code",
      "error_class",
    ],
  },
  {
    table: "orders",
    key: ["id"],
    rows: ofCustomer,
    erase: { delivery_address: toCountry("delivery_address"), note: toNull, note_attributes: toNoList },
    keep: [
      "currency_code",
      "delivery_method_type",
      "discounts",
      "gateway",
      "gateway_ref",
      "payment_method_id",
    ],
  },
  {
    table: "order_lines",
    key: ["order_id", "position"],
    rows: ofOrders,
    erase: { custom_attributes: () => toShopsAttributes(sql`t.custom_attributes`) },
    keep: ["title", "variant_title", "sku", "selling_plan_name"],
  },
  {
    table: "order_refunds",
    key: ["order_id", "number"],
    rows: ofOrders,
    erase: { reason: toNull, error_message: toNull },
    keep: ["state"],
  },
  {
    table: "stripe_payments",
    key: ["ref"],
    rows: ofAttempts,
    erase: {},
    keep: ["ref", "currency_code", "customer", "intent", "page"],
  },
  {
    table: "test_gateway_payments",
    key: ["ref"],
    rows: (person) => sql`t.payment_method_id in (${methodsOf(person)})`,
    erase: { last_digits: toNull },
    keep: ["ref", "currency_code", "payment_method_id", "state"],
  },
  // Before the changes of payment methods, which name these pages.
  {
    table: "test_gateway_pages",
    key: ["id"],
    rows: (person) => sql`(
      t.ref in (select p.ref from test_gateway_payments p
        where p.shop_id = ${person.shopId}::bigint and p.payment_method_id in (${methodsOf(person)}))
      or t.id in (select u.page from method_updates u
        where u.shop_id = ${person.shopId}::bigint and u.customer_id = ${person.customerId}::bigint))`,
    erase: {
      last_digits: toNull,
      back_url: toEmpty,
      state: () => sql`case t.state when 'OPEN' then 'EXPIRED' else t.state end`,
    },
    keep: ["id", "kind", "ref", "key"],
    secret: ["id", "back_url"],
  },
  {
    table: "gateway_notices",
    key: ["gateway", "event_id"],
    rows: (person) => sql`(t.handled_at is not null and exists (
      select from stripe_payments s
      where s.shop_id = ${person.shopId}::bigint and s.attempt_id in (${attemptsOf(person)})
        and (position(s.intent in t.body) > 0 or position(s.page in t.body) > 0 or position(s.customer in t.body) > 0)))`,
    erase: { body: toEmpty },
    keep: ["gateway", "event_id"],
    isShared: true,
  },
  {
    table: "method_updates",
    key: ["id"],
    rows: ofCustomer,
    erase: "delete",
    secret: ["page"],
  },
];
