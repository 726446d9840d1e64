import { z } from "zod";
import { defineForBothCallers } from "~/features/contracts/operations/definition/contract-operation.server";
import { contractId, contractIdParameter } from "~/features/contracts/operations/definition/parameters";
import {
  DEFAULT_ORDER_SORT,
  ORDER_SORT_COLUMNS,
  orderRecord,
  PAST_ORDER_EXAMPLE,
  parseOrderSort,
  UPCOMING_ORDER_EXAMPLE,
} from "~/features/contracts/order-record/order-record.server";
import { toExactPage, toExactPageHeaders } from "~/http/endpoint/counted-page.server";
import { pagingParameters, readPaging } from "~/http/request/paging-parameters";
import { flag, platformId } from "~/http/request/query-parameters";
import { listPastOrdersOf, listUpcomingOrders } from "./order-list.service.server";

export const listTopOrders = defineForBothCallers({
  area: "orders",
  name: "listTopOrders",
  summary: "List upcoming orders",
  description:
    "QUEUED orders and, until their date has passed, SKIPPED ones, soonest first. Pass their ids to skip-order, unskip-order and the one-time product operations. Give a contract, or a customer for the orders of all their contracts.",
  method: "GET",
  path: "subscription-billing-attempts/top-orders",
  query: z.object({
    contractId: contractIdParameter,
    customerId: platformId("Customer", { description: "The customer. In the portal, the caller only." }),
    includeSkipped: flag({ description: "`false` excludes SKIPPED orders.", default: true }),
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
  summary: "List past orders",
  description:
    "Orders that were attempted, whether paid or not, and those whose date passed while they were skipped, cancelled or parked with their paused contract. None of them is listed among the upcoming orders.",
  method: "GET",
  path: "subscription-billing-attempts/past-orders",
  query: z.object({ contractId, ...paging }),
  response: z.array(orderRecord),
  example: [PAST_ORDER_EXAMPLE],
  responseHeaders: toExactPageHeaders("orders"),
  answer: async (caller, { query }) => {
    const asked = readPaging(query, DEFAULT_ORDER_SORT);
    const { orders, total } = await listPastOrdersOf(caller, query.contractId, asked);
    return { items: orders, total, ...asked };
  },
  toResponse: toExactPage,
});
