import type { z } from "zod";
import {
  amount,
  amountOrNull,
  code,
  defineSqlRecord,
  gid,
  gidOrNull,
  instant,
  instantOrNull,
  int32,
  int32OrNull,
  int64,
  int64OrNull,
  jsonText,
  jsonTextOrNull,
  text,
  textOrNull,
  toSqlObject,
  toSqlPart,
  word,
  yesNo,
} from "~/features/contracts/sql-record.server";
import { CONTRACT_STATUSES, EMAIL_SENT_STATUSES, SMS_SENT_STATUSES } from "~db/schema/contract-words";
import { INTERVALS } from "~db/schema/intervals";

/** An amount in US dollars: as it is, by the rates table, or null without a rate (wire.md §2 "Contract lifecycle"). */
const inDollars = (value: string) => `case when c.currency_code = 'USD' then ${value} else (
  select round(${value} * r.usd_per_unit, 2) from currency_rates r where r.currency_code = c.currency_code) end`;

const LINE_FIELDS = {
  lineId: code("The line's uuid", "l.id", "0f8d5c3e-8f0a-4a5e-9d57-0d1f6f0f2b11"),
  productId: int64OrNull("The product", "l.product_id", 7_001_234_567),
  variantId: int64OrNull("The variant", "l.variant_id", 4_001_234_567),
  title: text("The product's title", "l.title", "Potting soil"),
  variantTitle: textOrNull("The variant's title", "l.variant_title", "20 l"),
  sku: textOrNull("Stock keeping unit", "l.sku", "SOIL-20"),
  quantity: int32("Pieces an order", "l.quantity", 2),
  currentPrice: amount("One unit, before discounts", "l.current_price", 14.99),
  sellingPlanId: int64OrNull("The selling plan it was bought under", "l.selling_plan_id", 3_001_234_567),
  sellingPlanName: textOrNull("The plan's name", "l.selling_plan_name", "Every month"),
};
const line = defineSqlRecord(LINE_FIELDS);

const LINES_AS_STRING = `(select to_json('[' || coalesce(string_agg(${toSqlObject(LINE_FIELDS)}, ',' order by l.position, l.id), '') || ']')
  from contract_lines l where l.shop_id = $1 and l.contract_id = c.id)`;

const PAID_ORDER_FIELDS = {
  orderId: int64OrNull("The order", "a.order_id", 5_501_239_999),
  orderName: textOrNull("Its name in the shop", "a.order_name", "#1093"),
  orderAmount: amountOrNull("What it cost", "a.order_amount", 34.98),
  orderDate: instant(
    "When it was due",
    "coalesce(a.completed_at, a.attempt_time, a.billing_date)",
    "2026-06-15T09:30:04.120Z",
  ),
  billingAttemptId: gid("The attempt's gid", "SubscriptionBillingAttempt", "a.id", 9120),
};
const paidOrder = defineSqlRecord(PAID_ORDER_FIELDS);

/** From the end of the contract's slots, which is an index: those before it are the few orders to come. */
const LAST_PAID_AS_STRING = `coalesce((select to_json(${toSqlObject(PAID_ORDER_FIELDS)}) from billing_attempts a
  where a.shop_id = $1 and a.contract_id = c.id and a.status = 'SUCCESS' order by a.billing_date desc limit 1)::text, 'null')`;

/** Told with the customer's row `cu`, behind the contract's own. */
const CUSTOMER_FIELDS = {
  customerFirstName: textOrNull("First name", "cu.first_name", "Ada"),
  customerLastName: textOrNull("Last name", "cu.last_name", "Lovelace"),
  phone: textOrNull("The customer's phone number", "cu.phone", null),
};

