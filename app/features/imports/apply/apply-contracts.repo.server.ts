import { sql } from "drizzle-orm";
import type { Audit } from "~/features/activity/activity";
import { type HandleRange, stagedContracts } from "~/features/imports/records/staged-range.repo.server";
import type { Queryable } from "~db/client.server";
import type { contracts } from "~db/schema/contracts";
import { CUSTOMER_NAME } from "./apply-customers.repo.server";
import type { ContractGroup, ContractHead } from "./contract-validation";

const HEAD_VALUES = (row: "h" | "o") =>
  sql.raw(
    `(${[
      "upcoming_billing_date",
      "customer_id",
      "currency_code",
      "status",
      "billing_interval",
      "billing_interval_count",
      "payment_method_id",
      "delivery_price",
      "delivery_method_type",
      "delivery_address",
      "delivery_instructions",
      "pickup_location_id",
    ]
      .map((column) => `${row}.${column}`)
      .join(", ")})`,
  );

/** The contracts of a range, each assembled from its rows, in the order of the file. */
export async function readContractGroups(tx: Queryable, range: HandleRange): Promise<ContractGroup[]> {
  const { shopId, importId } = range;
  const rows = await tx.execute<Omit<ContractGroup, "upcomingBillingDate"> & { upcoming: number | null }>(sql`
    select g.handle, g.rows, g.first_line as "firstLine", g.head_line as "headLine", g.has_bad as "hasBadRows",
      g.missing_variants as "missingVariants", other.line as "otherHeadLine", c.id is not null as "isKnown",
      cu.id is not null as "hasCustomer", cu.erased_at is not null as "isErased", pm.customer_id as "paymentCustomerId", h.customer_id as "customerId",
      h.payment_method_id as "paymentMethodId", h.status, h.billing_interval as "billingInterval",
      h.billing_interval_count as "billingIntervalCount", h.currency_code as "currencyCode",
      h.delivery_price as "deliveryPrice", total.amount as "contractAmount",
      coalesce(total.uneven, 0) as "unevenPrices",
      (extract(epoch from h.upcoming_billing_date) * 1000)::bigint as upcoming
    from (
      select s.handle, count(*)::int as rows, min(s.line) as first_line,
        min(s.line) filter (where s.is_head) as head_line, count(*) filter (where s.is_head) as heads,
        bool_or(s.is_bad) as has_bad,
        (count(*) filter (where not s.is_bad and v.id is null))::int as missing_variants
      from import_contract_rows s
      left join variants v on v.shop_id = ${shopId}::bigint and v.id = s.variant_id
      where ${stagedContracts.inRange(range)}
      group by s.handle
    ) g
    left join import_contract_rows h on h.shop_id = ${shopId}::bigint and h.import_id = ${importId}::bigint
      and h.handle = g.handle and h.line = g.head_line
    left join contracts c on c.shop_id = ${shopId}::bigint and c.imported_id = g.handle
    left join customers cu on cu.shop_id = ${shopId}::bigint and cu.id = h.customer_id
    left join payment_methods pm on pm.shop_id = ${shopId}::bigint and pm.id = h.payment_method_id
    left join lateral (
      select sum(round(i.current_price * i.quantity, h.currency_decimals)) as amount,
        (count(*) filter (where i.current_price <> round(i.current_price, h.currency_decimals)))::int as uneven
      from import_contract_rows i
      where i.shop_id = ${shopId}::bigint and i.import_id = ${importId}::bigint and i.handle = g.handle
    ) total on c.id is null
    left join lateral (
      select min(o.line) as line from import_contract_rows o
      where o.shop_id = ${shopId}::bigint and o.import_id = ${importId}::bigint and o.handle = g.handle
        and o.is_head and o.line > g.head_line and ${HEAD_VALUES("o")} is distinct from ${HEAD_VALUES("h")}
    ) other on g.heads > 1
    order by g.first_line`);
  return rows.map(({ upcoming, ...row }) => ({
    ...row,
    upcomingBillingDate: upcoming === null ? null : new Date(upcoming),
  }));
}

export const toJson = (values: readonly object[]) => sql`${JSON.stringify(values)}::text::json`;

/** Lines of these contracts whose variant the shop does not have. */
export async function listMissingVariants(
  tx: Queryable,
  { shopId, importId }: { shopId: number; importId: number },
  handles: readonly string[],
): Promise<{ line: number; variantId: number }[]> {
  if (handles.length === 0) return [];
  const rows = await tx.execute<{ line: number; variantId: number }>(sql`
    select s.line, s.variant_id as "variantId"
    from json_array_elements_text(${JSON.stringify(handles)}::text::json) as g (handle)
    join import_contract_rows s on s.shop_id = ${shopId}::bigint and s.import_id = ${importId}::bigint
      and s.handle = g.handle
    left join variants v on v.shop_id = ${shopId}::bigint and v.id = s.variant_id
    where v.id is null and not s.is_bad
    order by s.line`);
  return [...rows];
}

/** Lines of these contracts whose price has more decimals than the contract's currency. */
export async function listUnevenPrices(
  tx: Queryable,
  { shopId, importId }: ImportTarget,
  heads: readonly ContractHead[],
): Promise<{ line: number; price: string; quantity: number; currencyCode: string }[]> {
  if (heads.length === 0) return [];
  const rows = await tx.execute<{ line: number; price: string; quantity: number; currencyCode: string }>(sql`
    select s.line, s.current_price as price, s.quantity, h.currency_code as "currencyCode"
    from ${headsJoin({ shopId, importId }, heads)}
    join import_contract_rows s on s.shop_id = ${shopId}::bigint and s.import_id = ${importId}::bigint
      and s.handle = g.handle
    where s.current_price <> round(s.current_price, h.currency_decimals)
    order by s.line`);
  return [...rows];
}

