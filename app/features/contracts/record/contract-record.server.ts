import { CONTRACT_STATUSES, EMAIL_SENT_STATUSES, SMS_SENT_STATUSES } from "~db/schema/contract-enums";
import { INTERVALS } from "~db/schema/intervals";
import {
  amount,
  amountOrNull,
  code,
  defineSqlRecord,
  enumOf,
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
  yesNo,
} from "~db/sql-record.server";

/** An amount in US dollars: unchanged, by the rates table, or null without a rate (wire.md §2 "Contract lifecycle"). */
const inDollars = (value: string) => `case when c.currency_code = 'USD' then ${value} else (
  select round(${value} * r.usd_per_unit, 2) from currency_rates r where r.currency_code = c.currency_code) end`;

const LINE_FIELDS = {
  lineId: code("The line's uuid", "0f8d5c3e-8f0a-4a5e-9d57-0d1f6f0f2b11", "l.id"),
  productId: int64OrNull("The product", 7_001_234_567),
  variantId: int64OrNull("The variant", 4_001_234_567),
  title: text("The product's title", "Potting soil"),
  variantTitle: textOrNull("The variant's title", "20 l"),
  sku: textOrNull("Stock keeping unit", "SOIL-20"),
  quantity: int32("Units per order", 2),
  currentPrice: amount("Price of one unit before discounts", 14.99),
  sellingPlanId: int64OrNull("The selling plan it was bought under", 3_001_234_567),
  sellingPlanName: textOrNull("The plan's name", "Every month"),
};
const line = defineSqlRecord(LINE_FIELDS);

const LINES_AS_STRING = `(select to_json('[' || coalesce(string_agg(${toSqlObject("l", LINE_FIELDS)}, ',' order by l.position, l.id), '') || ']')
  from contract_lines l where l.shop_id = $1 and l.contract_id = c.id)`;

const PAID_ORDER_FIELDS = {
  orderId: int64OrNull("The order", 5_501_239_999),
  orderName: textOrNull("Its name in the shop", "#1093"),
  orderAmount: amountOrNull("Amount of the order", 34.98),
  orderDate: instant(
    "When it was paid",
    "2026-06-15T09:30:04.120Z",
    "coalesce(a.completed_at, a.attempt_time, a.billing_date)",
  ),
  billingAttemptId: gid("The attempt's gid", "SubscriptionBillingAttempt", "a.id", 9120),
};
const paidOrder = defineSqlRecord(PAID_ORDER_FIELDS);

/**
 * Read backwards from the end of the contract's slots, which is an index: only the few upcoming orders come before it.
 * By the time of payment, all orders of each contract would be read and sorted (docs/decisions/031).
 */
const LAST_PAID_AS_STRING = `coalesce((select to_json(${toSqlObject("a", PAID_ORDER_FIELDS)}) from billing_attempts a
  where a.shop_id = $1 and a.contract_id = c.id and a.status = 'SUCCESS' order by a.billing_date desc limit 1)::text, 'null')`;

/** Read from the customer's row `cu`; they follow the contract's own fields. */
const CUSTOMER_FIELDS = {
  customerFirstName: textOrNull("First name", "Ada", "cu.first_name"),
  customerLastName: textOrNull("Last name", "Lovelace", "cu.last_name"),
  phone: textOrNull("The customer's phone number", null),
};