/** The record of a row `c` of contracts. $1 is the shop, $2 the store domain as a JSON string. */
const FIELDS = {
  shop: jsonText("Store domain of the shop", "$2::text", "garden-supplies.mystore.example"),
  id: int64("Our number of the record; operations take `subscriptionContractId`", "c.id", 421),
  graphSubscriptionContractId: gid(
    "The contract's gid",
    "SubscriptionContract",
    "c.subscription_contract_id",
    10_000_000_421,
  ),
  subscriptionContractId: int64(
    "The contract's id, which every operation takes",
    "c.subscription_contract_id",
    10_000_000_421,
  ),
  billingPolicyInterval: word(INTERVALS, "Unit of the time between two bills", "c.billing_interval", "MONTH"),
  billingPolicyIntervalCount: int32("How many units lie between two bills", "c.billing_interval_count", 1),
  currencyCode: code("Currency of the contract, ISO 4217", "c.currency_code", "USD"),
  customerId: int64("The customer's id on the platform", "c.customer_id", 6_801_234_567),
  graphCustomerId: gid("The customer's gid", "Customer", "c.customer_id", 6_801_234_567),
  deliveryPolicyInterval: word(
    INTERVALS,
    "Unit of the time between two deliveries",
    "c.delivery_interval",
    "MONTH",
  ),
  deliveryPolicyIntervalCount: int32(
    "How many units lie between two deliveries",
    "c.delivery_interval_count",
    1,
  ),
  status: word(CONTRACT_STATUSES, "The contract's state", "c.status", "ACTIVE"),
  graphOrderId: gidOrNull("The origin order's gid", "Order", "c.origin_order_id", 5_501_234_567),
  orderId: int64OrNull("The origin order: the one it was bought with", "c.origin_order_id", 5_501_234_567),
  createdAt: instant("When the contract was made", "c.created_at", "2026-01-15T09:30:00.000Z"),
  updatedAt: instant("When it was changed last", "c.updated_at", "2026-06-19T12:19:21.000Z"),
  nextBillingDate: instantOrNull(
    "When the next order is made; null when none is to come",
    "c.next_billing_date",
    "2026-07-15T09:30:00.000Z",
  ),
  orderAmount: amount("What one order costs, delivery included", "c.order_amount", 34.98),
  orderName: textOrNull("The origin order's name in the shop", "c.origin_order_name", "#1042"),
  customerName: text("First and last name", "c.customer_name", "Ada Lovelace"),
  customerEmail: text("E-mail address; empty without one", "c.customer_email", "ada@customer.example"),
  subscriptionCreatedEmailSent: yesNo(
    "Whether the mail about the new contract was sent",
    "c.created_email_status = 'SENT'",
    true,
  ),
  endsAt: instantOrNull("When it ends, or ended", "c.ends_at", null),
  startsAt: instantOrNull("When it starts", "c.starts_at", "2026-01-15T09:30:00.000Z"),
  subscriptionCreatedEmailSentStatus: word(
    EMAIL_SENT_STATUSES,
    "What became of the mail about the new contract",
    "c.created_email_status",
    "SENT",
  ),
  minCycles: int32OrNull(
    "A customer may cancel after this many orders; null = at any time",
    "c.min_cycles",
    null,
  ),
  maxCycles: int32OrNull("It expires after this many orders; null = never", "c.max_cycles", null),
  customerFirstName: CUSTOMER_FIELDS.customerFirstName,
  customerLastName: CUSTOMER_FIELDS.customerLastName,
  autoCharge: yesNo("Whether its orders are charged automatically", "c.auto_charge", true),
  importedId: textOrNull("Its handle in the file it was imported from", "c.imported_id", null),
  stopUpComingOrderEmail: yesNo(
    "Whether the customer gets no mail about orders to come",
    "c.stop_upcoming_order_email",
    false,
  ),
  pausedFromActive: yesNo("Whether it was active before it was paused", "c.paused_from_active", false),
  subscriptionCreatedSmsSentStatus: word(
    SMS_SENT_STATUSES,
    "What became of the text message about the new contract",
    "c.created_sms_status",
    "PHONE_NUMBER_EMPTY",
  ),
  phone: CUSTOMER_FIELDS.phone,
  activatedOn: instantOrNull("When it became active last", "c.activated_on", "2026-01-15T09:30:00.000Z"),
  pausedOn: instantOrNull("When it was paused last", "c.paused_on", null),
  cancelledOn: instantOrNull("When it was cancelled", "c.cancelled_on", null),
  contractDetailsJSON: jsonText(
    "A JSON array of lines {lineId, productId, variantId, title, variantTitle, sku, quantity, currentPrice, sellingPlanId, sellingPlanName}, as a string",
    LINES_AS_STRING,
    JSON.stringify([line.example]),
  ),
  cancellationFeedback: textOrNull("Why it was cancelled", "c.cancellation_feedback", null),
  orderNote: textOrNull("Note on all of its orders", "c.order_note", "Leave it at the back door"),
  orderNoteAttributes: text(
    "A JSON array of {key, value}, as a string",
    "c.order_note_attributes::text",
    '[{"key":"gift","value":"no"}]',
  ),
  allowDeliveryPriceOverride: yesNo(
    "Whether bulk changes may set its delivery price",
    "c.allow_delivery_price_override",
    true,
  ),
  orderAmountUSD: amountOrNull(
    "`orderAmount` in US dollars; null without an exchange rate",
    inDollars("c.order_amount"),
    34.98,
  ),
  billingDateAfterTrial: instantOrNull(
    "When it is billed first after the trial",
    "c.billing_date_after_trial",
    null,
  ),
  trialEndDate: instantOrNull("When the trial ends", "c.trial_end_date", null),
  pausedBySecurityChallenge: yesNo(
    "Paused until the customer confirms a payment with their bank",
    "c.paused_by_security_challenge",
    false,
  ),
  dunning: yesNo("A payment has failed and is being tried again", "c.dunning", false),
  contractAmount: amount(
    "The lines of one order after discounts, without delivery",
    "c.contract_amount",
    29.98,
  ),
  contractAmountUSD: amountOrNull(
    "`contractAmount` in US dollars; null without an exchange rate",
    inDollars("c.contract_amount"),
    29.98,
  ),
  upcomingSwapRule: textOrNull(
    "A product swap to come, as the system it was imported from noted it",
    "c.upcoming_swap_rule",
    null,
  ),
  emailBouncedOrFailed: yesNo(
    "Whether a mail to the customer bounced or failed",
    "c.email_bounced_or_failed",
    false,
  ),
  lastSuccessfulOrder: jsonTextOrNull(
    "The newest paid order {orderId, orderName, orderAmount, orderDate, billingAttemptId}, as a string of JSON; null without one",
    LAST_PAID_AS_STRING,
    JSON.stringify(paidOrder.example),
  ),
};

