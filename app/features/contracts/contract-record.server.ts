import { json, toJsonMembers, toJsonObject } from "~/features/contracts/json-sql.server";
import { env } from "~/lib/env.server";
import { type GidType, toGid } from "~/lib/gid";

const gidPrefix = (type: GidType): string => toGid(env.GID_NAMESPACE, type, "");

/** An amount in US dollars: as it is, by the rates table, or null without a rate (wire.md §2 "Contract lifecycle"). */
const inDollars = (amount: string) => `case when c.currency_code = 'USD' then ${amount} else (
  select round(${amount} * r.usd_per_unit, 2) from currency_rates r where r.currency_code = c.currency_code) end`;

const LINE = toJsonObject({
  lineId: json.word("l.id"),
  productId: json.numberOrNull("l.product_id"),
  variantId: json.numberOrNull("l.variant_id"),
  title: json.text("l.title"),
  variantTitle: json.textOrNull("l.variant_title"),
  sku: json.textOrNull("l.sku"),
  quantity: json.number("l.quantity"),
  currentPrice: json.amount("l.current_price"),
  sellingPlanId: json.numberOrNull("l.selling_plan_id"),
  sellingPlanName: json.textOrNull("l.selling_plan_name"),
});

const LINES_AS_STRING = `(select to_json('[' || coalesce(string_agg(${LINE}, ',' order by l.position, l.id), '') || ']')
  from contract_lines l where l.shop_id = $1 and l.contract_id = c.id)`;

const PAID_ORDER = toJsonObject({
  orderId: json.numberOrNull("a.order_id"),
  orderName: json.textOrNull("a.order_name"),
  orderAmount: json.amountOrNull("a.order_amount"),
  orderDate: json.instant("coalesce(a.completed_at, a.attempt_time, a.billing_date)"),
  billingAttemptId: json.gid(gidPrefix("SubscriptionBillingAttempt"), "a.id"),
});

/** From the end of the contract's slots, which is an index: those before it are the few orders to come. */
const LAST_PAID_AS_STRING = `coalesce((select to_json(${PAID_ORDER}) from billing_attempts a
  where a.shop_id = $1 and a.contract_id = c.id and a.status = 'SUCCESS' order by a.billing_date desc limit 1)::text, 'null')`;

const CUSTOMER_MEMBERS = `(select ${toJsonMembers({
  customerFirstName: json.textOrNull("cu.first_name"),
  customerLastName: json.textOrNull("cu.last_name"),
  phone: json.textOrNull("cu.phone"),
})} from customers cu where cu.shop_id = $1 and cu.id = c.customer_id)`;

const CONTRACT_MEMBERS = toJsonMembers({
  // $2: the store domain, as a JSON string.
  shop: json.raw("$2::text"),
  id: json.number("c.id"),
  graphSubscriptionContractId: json.gid(gidPrefix("SubscriptionContract"), "c.subscription_contract_id"),
  subscriptionContractId: json.number("c.subscription_contract_id"),
  billingPolicyInterval: json.word("c.billing_interval"),
  billingPolicyIntervalCount: json.number("c.billing_interval_count"),
  currencyCode: json.word("c.currency_code"),
  customerId: json.number("c.customer_id"),
  graphCustomerId: json.gid(gidPrefix("Customer"), "c.customer_id"),
  deliveryPolicyInterval: json.word("c.delivery_interval"),
  deliveryPolicyIntervalCount: json.number("c.delivery_interval_count"),
  status: json.word("c.status"),
  graphOrderId: json.gidOrNull(gidPrefix("Order"), "c.origin_order_id"),
  orderId: json.numberOrNull("c.origin_order_id"),
  createdAt: json.instant("c.created_at"),
  updatedAt: json.instant("c.updated_at"),
  nextBillingDate: json.instantOrNull("c.next_billing_date"),
  orderAmount: json.amount("c.order_amount"),
  orderName: json.textOrNull("c.origin_order_name"),
  customerName: json.text("c.customer_name"),
  customerEmail: json.text("c.customer_email"),
  subscriptionCreatedEmailSent: json.boolean("c.created_email_status = 'SENT'"),
  endsAt: json.instantOrNull("c.ends_at"),
  startsAt: json.instantOrNull("c.starts_at"),
  subscriptionCreatedEmailSentStatus: json.word("c.created_email_status"),
  minCycles: json.numberOrNull("c.min_cycles"),
  maxCycles: json.numberOrNull("c.max_cycles"),
  autoCharge: json.boolean("c.auto_charge"),
  importedId: json.textOrNull("c.imported_id"),
  stopUpComingOrderEmail: json.boolean("c.stop_upcoming_order_email"),
  pausedFromActive: json.boolean("c.paused_from_active"),
  subscriptionCreatedSmsSentStatus: json.word("c.created_sms_status"),
  activatedOn: json.instantOrNull("c.activated_on"),
  pausedOn: json.instantOrNull("c.paused_on"),
  cancelledOn: json.instantOrNull("c.cancelled_on"),
  contractDetailsJSON: json.raw(LINES_AS_STRING),
  cancellationFeedback: json.textOrNull("c.cancellation_feedback"),
  orderNote: json.textOrNull("c.order_note"),
  orderNoteAttributes: json.text("c.order_note_attributes::text"),
  allowDeliveryPriceOverride: json.boolean("c.allow_delivery_price_override"),
  orderAmountUSD: json.amountOrNull(inDollars("c.order_amount")),
  billingDateAfterTrial: json.instantOrNull("c.billing_date_after_trial"),
  trialEndDate: json.instantOrNull("c.trial_end_date"),
  pausedBySecurityChallenge: json.boolean("c.paused_by_security_challenge"),
  dunning: json.boolean("c.dunning"),
  contractAmount: json.amount("c.contract_amount"),
  contractAmountUSD: json.amountOrNull(inDollars("c.contract_amount")),
  upcomingSwapRule: json.textOrNull("c.upcoming_swap_rule"),
  emailBouncedOrFailed: json.boolean("c.email_bounced_or_failed"),
  lastSuccessfulOrder: json.raw(LAST_PAID_AS_STRING),
});

/**
 * The record of a row `c` of contracts as JSON text, every member from its source. $1 is the shop, $2 the store domain
 * as a JSON string. Built once, when the server starts. Source: spec.md "Subscription contract record".
 */
export const CONTRACT_RECORD_SQL = `'{' || ${CONTRACT_MEMBERS} || ',' || ${CUSTOMER_MEMBERS} || '}'`;
