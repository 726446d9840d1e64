import { z } from "zod";
import { ATTEMPT_STATUSES } from "~db/schema/attempt-words";

const int64 = () => z.int().meta({ format: "int64" });
const instant = () => z.iso.datetime().meta({ description: "ISO 8601, UTC, with milliseconds" });

/** An order of a contract, to come or past, as top-orders and past-orders answer it (wire.md §5). */
export const orderRecord = z
  .object({
    id: int64().meta({
      description:
        "What skip-order, and the one-time products as `billingAttemptId`, take (the gid form as well)",
    }),
    shop: z.string().meta({ description: "Store domain of the shop" }),
    billingAttemptId: z.string().nullable().meta({
      description: "The gid of the attempt to bill it; null while there was none",
    }),
    status: z.enum(ATTEMPT_STATUSES),
    billingDate: instant(),
    contractId: int64().meta({ description: "The record's `subscriptionContractId`" }),
    attemptCount: z.int().meta({ format: "int32" }),
    attemptTime: instant().nullable(),
    graphOrderId: z.string().nullable(),
    orderId: int64().nullable(),
    orderName: z.string().nullable(),
    orderAmount: z.number().nullable().meta({
      format: "double",
      description:
        "What a made order did cost, as far as the platform told; of any other what it costs as the contract stands now, one-time products and delivery included",
    }),
    orderNote: z.string().nullable(),
    variantList: z
      .array(
        z.object({
          variantId: int64().nullable(),
          productId: int64().nullable(),
          title: z.string(),
          variantTitle: z.string().nullable(),
          quantity: z.int().meta({ format: "int32" }),
          price: z.number().meta({ format: "double", description: "Of one unit" }),
          oneTime: z.boolean().meta({ description: "A one-time product of this order" }),
        }),
      )
      .meta({ description: "What an order to come is made of; empty for one that is over" }),
  })
  .meta({ id: "OrderRecord", description: "An order of a contract" });

export type OrderRecord = z.output<typeof orderRecord>;

export const UPCOMING_ORDER_EXAMPLE: OrderRecord = {
  id: 9124,
  shop: "garden-supplies.mystore.example",
  billingAttemptId: null,
  status: "QUEUED",
  billingDate: "2026-07-15T09:30:00.000Z",
  contractId: 10_000_000_421,
  attemptCount: 0,
  attemptTime: null,
  graphOrderId: null,
  orderId: null,
  orderName: null,
  orderAmount: 34.98,
  orderNote: null,
  variantList: [
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
};

export const PAST_ORDER_EXAMPLE: OrderRecord = {
  ...UPCOMING_ORDER_EXAMPLE,
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

/** `column,asc|desc`, the column in snake or camel case, ascending unless said; null when it is neither. */
export function parseOrderSort(text: string): OrderSort | null {
  const [name = "", direction = "asc", ...rest] = text.split(",").map((part) => part.trim());
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const column = ORDER_SORT_COLUMNS.find((each) => each === snake);
  if (!column || rest.length > 0 || !/^(asc|desc)$/i.test(direction)) return null;
  return { column, isDescending: direction.toLowerCase() === "desc" };
}