const record = defineSqlRecord(FIELDS, {
  id: "SubscriptionContractRecord",
  description: "A subscription contract in the merchant list",
});

const CONTRACT_FIELDS = Object.entries(FIELDS).filter(([name]) => !Object.hasOwn(CUSTOMER_FIELDS, name));
const CONTRACT_MEMBERS = toSqlPart(Object.fromEntries(CONTRACT_FIELDS));
const CUSTOMER_MEMBERS = `(select ${toSqlPart(CUSTOMER_FIELDS)} from customers cu where cu.shop_id = $1 and cu.id = c.customer_id)`;

/**
 * The record of the merchant list as it goes over the wire: JSON text, as Postgres writes it. Built once, when the server
 * starts. Source: spec.md "Subscription contract record".
 */
export const CONTRACT_RECORD_SQL = `'{' || ${CONTRACT_MEMBERS} || ',' || ${CUSTOMER_MEMBERS} || '}'`;

/** The same as a schema, for OpenAPI and tests. */
export const contractRecord = record.schema;
export type ContractRecord = z.output<typeof contractRecord>;
/** As the API documentation shows it; everything in it is made up. */
export const CONTRACT_RECORD_EXAMPLE = record.example;

/** One line in `contractDetailsJSON`; ids are numeric as everywhere in the record. */
export const contractDetailsLine = line.schema;
/** What `lastSuccessfulOrder` holds. */
export const lastSuccessfulOrder = paidOrder.schema;
