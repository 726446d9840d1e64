import { addContractOneTimeProduct } from "~/features/contracts/operations/add-one-time-product.server";
import { removeContractOneTimeProduct } from "~/features/contracts/operations/remove-one-time-product.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(
  addContractOneTimeProduct.merchant,
  removeContractOneTimeProduct.merchant,
);