/** The record of a row `c` of contracts. $1 is the shop, $2 the store domain as a JSON string. */
const FIELDS = {
  shop: jsonText("Store domain of the shop", "garden-supplies.mystore.example", "$2::text"),
  id: int64("Internal id of the record; operations take `subscriptionContractId`", 421),
  graphSubscriptionContractId: gid(
    "The contract's gid",
    "SubscriptionContract",
    "c.subscription_contract_id",
    10_000_000_421,
  ),
  subscriptionContractId: int64("The contract's id, as used by all operations", 10_000_000_421),
  billingPolicyInterval: enumOf(INTERVALS, "Unit of the billing interval", "MONTH", "c.billing_interval"),
  billingPolicyIntervalCount: int32("Number of units between two bills", 1, "c.billing_interval_count"),
  currencyCode: code("Currency of the contract, ISO 4217", "USD"),
  customerId: int64("The customer's id on the platform", 6_801_234_567),
  graphCustomerId: gid("The customer's gid", "Customer", "c.customer_id", 6_801_234_567),
  deliveryPolicyInterval: enumOf(INTERVALS, "Unit of the delivery interval", "MONTH", "c.delivery_interval"),
  deliveryPolicyIntervalCount: int32(
    "Number of units between two deliveries",
    1,
    "c.delivery_interval_count",
  ),
  status: enumOf(CONTRACT_STATUSES, "Status of the contract", "ACTIVE"),
  graphOrderId: gidOrNull("The origin order's gid", "Order", "c.origin_order_id", 5_501_234_567),
  orderId: int64OrNull("The origin order, with which it was bought", 5_501_234_567, "c.origin_order_id"),
  createdAt: instant("When the contract was created", "2026-01-15T09:30:00.000Z"),
  updatedAt: instant("When it was last changed", "2026-06-19T12:19:21.000Z"),
  nextBillingDate: instantOrNull("Date of the next order; null if there is none", "2026-07-15T09:30:00.000Z"),
  orderAmount: amount("Price of one order, including delivery", 34.98),
  orderName: textOrNull("The origin order's name in the shop", "#1042", "c.origin_order_name"),
  customerName: text("First and last name", "Ada Lovelace"),
  customerEmail: text("E-mail address; empty if unknown", "ada@customer.example"),
  subscriptionCreatedEmailSent: yesNo(
    "Whether the mail about the new contract was sent",
    true,
    "c.created_email_status = 'SENT'",
  ),
  endsAt: instantOrNull("When it ends or ended", null),
  startsAt: instantOrNull("When it starts", "2026-01-15T09:30:00.000Z"),
  subscriptionCreatedEmailSentStatus: enumOf(
    EMAIL_SENT_STATUSES,
    "Status of the mail about the new contract",
    "SENT",
    "c.created_email_status",
  ),
  minCycles: int32OrNull("Number of orders after which a customer may cancel; null if at any time", null),
  maxCycles: int32OrNull("Number of orders after which it expires; null if it does not expire", null),
  customerFirstName: CUSTOMER_FIELDS.customerFirstName,
  customerLastName: CUSTOMER_FIELDS.customerLastName,
  autoCharge: yesNo("Whether its orders are charged automatically", true),
  importedId: textOrNull("Its handle in the file it was imported from", null),
  stopUpComingOrderEmail: yesNo(
    "Whether mails about upcoming orders are switched off for the contract",
    false,
    "c.stop_upcoming_order_email",
  ),
  pausedFromActive: yesNo("Whether it was active before it was paused", false),
  subscriptionCreatedSmsSentStatus: enumOf(
    SMS_SENT_STATUSES,
    "Status of the text message about the new contract",
    "PHONE_NUMBER_EMPTY",
    "c.created_sms_status",
  ),
  phone: CUSTOMER_FIELDS.phone,
  activatedOn: instantOrNull("When it last became active", "2026-01-15T09:30:00.000Z"),
  pausedOn: instantOrNull("When it was last paused", null),
  cancelledOn: instantOrNull("When it was cancelled", null),
  contractDetailsJSON: jsonText(
    "JSON as a string: an array of lines {lineId, productId, variantId, title, variantTitle, sku, quantity, currentPrice, sellingPlanId, sellingPlanName}",
    JSON.stringify([line.example]),
    LINES_AS_STRING,
  ),
  cancellationFeedback: textOrNull("Why it was cancelled", null),
  orderNote: textOrNull("Note on all orders of the contract", "Leave it at the back door"),
  orderNoteAttributes: text(
    "JSON as a string: an array of {key, value}",
    '[{"key":"gift","value":"no"}]',
    "c.order_note_attributes::text",
  ),
  allowDeliveryPriceOverride: yesNo("Whether bulk changes may set its delivery price", true),
  orderAmountUSD: amountOrNull(
    "`orderAmount` in US dollars; null without an exchange rate",
    34.98,
    inDollars("c.order_amount"),
  ),
  billingDateAfterTrial: instantOrNull("Date of the first bill after the trial", null),
  trialEndDate: instantOrNull("When the trial ends", null),
  pausedBySecurityChallenge: yesNo(
    "Whether it is paused until the customer confirms a payment with their bank",
    false,
  ),
  dunning: yesNo("Whether a payment has failed and is being tried again", false),
  contractAmount: amount("Price of one order's lines after discounts, without delivery", 29.98),
  contractAmountUSD: amountOrNull(
    "`contractAmount` in US dollars; null without an exchange rate",
    29.98,
    inDollars("c.contract_amount"),
  ),
  upcomingSwapRule: textOrNull("An upcoming product swap, as noted by the system it was imported from", null),
  emailBouncedOrFailed: yesNo("Whether a mail to the customer bounced or failed", false),
  lastSuccessfulOrder: jsonTextOrNull(
    "JSON as a string: the paid order of the latest billing date {orderId, orderName, orderAmount, orderDate, billingAttemptId}; null if there is none. An order of an earlier date may have been paid after it",
    JSON.stringify(paidOrder.example),
    LAST_PAID_AS_STRING,
  ),
};

const record = defineSqlRecord(FIELDS, {
  id: "SubscriptionContractRecord",
  description: "A subscription contract in the merchant list",
});

const CONTRACT_FIELDS = Object.entries(FIELDS).filter(([name]) => !Object.hasOwn(CUSTOMER_FIELDS, name));
const CONTRACT_MEMBERS = toSqlPart("c", Object.fromEntries(CONTRACT_FIELDS));
const CUSTOMER_MEMBERS = `(select ${toSqlPart("cu", CUSTOMER_FIELDS)} from customers cu where cu.shop_id = $1 and cu.id = c.customer_id)`;

/**
 * The record of the merchant list as it goes over the wire: JSON text, written by Postgres. Built once, when the server
 * starts. Source: spec.md "Subscription contract record".
 */
export const CONTRACT_RECORD_SQL = `'{' || ${CONTRACT_MEMBERS} || ',' || ${CUSTOMER_MEMBERS} || '}'`;

/** The same as a schema, for OpenAPI and tests. */
export const contractRecord = record.schema;
/** As the API documentation shows it; everything in it is made up. */
export const CONTRACT_RECORD_EXAMPLE = record.example;

/** One line in `contractDetailsJSON`; ids are numeric as everywhere in the record. */
export const contractDetailsLine = line.schema;
/** What `lastSuccessfulOrder` holds. */
export const lastSuccessfulOrder = paidOrder.schema;
