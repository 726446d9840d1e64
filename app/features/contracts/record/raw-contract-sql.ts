import { IS_OWN } from "~/features/order-schedule/own-orders";

const ATTEMPTS_SHOWN = 20;
const toTheSecond = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Of a contract `c`. $1 is the shop. */
const COLUMNS = `c.subscription_contract_id as "subscriptionContractId", c.version, c.status, c.last_payment_status as "lastPaymentStatus",
    c.currency_code as "currencyCode", c.delivery_price as "deliveryPrice",
    c.billing_interval as "billingInterval", c.billing_interval_count as "billingIntervalCount",
    c.billing_anchors as "billingAnchors", c.delivery_interval as "deliveryInterval",
    c.delivery_interval_count as "deliveryIntervalCount", c.min_cycles as "minCycles", c.max_cycles as "maxCycles",
    c.delivery_method_type as "deliveryMethodType", c.delivery_address as "deliveryAddress",
    c.origin_order_id as "originOrderId", c.origin_order_name as "originOrderName",
    c.customer_id as "customerId", c.customer_name as "customerName", c.payment_method_id as "paymentMethodId",
    c.order_note as note, c.order_note_attributes as attributes,
    ${toTheSecond("c.created_at")} as "createdAt", ${toTheSecond("c.updated_at")} as "updatedAt",
    ${toTheSecond("c.next_billing_date")} as "nextBillingDate",
    cu.email, cu.first_name as "firstName", cu.last_name as "lastName", cu.phone,
    pm.instrument_type as "instrumentType", pm.brand, pm.last_digits as "lastDigits", pm.expiry_month as "expiryMonth",
    pm.expiry_year as "expiryYear", pm.holder_name as "holderName", ${toTheSecond("pm.revoked_at")} as "revokedAt",
    (select coalesce(json_agg(json_build_object(
        'id', l.id, 'productId', l.product_id, 'variantId', l.variant_id, 'title', l.title,
        'variantTitle', l.variant_title, 'sku', l.sku, 'quantity', l.quantity, 'currentPrice', l.current_price::text,
        'basePrice', l.base_price::text, 'laterPrice', l.later_price::text, 'laterAfterCycle', l.later_after_cycle,
        'sellingPlanId', l.selling_plan_id, 'sellingPlanName', l.selling_plan_name,
        'taxable', l.taxable, 'customAttributes', l.custom_attributes, 'skippedNextOrder', l.skipped_next_order,
        'image', coalesce(v.image_url, p.image_url)) order by l.position, l.id), '[]')
      from contract_lines l
      left join variants v on v.shop_id = $1 and v.id = l.variant_id
      left join products p on p.shop_id = $1 and p.id = l.product_id
      where l.shop_id = $1 and l.contract_id = c.id) as lines,
    (select coalesce(json_agg(json_build_object(
        'id', d.id, 'title', d.title, 'code', d.code, 'valueType', d.value_type, 'value', d.value::text, 'lineIds', d.line_ids,
        'appliesOnEachItem', d.applies_on_each_item,
        'recurringCycleLimit', d.recurring_cycle_limit, 'usageCount', d.usage_count)
        order by d.created_at, d.id), '[]')
      from contract_discounts d where d.shop_id = $1 and d.contract_id = c.id) as discounts,
    (select coalesce(json_agg(json_build_object(
        'id', a.id, 'idempotencyKey', a.idempotency_key, 'createdAt', ${toTheSecond("a.created_at")},
        'completedAt', ${toTheSecond("a.completed_at")}) order by a.billing_date desc, a.id desc), '[]')
      from (select * from billing_attempts a
        where shop_id = $1 and contract_id = c.id and ${IS_OWN}
        order by billing_date desc, id desc limit ${ATTEMPTS_SHOWN}) a) as attempts`;

const TABLES = `contracts c
  join customers cu on cu.shop_id = $1 and cu.id = c.customer_id
  left join payment_methods pm on pm.shop_id = $1 and pm.id = c.payment_method_id`;

/**
 * $1 is the shop, $2 the wire's contract id, $3 the owner or null. Exported so that the benchmark can measure the same
 * statement alone.
 */
export const RAW_CONTRACT_SQL = `
  select ${COLUMNS}
  from ${TABLES}
  where c.shop_id = $1 and c.subscription_contract_id = $2 and ($3::bigint is null or c.customer_id = $3)`;

/** The same for several contracts: $2 are their ids. */
export const RAW_CONTRACTS_SQL = `
  select ${COLUMNS}
  from ${TABLES}
  where c.shop_id = $1 and c.subscription_contract_id = any($2::bigint[])
    and ($3::bigint is null or c.customer_id = $3)`;

/**
 * Contracts of customer $2, newest first, at most $5, after the contract with these keys: creation time ($3), our id
 * ($4); or from the first.
 */
export const CONTRACTS_OF_CUSTOMER_SQL = `
  select ${COLUMNS}, array[c.created_at::text, c.id::text] as keys
  from ${TABLES}
  where c.shop_id = $1 and c.customer_id = $2
    and ($3::timestamptz is null or (c.created_at, c.id) < ($3::timestamptz, $4::bigint))
  order by c.created_at desc, c.id desc limit $5::int`;
