import type { Projection } from "~/features/contracts/list/contract-lookups.server";
import { type SearchMatch, toMatchesSql } from "~/features/contracts/list/contract-search.server";
import { json, toJsonMembers, toJsonObject } from "~db/json-sql.server";
import type { contracts } from "~db/schema/contracts";
import type { Address } from "~db/schema/customers";

type Columns = typeof contracts.$inferSelect;

/** Data of a row of the admin's list. `id` is the subscriptionContractId; instants are ISO text. */
export type ContractListRow = {
  id: number;
  name: string;
  email: string;
  customerId: number;
  status: Columns["status"];
  interval: Columns["billingInterval"];
  intervalCount: number;
  amount: string;
  currency: string;
  planType: Columns["planType"];
  nextDate: string | null;
  paymentFailed: boolean;
  /** Title and picture of the first line; null without lines. */
  title: string | null;
  image: string | null;
  lineCount: number;
  /** What a search matched; empty without one. */
  matches: SearchMatch[];
};

const MEMBERS = toJsonMembers({
  id: json.number("c.subscription_contract_id"),
  name: json.text("c.customer_name"),
  email: json.text("c.customer_email"),
  customerId: json.number("c.customer_id"),
  status: json.quoted("c.status"),
  interval: json.quoted("c.billing_interval"),
  intervalCount: json.number("c.billing_interval_count"),
  amount: json.quoted("c.order_amount"),
  currency: json.quoted("c.currency_code"),
  planType: json.quoted("c.plan_type"),
  nextDate: json.instantOrNull("c.next_billing_date"),
  paymentFailed: json.boolean("coalesce(c.last_payment_status = 'FAILED', false)"),
});

const LINE_MEMBERS = toJsonMembers({
  title: json.text("l.title"),
  image: json.textOrNull("coalesce(v.image_url, p.image_url)"),
  lineCount: json.number(
    "(select count(*) from contract_lines n where n.shop_id = $1 and n.contract_id = c.id)",
  ),
});

const FIRST_LINE = `coalesce((select ${LINE_MEMBERS}
  from contract_lines l
  left join products p on p.shop_id = $1 and p.id = l.product_id
  left join variants v on v.shop_id = $1 and v.id = l.variant_id
  where l.shop_id = $1 and l.contract_id = c.id order by l.position, l.id limit 1),
  '"title":null,"image":null,"lineCount":0')`;

/**
 * A `ContractListRow` of a row `c` of contracts as JSON text. $1 is the shop. @param search the search text of the list
 */
export function toListRowProjection(search: string | undefined): Projection {
  const matches = search === undefined ? { sql: "'[]'", parameters: [] } : toMatchesSql(search);
  return {
    sql: `'{' || ${MEMBERS} || ',' || ${FIRST_LINE} || ',"matches":' || ${matches.sql} || '}'`,
    parameters: matches.parameters,
  };
}

/** One contract of the export. Instants are texts in the shop's time zone, `YYYY-MM-DD HH:MM`. */
export type ContractExportRow = {
  id: number;
  status: Columns["status"];
  name: string;
  email: string;
  customerId: number;
  /** Every line as "2 × Title (Variant)", separated by "; ". */
  products: string;
  planType: Columns["planType"];
  interval: Columns["billingInterval"];
  intervalCount: number;
  deliveryInterval: Columns["deliveryInterval"];
  deliveryIntervalCount: number;
  nextDate: string | null;
  amount: string;
  currency: string;
  orderName: string | null;
  createdDate: string;
  lastPayment: string | null;
  importedId: string | null;
  /** Of the lines that have one, in order, separated by "; ". */
  skus: string;
  deliveryPrice: string;
  address: Address | null;
  orderNote: string | null;
  /** Attributes of all orders: "key: value", separated by "; ". */
  attributes: string;
  /** Attributes of the lines: "Title, key: value", separated by "; ". */
  lineAttributes: string;
};

/** $2: the shop's time zone. */
const inShopTime = (column: string) => `to_char(${column} at time zone $2::text, 'YYYY-MM-DD HH24:MI')`;

/** A `ContractExportRow` of a row `c` of contracts as JSON text. $1 is the shop, $2 its time zone. */
export const CONTRACT_EXPORT_ROW_SQL = toJsonObject({
  id: json.number("c.subscription_contract_id"),
  status: json.quoted("c.status"),
  name: json.text("c.customer_name"),
  email: json.text("c.customer_email"),
  customerId: json.number("c.customer_id"),
  products: json.text(`(select coalesce(string_agg(concat(l.quantity, ' × ', l.title,
    ' (' || nullif(l.variant_title, 'Default Title') || ')'), '; ' order by l.position, l.id), '')
    from contract_lines l where l.shop_id = $1 and l.contract_id = c.id)`),
  planType: json.quoted("c.plan_type"),
  interval: json.quoted("c.billing_interval"),
  intervalCount: json.number("c.billing_interval_count"),
  deliveryInterval: json.quoted("c.delivery_interval"),
  deliveryIntervalCount: json.number("c.delivery_interval_count"),
  nextDate: json.textOrNull(inShopTime("c.next_billing_date")),
  amount: json.quoted("c.order_amount"),
  currency: json.quoted("c.currency_code"),
  orderName: json.textOrNull("c.origin_order_name"),
  createdDate: json.text(inShopTime("c.created_at")),
  lastPayment: json.textOrNull("c.last_payment_status"),
  importedId: json.textOrNull("c.imported_id"),
  skus: json.text(`(select coalesce(string_agg(l.sku, '; ' order by l.position, l.id), '')
    from contract_lines l where l.shop_id = $1 and l.contract_id = c.id)`),
  deliveryPrice: json.quoted("c.delivery_price"),
  address: json.raw("coalesce(c.delivery_address::text, 'null')"),
  orderNote: json.textOrNull("c.order_note"),
  attributes:
    json.text(`(select coalesce(string_agg(concat(a ->> 'key', ': ', a ->> 'value'), '; ' order by place), '')
    from jsonb_array_elements(c.order_note_attributes) with ordinality each (a, place))`),
  lineAttributes:
    json.text(`(select coalesce(string_agg(concat(l.title, ', ', a ->> 'key', ': ', a ->> 'value'), '; '
      order by l.position, l.id, place), '')
    from contract_lines l cross join jsonb_array_elements(l.custom_attributes) with ordinality each (a, place)
    where l.shop_id = $1 and l.contract_id = c.id)`),
});
