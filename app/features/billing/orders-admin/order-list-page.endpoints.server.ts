import { hasRole } from "~/access/principal";
import { savedViewsAction } from "~/features/saved-views/saved-views.endpoints.server";
import { refuseWrongFilters, toDatedCsv } from "~/http/endpoint/download.server";
import { fileRoute } from "~/http/endpoint/routes.server";
import { staffPage, staffRead } from "~/http/endpoint/staff-page.server";
import { exportOrders } from "./order-export.service.server";
import { getOrderListPage } from "./order-list-page.service.server";
import { parseOrderQuery } from "./order-list-query";
import { ORDERS_PATH, parseOrderList, toOrderSearch, toOrderViewSearch } from "./order-list-url";

const exportOrderList = staffRead("exportOrderList", "viewer", {
  handler: async ({ principal: { shop }, context }) => {
    const { query, problems } = parseOrderQuery(parseOrderList(context.url.searchParams), shop.timeZone);
    refuseWrongFilters(problems);
    return toDatedCsv(`orders-${query.tab}`, await exportOrders(shop, query, context.now), context, shop);
  },
});

export const orderListPageLoader = staffPage("readOrderListPage", "viewer", {
  handler: async ({ principal, context }) => ({
    ...(await getOrderListPage(principal, context.url.searchParams, context.now)),
    hasGateway: principal.shop.gateway !== "none",
    mayEdit: hasRole(principal.role, "editor"),
  }),
});

export const orderExport = fileRoute(exportOrderList);
export const orderViewsAction = savedViewsAction({
  list: "orders",
  operation: "OrderView",
  path: ORDERS_PATH,
  toHere: (params) => toOrderSearch(parseOrderList(params)),
  toKept: (params) => toOrderViewSearch(parseOrderList(params)),
});
