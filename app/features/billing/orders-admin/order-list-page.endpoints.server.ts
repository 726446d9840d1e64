import { hasRole } from "~/access/principal";
import { exportOrders } from "~/features/billing/orders-admin/order-export.service.server";
import { getOrderListPage } from "~/features/billing/orders-admin/order-list-page.service.server";
import { parseOrderQuery } from "~/features/billing/orders-admin/order-list-query";
import {
  ORDERS_PATH,
  parseOrderList,
  toOrderSearch,
  toOrderViewSearch,
} from "~/features/billing/orders-admin/order-list-url";
import { savedViewsAction } from "~/features/saved-views/saved-views.endpoints.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { toCsvDownload } from "~/http/endpoint/download.server";
import { fileRoute, pageLoader } from "~/http/endpoint/routes.server";
import { toDayString } from "~/lib/format";
import { invalidRequest } from "~/lib/problem";

const readOrderListPage = defineEndpoint({
  operationId: "readOrderListPage",
  summary: "The orders page of the admin",
  method: "GET",
  access: { staff: "viewer" },
  handler: async ({ principal, context }) => ({
    ...(await getOrderListPage(principal, context.url.searchParams, context.now)),
    hasGateway: principal.shop.gateway !== "none",
    mayEdit: hasRole(principal.role, "editor"),
  }),
});

const exportOrderList = defineEndpoint({
  operationId: "exportOrderList",
  summary: "The whole filtered list of orders as CSV",
  method: "GET",
  access: { staff: "viewer" },
  handler: async ({ principal: { shop }, context }) => {
    const { query, problems } = parseOrderQuery(parseOrderList(context.url.searchParams), shop.timeZone);
    // A file must not contain more than was asked for: unlike on the page, a wrong filter is refused.
    const errors = Object.entries(problems).map(([parameter, detail]) => ({
      parameter,
      code: "invalid_value",
      detail,
    }));
    if (errors.length > 0) throw invalidRequest(errors);
    const name = `orders-${query.tab}-${toDayString(context.now, shop.timeZone)}.csv`;
    return toCsvDownload(name, await exportOrders(shop, query, context.now), context, shop.id);
  },
});

export const orderListPageLoader = pageLoader(readOrderListPage);
export const orderExport = fileRoute(exportOrderList);
export const orderViewsAction = savedViewsAction({
  list: "orders",
  operation: "OrderView",
  path: ORDERS_PATH,
  toHere: (params) => toOrderSearch(parseOrderList(params)),
  toKept: (params) => toOrderViewSearch(parseOrderList(params)),
});
