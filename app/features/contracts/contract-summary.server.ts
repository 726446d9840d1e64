import { json, toJsonMembers, toJsonObject } from "~/features/contracts/json-sql.server";
import type { contracts } from "~db/schema/contracts";

type Columns = typeof contracts.$inferSelect;

/** A row of the admin's list and of its export. Instants are ISO text, amounts decimal strings. */
export type ContractSummary = Pick<
  Columns,
  | "id"
  | "subscriptionContractId"
  | "status"
  | "currencyCode"
  | "customerId"
  | "customerName"
  | "customerEmail"
  | "billingInterval"
  | "billingIntervalCount"
  | "deliveryInterval"
  | "deliveryIntervalCount"
  | "planType"
  | "originOrderName"
  | "importedId"
  | "contractAmount"
  | "orderAmount"
  | "lastPaymentStatus"
  | "dunning"
  | "emailBouncedOrFailed"
> & {
  createdAt: string;
  updatedAt: string;
  nextBillingDate: string | null;
  /** The first three lines; `lineCount` is how many there are. */
  lines: { title: string; variantTitle: string | null; quantity: number; isDeleted: boolean }[];
  lineCount: number;
};

const LINE = toJsonObject({
  title: json.text("l.title"),
  variantTitle: json.textOrNull("l.variant_title"),
  quantity: json.number("l.quantity"),
  isDeleted: json.boolean(`(
    exists (select from products p where p.shop_id = $1 and p.id = l.product_id and p.deleted_at is not null)
    or exists (select from variants v where v.shop_id = $1 and v.id = l.variant_id and v.deleted_at is not null))`),
});

const LINES = `(select concat('"lines":[', string_agg(${LINE}, ',' order by l.place) filter (where l.place <= 3), '],"lineCount":', count(*))
  from (select *, row_number() over (order by position, id) as place
    from contract_lines where shop_id = $1 and contract_id = c.id) l)`;

const MEMBERS = toJsonMembers({
  id: json.number("c.id"),
  subscriptionContractId: json.number("c.subscription_contract_id"),
  status: json.word("c.status"),
  currencyCode: json.word("c.currency_code"),
  customerId: json.number("c.customer_id"),
  customerName: json.text("c.customer_name"),
  customerEmail: json.text("c.customer_email"),
  billingInterval: json.word("c.billing_interval"),
  billingIntervalCount: json.number("c.billing_interval_count"),
  deliveryInterval: json.word("c.delivery_interval"),
  deliveryIntervalCount: json.number("c.delivery_interval_count"),
  planType: json.word("c.plan_type"),
  originOrderName: json.textOrNull("c.origin_order_name"),
  importedId: json.textOrNull("c.imported_id"),
  contractAmount: json.word("c.contract_amount"),
  orderAmount: json.word("c.order_amount"),
  lastPaymentStatus: json.textOrNull("c.last_payment_status"),
  dunning: json.boolean("c.dunning"),
  emailBouncedOrFailed: json.boolean("c.email_bounced_or_failed"),
  createdAt: json.instant("c.created_at"),
  updatedAt: json.instant("c.updated_at"),
  nextBillingDate: json.instantOrNull("c.next_billing_date"),
});

/** A `ContractSummary` of a row `c` of contracts as JSON text. $1 is the shop. */
export const CONTRACT_SUMMARY_SQL = `'{' || ${MEMBERS} || ',' || ${LINES} || '}'`;
