import { removeContractDiscount } from "~/features/contracts/operations/discounts/remove-discount.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(removeContractDiscount.portal);
