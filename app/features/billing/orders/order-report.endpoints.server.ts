import { z } from "zod";
import { orderRecord, PAST_ORDER_EXAMPLE } from "~/features/contracts/order-record/order-record.server";
import { ORDER_STATUSES } from "~/features/contracts/order-record/order-status";
import { COUNTED_PAGE_HEADERS, toPageResponse } from "~/http/endpoint/counted-page.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { pagingParameters, readPaging } from "~/http/request/paging-parameters";
import { enumValue, instant, platformId, wholeNumber } from "~/http/request/query-parameters";
import { CONTRACT_STATUSES } from "~db/schema/contract-enums";
import { ORDER_DAYS } from "./order-days";
import { listReportedOrders } from "./order-list.service.server";

export const ORDER_REPORT_PATH = `${MERCHANT}/subscription-billing-attempts/past-orders/report`;

const COLUMNS = ["billing_date"] as const;
type Sort = { isDescending: boolean };

/** By date only: no other sort stays fast for a shop with many orders. */
function parseSort(text: string): Sort | null {
  const [name = "", direction = "asc", ...rest] = text.split(",").map((part) => part.trim());
  const isKnown = name === "billing_date" || name === "billingDate";
  if (!isKnown || rest.length > 0 || !/^(asc|desc)$/i.test(direction)) return null;
  return { isDescending: direction.toLowerCase() === "desc" };
}

export const reportOrders = defineEndpoint({
  operationId: "reportOrders",
  summary: "List all orders of the shop",
  description:
    "Orders of every status, including upcoming ones. To get past orders only, give a status or `toDay`. Filters combine with AND; a blank filter is ignored.",
  tag: "Contracts",
  method: "GET",
  path: ORDER_REPORT_PATH,
  access: { apiKey: "orders:read" },
  query: z.object({
    status: enumValue(ORDER_STATUSES, { description: "Status of the order." }),
    contractId: platformId("SubscriptionContract", { description: "Orders of this contract." }),
    customerId: platformId("Customer", { description: "Orders of this customer." }),
    dayOf: enumValue(ORDER_DAYS, {
      description:
        "The day that `fromDay` and `toDay` refer to instead of the order's date: when it was PAID, RECOVERED (paid after a failure), FAILED for the first time, LOST (given up) or REFUNDED. Lists only orders to which this happened.",
    }),
    fromDay: instant("start", { description: "Dated on or after." }),
    toDay: instant("end", { description: "Dated on or before." }),
    attemptCount: wholeNumber(0, 1000, { description: "Exact number of attempts.", format: "int32" }),
    contractStatus: enumValue(CONTRACT_STATUSES, { description: "Current status of the contract." }),
    ...pagingParameters("Orders", {
      columns: COLUMNS,
      parse: parseSort,
      description: "Column: billing_date. Default `billing_date,desc`.",
    }),
  }),
  response: z.array(orderRecord),
  example: [PAST_ORDER_EXAMPLE],
  responseHeaders: COUNTED_PAGE_HEADERS,
  handler: async ({ principal: { shop }, query }) => {
    const { page, size, sort } = readPaging(query, [{ isDescending: true }]);
    const [{ isDescending } = { isDescending: true }] = sort;
    return { ...(await listReportedOrders(shop, query, { page, size, isDescending })), page, size };
  },
  toResponse: toPageResponse,
});