export type ImportTarget = { shopId: number; importId: number };
const headsJoin = ({ shopId, importId }: ImportTarget, heads: readonly ContractHead[]) => sql`
  json_to_recordset(${toJson(heads)}) as g (handle text, line int, "nextBillingDate" timestamptz,
    "contractAmount" numeric, "orderAmount" numeric)
  join import_contract_rows h on h.shop_id = ${shopId}::bigint and h.import_id = ${importId}::bigint
    and h.handle = g.handle and h.line = g.line`;

/** Inserts payment methods by id only: the platform delivers the rest later. */
export async function insertPaymentMethods(
  tx: Queryable,
  target: ImportTarget,
  heads: readonly ContractHead[],
) {
  await tx.execute(sql`
    insert into payment_methods (shop_id, id, customer_id)
    select distinct on (h.payment_method_id) h.shop_id, h.payment_method_id, h.customer_id
    from ${headsJoin(target, heads)}
    where h.payment_method_id is not null
    order by h.payment_method_id
    on conflict (shop_id, id) do nothing`);
}

export type InsertedContract = Pick<
  typeof contracts.$inferSelect,
  | "id"
  | "status"
  | "billingInterval"
  | "billingIntervalCount"
  | "planType"
  | "customerId"
  | "currencyCode"
  | "contractAmount"
  | "cancellationFeedback"
  | "createdAt"
> & { handle: string };

/** Inserts these contracts. Those whose handle the shop has meanwhile got are skipped and not returned. */
export async function insertContracts(
  tx: Queryable,
  target: ImportTarget,
  heads: readonly ContractHead[],
  now: Date,
): Promise<InsertedContract[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await tx.execute<InsertedContract>(sql`
    insert into contracts (shop_id, imported_id, status, currency_code, customer_id, customer_name, customer_email,
      payment_method_id, billing_interval, billing_interval_count, billing_anchors, delivery_interval,
      delivery_interval_count, created_at, updated_at, next_billing_date, schedule_anchor, delivery_method_type,
      delivery_address, delivery_instructions, pickup_location_id, delivery_price, allow_delivery_price_override,
      contract_amount, order_amount, auto_charge, order_note_attributes)
    select h.shop_id, h.handle, h.status, h.currency_code, h.customer_id, ${CUSTOMER_NAME}, coalesce(cu.email, ''),
      h.payment_method_id, h.billing_interval, h.billing_interval_count, '[]'::jsonb, h.billing_interval,
      h.billing_interval_count, ${at}, ${at}, g."nextBillingDate", h.upcoming_billing_date, h.delivery_method_type,
      h.delivery_address, h.delivery_instructions, h.pickup_location_id,
      round(h.delivery_price, h.currency_decimals), true,
      g."contractAmount", g."orderAmount", h.payment_method_id is not null, '[]'::jsonb
    from ${headsJoin(target, heads)}
    join customers cu on cu.shop_id = ${target.shopId}::bigint and cu.id = h.customer_id
    order by h.line
    on conflict (shop_id, imported_id) where imported_id is not null do nothing
    returning id, imported_id as handle, status, billing_interval as "billingInterval",
      billing_interval_count as "billingIntervalCount", plan_type as "planType", customer_id as "customerId",
      currency_code as "currencyCode", contract_amount::text as "contractAmount"`);
  // None has cancellation feedback, and all are created at this moment.
  return rows.map((row) => ({ ...row, cancellationFeedback: null, createdAt: now }));
}

/** Inserts their line items, with the catalogue's data of each variant. */
export async function insertContractLines(
  tx: Queryable,
  { shopId, importId }: ImportTarget,
  inserted: readonly InsertedContract[],
): Promise<void> {
  await tx.execute(sql`
    insert into contract_lines (shop_id, contract_id, id, position, product_id, variant_id, title, variant_title, sku,
      quantity, current_price, selling_plan_id, selling_plan_name, taxable, requires_shipping, custom_attributes)
    select s.shop_id, g.id, s.line_id, row_number() over (partition by s.handle order by s.line) - 1, p.id, v.id,
      p.title, v.title, v.sku, s.quantity, s.current_price, s.selling_plan_id,
      coalesce(s.selling_plan_name, sp.name), v.taxable, v.requires_shipping, '[]'::jsonb
    from json_to_recordset(${toJson(inserted.map(({ id, handle }) => ({ id, handle })))}) as g (id bigint, handle text)
    join import_contract_rows s on s.shop_id = ${shopId}::bigint and s.import_id = ${importId}::bigint
      and s.handle = g.handle
    join variants v on v.shop_id = ${shopId}::bigint and v.id = s.variant_id
    join products p on p.shop_id = ${shopId}::bigint and p.id = v.product_id
    left join selling_plans sp on sp.shop_id = ${shopId}::bigint and sp.id = s.selling_plan_id`);
}

/** Adds one entry to each contract's history. */
export async function insertImportActivity(
  tx: Queryable,
  { shopId, importId }: ImportTarget,
  inserted: readonly InsertedContract[],
  { actor, requestId, now }: Audit,
): Promise<void> {
  const ids = `{${inserted.map(({ id }) => id).join(",")}}`;
  await tx.execute(sql`
    insert into activity (shop_id, contract_id, actor_type, actor_name, action, after, request_id, created_at)
    select c.shop_id, c.id, ${actor.type}::text, ${actor.name}::text, 'contract.imported',
      jsonb_build_object('handle', c.imported_id, 'status', c.status, 'importId', ${importId}::bigint),
      ${requestId}::text, ${now.toISOString()}::timestamptz
    from contracts c where c.shop_id = ${shopId}::bigint and c.id = any(${ids}::bigint[])
    order by c.id`);
}
