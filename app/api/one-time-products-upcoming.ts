import { listUpcomingOneTimeProducts } from "~/features/contracts/operations/one-time-products/one-time-product-records.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(listUpcomingOneTimeProducts.merchant);
