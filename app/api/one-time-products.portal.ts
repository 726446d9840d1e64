import {
  addContractOneTimeProduct,
  removeContractOneTimeProduct,
} from "~/features/one-time-products/one-time-products.endpoints.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(
  addContractOneTimeProduct.portal,
  removeContractOneTimeProduct.portal,
);
