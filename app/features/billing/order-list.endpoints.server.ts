import { z } from "zod";
import { listPastOrdersOf, listUpcomingOrders } from "~/features/billing/order-list.service.server";
import {
  DEFAULT_ORDER_SORT,
  ORDER_SORT_COLUMNS,
  type OrderSort,
  orderRecord,
  PAST_ORDER_EXAMPLE,
  parseOrderSort,
  UPCOMING_ORDER_EXAMPLE,
} from "~/features/billing/order-record.server";
import { defineForBothCallers } from "~/features/contracts/contract-operation.server";
import { jsonResponse } from "~/http/json-response.server";
import { toLinkHeader, toNumberedLinks } from "~/http/pagination.server";
import { flag, platformId, required, wholeNumber } from "~/http/query-parameters";

const DEFAULT_SIZE = 20;
const MAX_SIZE = 2000;
const MAX_PAGE = 2 ** 31 - 1;

const contractId = platformId("SubscriptionContract", { description: "The contract." });

export const listTopOrders = defineForBothCallers({
  name: "listTopOrders",
  summary: "List the orders to come",
  description:
    "QUEUED ones and, while their date is ahead, SKIPPED ones, soonest first. Their ids are what skip-order, unskip-order and the one-time products take. Name the contract, or a customer for the orders of all their contracts.",
  method: "GET",
  query: z.object({
    contractId,
    customerId: platformId("Customer", { description: "The customer; in the portal nobody but the caller." }),
    includeSkipped: flag({ description: "`false` leaves the SKIPPED ones out.", default: true }),
  }),
  response: z.array(orderRecord),
  example: [UPCOMING_ORDER_EXAMPLE],
  answer: (caller, { query: { includeSkipped = true, ...which } }) =>
    listUpcomingOrders(caller, which, includeSkipped),
});

const page = () =>
  wholeNumber(0, MAX_PAGE, { description: "Number of the page, from 0.", format: "int32", default: 0 });
const size = () =>
  wholeNumber(1, MAX_SIZE, { description: "Orders a page.", format: "int32", default: DEFAULT_SIZE });
const sort = () =>
  z
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
  description:
    "Orders that were tried, made or not, and those skipped, parked or called off whose date has passed. None of them is among the orders to come.",
  method: "GET",
  query: z.object({
    contractId: required(contractId),
    page: page(),
    size: size(),
    sort: sort(),
    "pageable.page": page().meta({ description: "Another name of `page`." }),
    "pageable.size": size().meta({ description: "Another name of `size`." }),
    "pageable.sort": sort().meta({ description: "Another name of `sort`." }),
  }),
  response: z.array(orderRecord),
  example: [PAST_ORDER_EXAMPLE],
  responseHeaders: {
    "X-Total-Count": { description: "How many there are", schema: { type: "integer", minimum: 0 } },
    Link: "Pages first, prev, next and last (RFC 8288)",
  },
  answer: async (caller, { query }) => {
    const paging = {
      page: query.page ?? query["pageable.page"] ?? 0,
      size: query.size ?? query["pageable.size"] ?? DEFAULT_SIZE,
      sort: query.sort ?? query["pageable.sort"] ?? DEFAULT_ORDER_SORT,
    };
    return { ...(await listPastOrdersOf(caller, query.contractId, paging)), ...paging };
  },
  toResponse: ({ orders, ...paged }, context) =>
    jsonResponse(JSON.stringify(orders), context, {
      headers: { "X-Total-Count": String(paged.total), Link: toLinkHeader(context, toNumberedLinks(paged)) },
    }),
});
