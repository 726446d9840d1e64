import { z } from "zod";
import { findPastOrders, findUpcomingOrders } from "~/features/billing/order-list.repo.server";
import {
  DEFAULT_ORDER_SORT,
  ORDER_SORT_COLUMNS,
  type OrderSort,
  orderRecord,
  PAST_ORDER_EXAMPLE,
  parseOrderSort,
  UPCOMING_ORDER_EXAMPLE,
} from "~/features/billing/order-record";
import { contractNotFound } from "~/features/contracts/contract-change.service.server";
import { defineForBothCallers, type OperationCaller } from "~/features/contracts/contract-operation.server";
import { jsonResponse } from "~/http/json-response.server";
import { type PageLinks, toLinkHeader } from "~/http/pagination";
import { platformId, required, wholeNumber } from "~/http/query-parameters";

const DEFAULT_SIZE = 20;
const MAX_SIZE = 2000;
const MAX_PAGE = 2 ** 31 - 1;

const contractId = required(platformId("SubscriptionContract", { description: "The contract." }));

const toWhich = ({ shop, customerId }: OperationCaller, id: number) => ({
  shopId: shop.id,
  storeDomain: shop.storeDomain,
  contractId: id,
  owner: customerId,
});

export const listTopOrders = defineForBothCallers({
  name: "listTopOrders",
  summary: "List the orders to come",
  description: "QUEUED ones, soonest first. Their ids are what skip-order and the one-time products take.",
  method: "GET",
  query: z.object({ contractId }),
  response: z.array(orderRecord),
  example: [UPCOMING_ORDER_EXAMPLE],
  answer: async (caller, { query }) => {
    const orders = await findUpcomingOrders(toWhich(caller, query.contractId));
    if (!orders) throw contractNotFound();
    return orders;
  },
});

const sort = z
  .union([z.string(), z.array(z.string())])
  .transform((given, context): OrderSort[] | undefined => {
    const texts = [given].flat().filter((text) => text.trim() !== "");
    const terms = texts.map(parseOrderSort).filter((term) => term !== null);
    if (terms.length === texts.length) return terms.length > 0 ? terms : undefined;
    context.issues.push({
      code: "custom",
      message: `Use column,asc or column,desc with one of the columns ${ORDER_SORT_COLUMNS.join(", ")}.`,
      params: { code: "invalid_sort" },
      input: given,
    });
    return z.NEVER;
  })
  .meta({
    description: `\`column,asc\` or \`column,desc\`, repeatable. Columns: ${ORDER_SORT_COLUMNS.join(", ")}. Default \`billing_date,desc\`.`,
    type: "array",
    items: { type: "string" },
    explode: true,
  })
  .optional();

export const listPastOrders = defineForBothCallers({
  name: "listPastOrders",
  summary: "List the past orders",
  description: "Orders that were made, failed, were called off, or were skipped.",
  method: "GET",
  query: z.object({
    contractId,
    page: wholeNumber(0, MAX_PAGE, {
      description: "Number of the page, from 0.",
      format: "int32",
      default: 0,
    }),
    size: wholeNumber(1, MAX_SIZE, { description: "Orders a page.", format: "int32", default: DEFAULT_SIZE }),
    sort,
  }),
  response: z.array(orderRecord),
  example: [PAST_ORDER_EXAMPLE],
  responseHeaders: {
    "X-Total-Count": { description: "How many there are", schema: { type: "integer", minimum: 0 } },
    Link: "Pages first, prev, next and last (RFC 8288)",
  },
  answer: async (
    caller,
    { query: { page = 0, size = DEFAULT_SIZE, sort: terms = DEFAULT_ORDER_SORT, ...query } },
  ) => {
    const paging = { page, size, sort: terms };
    const found = await findPastOrders(toWhich(caller, query.contractId), caller.audit.now, paging);
    if (!found) throw contractNotFound();
    return { ...found, page, size };
  },
  toResponse({ orders, total, page, size }, context) {
    const last = Math.max(0, Math.ceil(total / size) - 1);
    const links: PageLinks = {
      first: { page: 0 },
      ...(page > 0 && { prev: { page: Math.min(page - 1, last) } }),
      ...(page < last && { next: { page: page + 1 } }),
      last: { page: last },
    };
    // A reference without a path means this address, whatever a proxy in front calls it.
    const link = toLinkHeader("", context.url.searchParams, new Set(["contractId", "size", "sort"]), links);
    return jsonResponse(JSON.stringify(orders), context, {
      headers: { "X-Total-Count": String(total), Link: link },
    });
  },
});
