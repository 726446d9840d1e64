import { z } from "zod";
import * as schemas from "~/lib/schemas/record-schemas";
import { json, toJsonObject } from "~db/json-sql.server";
import { OWED_STATUSES, UNPAID_STATUSES } from "~db/schema/attempt-enums";
import { DECLINE_CLASSES, OPEN_TRY_STATES, TRY_STATES } from "~db/schema/charge-enums";
import { toSqlList } from "~db/schema/columns";
import {
  code,
  defineSqlRecord,
  enumOf,
  field,
  gidOrNull,
  instant as instantField,
  instantOrNull,
  int32,
  int64,
  text,
  textOrNull,
  toSqlMembers,
  toSqlObject,
} from "~db/sql-record.server";
import { ORDER_STATUS_SQL, ORDER_STATUSES } from "./order-status";

const instant = () => z.iso.datetime().meta({ description: "ISO 8601, UTC, with milliseconds" });

/** When it is tried again automatically: only while its contract is active, as there is no dunning otherwise. */
export const NEXT_TRY_AT = "case when a.next_step = 'TRY' and c.status = 'ACTIVE' then a.next_step_at end";

/** Tried, or being tried. */
export const TRIED = `a.status in (${toSqlList([...OWED_STATUSES, "SUCCESS"])})`;

const variant = z.object({
  variantId: z.int().meta({ format: "int64" }).nullable(),
  productId: z.int().meta({ format: "int64" }).nullable(),
  title: z.string(),
  variantTitle: z.string().nullable(),
  quantity: z.int().meta({ format: "int32" }),
  price: schemas.amount("Price of one unit"),
  oneTime: schemas.yesNo("Whether it is a one-time product"),
});

/** A try `t` to charge an order. */
const TRY_FIELDS = {
  number: int32("Number of the attempt, from 1", 1),
  state: enumOf(TRY_STATES, "Outcome of the attempt", "DECLINED"),
  at: instantField("Time of the attempt", "2026-07-15T09:00:00.310Z", "t.created_at"),
  errorCode: textOrNull("Why the charge failed", "INSUFFICIENT_FUNDS"),
  errorClass: field(
    z.enum(DECLINE_CLASSES).nullable().meta({ description: "Who has to act" }),
    json.textOrNull,
    "later",
  ),
  errorMessage: textOrNull("The reason as text", "The card has insufficient funds."),
};
const chargeTry = defineSqlRecord(TRY_FIELDS);
const DECLINED_TRY_EXAMPLE = chargeTry.example;

const OF_ORDER = "t.shop_id = $1 and t.attempt_id = a.id";
const TRIES = `(select '[' || coalesce(string_agg(${toSqlObject("t", TRY_FIELDS)}, ',' order by t.number), '') || ']'
  from billing_tries t where ${OF_ORDER})`;

const REFUNDED = `coalesce((select sum(r.amount) from orders o
  join order_refunds r on r.shop_id = $1 and r.order_id = o.id and r.state = 'DONE'
  where o.shop_id = $1 and o.attempt_id = a.id), 0)`;

/** The amount requested from the gateway, while it is open whether an order was charged, whatever it would cost now. */
const ASKED = `(select case when t.state in (${toSqlList(OPEN_TRY_STATES)}) then t.amount end from billing_tries t
  where ${OF_ORDER} order by t.number desc limit 1)`;

/** A payment method `m`. */
const METHOD_FIELDS = {
  id: text("The platform's id", "pm_8812"),
  brand: textOrNull(undefined, "visa"),
  lastDigits: textOrNull(undefined, "4242"),
};
const method = defineSqlRecord(METHOD_FIELDS);

// A try without a payment method does not count: the next try uses the contract's present method.
const METHOD = `coalesce((select ${toSqlObject("m", METHOD_FIELDS)} from payment_methods m
  where m.shop_id = $1 and m.id = coalesce((select t.payment_method_id from billing_tries t where ${OF_ORDER}
    order by t.number desc limit 1), c.payment_method_id)), 'null')`;

