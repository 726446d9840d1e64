import { z } from "zod";
import { ORDER_STATUSES, toOrderStatusSql } from "~/features/billing/orders/order-status-words";
import * as schemas from "~/lib/record-schemas";
import { json, toJsonObject } from "~db/json-sql.server";
import { defineSqlRecord, field, gidOrNull, int64, textOrNull, toSqlMembers } from "~db/sql-record.server";

const instant = () => z.iso.datetime().meta({ description: "ISO 8601, UTC, with milliseconds" });

/** Of an order `a` of a contract `c`. */
const STATUS = toOrderStatusSql("a.status", "c.status");

/** Tried, or being tried. */
export const TRIED = "a.status in ('PROCESSING', 'UNKNOWN', 'ACTION_REQUIRED', 'SUCCESS', 'FAILURE')";

const variant = z.object({
  variantId: z.int().meta({ format: "int64" }).nullable(),
  productId: z.int().meta({ format: "int64" }).nullable(),
  title: z.string(),
  variantTitle: z.string().nullable(),
  quantity: z.int().meta({ format: "int32" }),
  price: schemas.amount("Of one unit"),
  oneTime: schemas.yesNo("A one-time product of this order"),
});

/** An order `a` of a contract `c`. $2 is the store domain as a JSON string. */
const FIELDS = {
  id: int64(
    "What skip-order, and the one-time products as `billingAttemptId`, take (the gid form as well)",
    9124,
  ),
  shop: field(
    schemas.text("Store domain of the shop"),
    json.raw,
    "garden-supplies.mystore.example",
    "$2::text",
  ),
  billingAttemptId: gidOrNull(
    "The gid of the attempt to bill it; null while there was none",
    "SubscriptionBillingAttempt",
    `case when a.attempt_count > 0 or ${TRIED} then a.id end`,
    null,
  ),
  status: field(z.enum(ORDER_STATUSES), json.word, "QUEUED", STATUS),
  billingDate: field(instant(), json.instant, "2026-07-15T09:30:00.000Z"),
  contractId: int64("The record's `subscriptionContractId`", 10_000_000_421, "c.subscription_contract_id"),
  attemptCount: field(z.int().meta({ format: "int32" }), json.number, 0),
  attemptTime: field(instant().nullable(), json.instantOrNull, null),
  graphOrderId: gidOrNull(undefined, "Order", "a.order_id", null),
  orderId: field(z.int().meta({ format: "int64" }).nullable(), json.numberOrNull, null),
  orderName: textOrNull(undefined, null),
  orderAmount: field(
    z.number().nullable().meta({
      format: "double",
      description:
        "What a made order did cost, as far as the platform told; of any other what it costs as the contract stands now, one-time products and delivery included",
    }),
    json.amountOrNull,
    34.98,
  ),
  orderNote: textOrNull(undefined, null),
  variantList: field(
    z.array(variant).meta({ description: "What an order to come is made of; empty for one that is over" }),
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
};

const record = defineSqlRecord(FIELDS, { id: "OrderRecord", description: "An order of a contract" });

/** An order of a contract, to come or past, as top-orders and past-orders tell it (wire.md §2 "4 one-time product"). */
export const orderRecord = record.schema;
export type OrderRecord = z.output<typeof orderRecord>;

/** As JSON text, with what its amount is worked out from. @param parts SQL of JSON text */
export const toOrderSql = (parts: { variantList: string; oneTimeProducts: string }): string =>
  toJsonObject({
    ...toSqlMembers("a", FIELDS),
    variantList: json.raw(parts.variantList),
    isNext: json.boolean("a.is_next"),
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
  variantList: [],
};

/** What past orders can be sorted by. */
export const ORDER_SORT_COLUMNS = ["id", "billing_date", "attempt_time", "order_name", "status"] as const;
export type OrderSort = { column: (typeof ORDER_SORT_COLUMNS)[number]; isDescending: boolean };
export const DEFAULT_ORDER_SORT: OrderSort[] = [{ column: "billing_date", isDescending: true }];

/** SQL of the order they are listed in. Statuses by the words that the caller sees. */
export const toOrderBy = (sort: readonly OrderSort[]): string =>
  [...sort, { column: "id", isDescending: true } as const]
    .map(({ column, isDescending }) => {
      const value = column === "status" ? STATUS : `a.${column}`;
      return `${value} ${isDescending ? "desc" : "asc"} nulls last`;
    })
    .join(", ");

/** `column,asc|desc`, the column in snake or camel case, ascending unless said; null when it is neither. */
export function parseOrderSort(text: string): OrderSort | null {
  const [name = "", direction = "asc", ...rest] = text.split(",").map((part) => part.trim());
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const column = ORDER_SORT_COLUMNS.find((each) => each === snake);
  if (!column || rest.length > 0 || !/^(asc|desc)$/i.test(direction)) return null;
  return { column, isDescending: direction.toLowerCase() === "desc" };
}
