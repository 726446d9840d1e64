import { addContractOneTimeProduct } from "~/features/contracts/operations/one-time-products/add-one-time-product.server";
import { removeContractOneTimeProduct } from "~/features/contracts/operations/one-time-products/remove-one-time-product.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(
  addContractOneTimeProduct.portal,
  removeContractOneTimeProduct.portal,
);