/** An order `a` of a contract `c`. $1 is the shop, $2 the store domain as a JSON string. */
const FIELDS = {
  id: int64(
    "Id of the order; use it (or its gid) with skip-order, and as `billingAttemptId` with one-time products",
    9124,
  ),
  shop: field(
    schemas.text("Store domain of the shop"),
    json.raw,
    "garden-supplies.mystore.example",
    "$2::text",
  ),
  billingAttemptId: gidOrNull(
    "Gid of the billing attempt; null until the first attempt",
    "SubscriptionBillingAttempt",
    `case when a.attempt_count > 0 or ${TRIED} then a.id end`,
    null,
  ),
  status: field(z.enum(ORDER_STATUSES), json.quoted, "QUEUED", ORDER_STATUS_SQL),
  billingDate: field(instant(), json.instant, "2026-07-15T09:30:00.000Z"),
  contractId: int64("The contract's `subscriptionContractId`", 10_000_000_421, "c.subscription_contract_id"),
  attemptCount: field(z.int().meta({ format: "int32" }), json.number, 0),
  attemptTime: field(instant().nullable(), json.instantOrNull, null),
  graphOrderId: gidOrNull(undefined, "Order", "a.order_id", null),
  orderId: field(z.int().meta({ format: "int64" }).nullable(), json.numberOrNull, null),
  orderName: textOrNull(undefined, null),
  orderAmount: field(
    z.number().nullable().meta({
      format: "double",
      description:
        "For a paid order, what it cost, if the platform has reported it; while an order is being charged (REQUESTING, UNKNOWN, ACTION_REQUIRED), the amount requested from the gateway; for any other order, what it costs as the contract stands now, including one-time products and delivery",
    }),
    json.amountOrNull,
    34.98,
    `coalesce(a.order_amount, ${ASKED})`,
  ),
  orderNote: textOrNull(undefined, null),
  variantList: field(
    z.array(variant).meta({
      description: "The items of an upcoming order, or those that a paid order sold; otherwise empty",
    }),
    json.raw,
    [
      {
        variantId: 4_001_234_567,
        productId: 7_001_234_567,
        title: "Potting soil",
        variantTitle: "20 l",
        quantity: 2,
        price: 14.99,
        oneTime: false,
      },
    ],
    "'[]'",
  ),
  currencyCode: code("Currency of the amounts", "USD", "c.currency_code"),
  attempts: field(
    z.array(chargeTry.schema).meta({ description: "Attempts to charge the order" }),
    json.raw,
    [],
    TRIES,
  ),
  refundedAmount: field(schemas.amount("Amount refunded"), json.amount, 0, REFUNDED),
  nextTryAt: instantOrNull("Time of the next automatic attempt", null, NEXT_TRY_AT),
  actionUrl: textOrNull("Page on which the customer confirms the payment with their bank", null),
  paymentMethod: field(
    method.schema
      .nullable()
      .meta({ description: "Payment method of the last attempt; before the first, the contract's" }),
    json.raw,
    method.example,
    METHOD,
  ),
};

const record = defineSqlRecord(FIELDS, { id: "OrderRecord", description: "An order of a contract" });

/** An order of a contract, in any answer (wire.md §5 "Orders"). */
export const orderRecord = record.schema;
export type OrderRecord = z.output<typeof orderRecord>;

/** SQL of JSON: `leftOut` of an order `a`. $1 is the shop. */
export const LEFT_OUT = `case when a.status in (${toSqlList(UNPAID_STATUSES)}) then (
  select t.draft -> 'skippedLineIds' from billing_tries t where ${OF_ORDER} order by t.number desc limit 1) end`;

/** As JSON text, with the data for computing its amount. @param parts SQL of JSON text */
export const toOrderSql = (parts: { variantList: string; oneTimeProducts: string }): string =>
  toJsonObject({
    ...toSqlMembers("a", FIELDS),
    variantList: json.raw(parts.variantList),
    isNext: json.boolean("a.is_next"),
    leftOut: json.raw(`coalesce((${LEFT_OUT})::text, 'null')`),
    oneTimeProducts: json.raw(parts.oneTimeProducts),
  });

export const UPCOMING_ORDER_EXAMPLE: OrderRecord = record.example;
export const PAST_ORDER_EXAMPLE: OrderRecord = {
  ...record.example,
  id: 9120,
  billingAttemptId: "gid://platform/SubscriptionBillingAttempt/9120",
  status: "SUCCESS",
  billingDate: "2026-06-15T09:30:00.000Z",
  attemptCount: 1,
  attemptTime: "2026-06-15T09:30:04.120Z",
  graphOrderId: "gid://platform/Order/5501239999",
  orderId: 5_501_239_999,
  orderName: "#1093",
  orderAmount: 31.98,
  attempts: [
    {
      number: 1,
      state: "PAID",
      at: "2026-06-15T09:30:04.120Z",
      errorCode: null,
      errorClass: null,
      errorMessage: null,
    },
  ],
};

/** Paid with its second try. */
export const CHARGED_ORDER_EXAMPLE: OrderRecord = {
  ...PAST_ORDER_EXAMPLE,
  attemptCount: 2,
  attempts: [
    DECLINED_TRY_EXAMPLE,
    ...PAST_ORDER_EXAMPLE.attempts.map((each) => ({ ...each, number: 2, at: "2026-06-16T09:00:01.250Z" })),
  ],
};

/** Sort columns of past orders. */
export const ORDER_SORT_COLUMNS = ["id", "billing_date", "attempt_time", "order_name", "status"] as const;
export type OrderSort = { column: (typeof ORDER_SORT_COLUMNS)[number]; isDescending: boolean };
export const DEFAULT_ORDER_SORT: OrderSort[] = [{ column: "billing_date", isDescending: true }];

/** SQL of the list order. Statuses are sorted by the names that the caller sees. */
export const toOrderBy = (sort: readonly OrderSort[]): string =>
  [...sort, { column: "id", isDescending: true } as const]
    .map(({ column, isDescending }) => {
      const value = column === "status" ? ORDER_STATUS_SQL : `a.${column}`;
      return `${value} ${isDescending ? "desc" : "asc"} nulls last`;
    })
    .join(", ");

/** `column,asc|desc`, the column in snake or camel case, ascending by default; null for anything else. */
export function parseOrderSort(text: string): OrderSort | null {
  const [name = "", direction = "asc", ...rest] = text.split(",").map((part) => part.trim());
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const column = ORDER_SORT_COLUMNS.find((each) => each === snake);
  if (!column || rest.length > 0 || !/^(asc|desc)$/i.test(direction)) return null;
  return { column, isDescending: direction.toLowerCase() === "desc" };
}
