import { z } from "zod";
import { listPastOrdersOf, listUpcomingOrders } from "~/features/billing/orders/order-list.service.server";
import { defineForBothCallers } from "~/features/contracts/operations/contract-operation.server";
import { contractId, contractIdParameter } from "~/features/contracts/operations/parameters";
import {
  DEFAULT_ORDER_SORT,
  ORDER_SORT_COLUMNS,
  orderRecord,
  PAST_ORDER_EXAMPLE,
  parseOrderSort,
  UPCOMING_ORDER_EXAMPLE,
} from "~/features/contracts/order-record/order-record.server";
import { jsonResponse } from "~/http/endpoint/json-response.server";
import { toLinkHeader, toNumberedLinks } from "~/http/request/pagination.server";
import { pagingParameters, readPaging } from "~/http/request/paging-parameters";
import { flag, platformId } from "~/http/request/query-parameters";

export const listTopOrders = defineForBothCallers({
  area: "orders",
  name: "listTopOrders",
  summary: "List the orders to come",
  description:
    "QUEUED ones and, while their date is ahead, SKIPPED ones, soonest first. Their ids are what skip-order, unskip-order and the one-time products take. Name the contract, or a customer for the orders of all their contracts.",
  method: "GET",
  path: "subscription-billing-attempts/top-orders",
  query: z.object({
    contractId: contractIdParameter,
    customerId: platformId("Customer", { description: "The customer; in the portal nobody but the caller." }),
    includeSkipped: flag({ description: "`false` leaves the SKIPPED ones out.", default: true }),
  }),
  response: z.array(orderRecord),
  example: [UPCOMING_ORDER_EXAMPLE],
  answer: (caller, { query: { includeSkipped = true, ...which } }) =>
    listUpcomingOrders(caller, which, includeSkipped),
});

const paging = pagingParameters("Orders", {
  columns: ORDER_SORT_COLUMNS,
  parse: parseOrderSort,
  description: `Columns: ${ORDER_SORT_COLUMNS.join(", ")}. Default \`billing_date,desc\`.`,
});

export const listPastOrders = defineForBothCallers({
  area: "orders",
  name: "listPastOrders",
  summary: "List the past orders",
  description:
    "Orders that were tried, made or not, and those skipped or called off, or of a paused contract, whose date has passed. None of them is among the orders to come.",
  method: "GET",
  path: "subscription-billing-attempts/past-orders",
  query: z.object({ contractId, ...paging }),
  response: z.array(orderRecord),
  example: [PAST_ORDER_EXAMPLE],
  responseHeaders: {
    "X-Total-Count": { description: "How many there are", schema: { type: "integer", minimum: 0 } },
    Link: "Pages first, prev, next and last (RFC 8288)",
  },
  answer: async (caller, { query }) => {
    const asked = readPaging(query, DEFAULT_ORDER_SORT);
    return { ...(await listPastOrdersOf(caller, query.contractId, asked)), ...asked };
  },
  toResponse: ({ orders, ...paged }, context) =>
    jsonResponse(JSON.stringify(orders), context, {
      headers: { "X-Total-Count": String(paged.total), Link: toLinkHeader(context, toNumberedLinks(paged)) },
    }),
});
