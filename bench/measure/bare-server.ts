import http from "node:http";
import postgres from "postgres";
import { readBareBundle } from "./bare-bundle";
import { moveNextDate, readRaw } from "./bare-contract";
import { readPageText } from "./bare-list";
import { issueLink } from "./bare-portal";

/**
 * The baseline for the app: nothing but node:http and the database driver. One prepared query, rows parsed by the
 * driver, JSON.stringify. No key, no rate limit, no total, no routes, no log. Its bodies equal those of the app.
 * Started by the bench with DATABASE_URL and SHOP_ID; reports its port to its parent. With PASSES_LIST it is the upper
 * limit: the app's own statement of the list, whose text is passed on unchanged.
 */
const sql = postgres(process.env.DATABASE_URL ?? "", {
  max: 10,
  types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
});

const shopId = Number(process.env.SHOP_ID);
const [shop] = await sql<
  { storeDomain: string }[]
>`select store_domain as "storeDomain" from shops where id = ${shopId}`;
const passesList = process.env.PASSES_LIST === "true";

const readPage = (limit: number) => sql`
  select s.store_domain as "shop", c.id, 'gid://platform/SubscriptionContract/' || c.subscription_contract_id as "graphSubscriptionContractId",
    c.subscription_contract_id as "subscriptionContractId", c.billing_interval as "billingPolicyInterval",
    c.billing_interval_count as "billingPolicyIntervalCount", c.currency_code as "currencyCode", c.customer_id as "customerId",
    'gid://platform/Customer/' || c.customer_id as "graphCustomerId", c.delivery_interval as "deliveryPolicyInterval",
    c.delivery_interval_count as "deliveryPolicyIntervalCount", c.status, 'gid://platform/Order/' || c.origin_order_id as "graphOrderId",
    c.origin_order_id as "orderId", c.created_at as "createdAt", c.updated_at as "updatedAt", c.next_billing_date as "nextBillingDate",
    c.order_amount::float8 as "orderAmount", c.origin_order_name as "orderName", c.customer_name as "customerName",
    c.customer_email as "customerEmail", c.created_email_status = 'SENT' as "subscriptionCreatedEmailSent", c.ends_at as "endsAt",
    c.starts_at as "startsAt", c.created_email_status as "subscriptionCreatedEmailSentStatus", c.min_cycles as "minCycles",
    c.max_cycles as "maxCycles", cu.first_name as "customerFirstName", cu.last_name as "customerLastName", c.auto_charge as "autoCharge",
    c.imported_id as "importedId", c.stop_upcoming_order_email as "stopUpComingOrderEmail", c.paused_from_active as "pausedFromActive",
    c.created_sms_status as "subscriptionCreatedSmsSentStatus", cu.phone, c.activated_on as "activatedOn", c.paused_on as "pausedOn",
    c.cancelled_on as "cancelledOn",
    (select json_agg(json_build_object('lineId', l.id, 'productId', l.product_id, 'variantId', l.variant_id, 'title', l.title,
      'variantTitle', l.variant_title, 'sku', l.sku, 'quantity', l.quantity, 'currentPrice', l.current_price::float8, 'sellingPlanId', l.selling_plan_id,
      'sellingPlanName', l.selling_plan_name) order by l.position, l.id) from contract_lines l
      where l.shop_id = c.shop_id and l.contract_id = c.id)::text as "contractDetailsJSON",
    c.cancellation_feedback as "cancellationFeedback", c.order_note as "orderNote", c.order_note_attributes::text as "orderNoteAttributes",
    c.allow_delivery_price_override as "allowDeliveryPriceOverride",
    case when c.currency_code = 'USD' then c.order_amount else round(c.order_amount * r.usd_per_unit, 2) end::float8 as "orderAmountUSD",
    c.billing_date_after_trial as "billingDateAfterTrial", c.trial_end_date as "trialEndDate",
    c.paused_by_security_challenge as "pausedBySecurityChallenge", c.dunning, c.contract_amount::float8 as "contractAmount",
    case when c.currency_code = 'USD' then c.contract_amount else round(c.contract_amount * r.usd_per_unit, 2) end::float8 as "contractAmountUSD",
    c.upcoming_swap_rule as "upcomingSwapRule", c.email_bounced_or_failed as "emailBouncedOrFailed",
    (select json_build_object('orderId', a.order_id, 'orderName', a.order_name, 'orderAmount', a.order_amount::float8,
      'orderDate', to_char(coalesce(a.completed_at, a.attempt_time, a.billing_date) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'billingAttemptId', 'gid://platform/SubscriptionBillingAttempt/' || a.id) from billing_attempts a
      where a.shop_id = c.shop_id and a.contract_id = c.id and a.status = 'SUCCESS' order by a.billing_date desc limit 1)::text
      as "lastSuccessfulOrder"
  from contracts c
  join shops s on s.id = c.shop_id
  join customers cu on cu.shop_id = c.shop_id and cu.id = c.customer_id
  left join currency_rates r on r.currency_code = c.currency_code
  where c.shop_id = ${shopId}
  order by c.created_at desc, c.id desc
  limit ${limit}`;

function answer(method: string, { pathname, searchParams }: URL): Promise<unknown> {
  if (pathname.includes("/get-bundle/")) return readBareBundle(sql, shopId, pathname.split("/").at(-1) ?? "");
  if (method === "PUT")
    return moveNextDate(
      sql,
      shopId,
      Number(searchParams.get("contractId")),
      searchParams.get("nextBillingDate") ?? "",
    );
  if (pathname.endsWith("/manage-subscription-link"))
    return issueLink(sql, shopId, Number(searchParams.get("customerId")));
  const contractId = /contract-external\/(\d+)$/.exec(pathname)?.[1] ?? searchParams.get("contract");
  if (contractId) return readRaw(sql, shopId, Number(contractId));
  const size = Number(searchParams.get("size") ?? 20);
  return passesList
    ? readPageText(sql, { id: shopId, storeDomain: shop?.storeDomain ?? "" }, size)
    : readPage(size);
}

const server = http.createServer(async (request, response) => {
  const rows = await answer(request.method ?? "", new URL(request.url ?? "/", "http://bare"));
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.end(Buffer.isBuffer(rows) ? rows : JSON.stringify(rows));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address && typeof address === "object") process.send?.({ port: address.port });
});
process.on("disconnect", () => process.exit(0));
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1e6);
});
