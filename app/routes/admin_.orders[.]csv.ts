import { orderExport } from "~/features/billing/orders-admin/order-list-page.endpoints.server";

export const { loader, action } = orderExport;
