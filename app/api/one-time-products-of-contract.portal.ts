import { listContractOneTimeProducts } from "~/features/contracts/operations/one-time-product-records.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(listContractOneTimeProducts.portal);
