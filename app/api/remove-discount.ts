import { removeContractDiscount } from "~/features/discounts/contract-discounts.endpoints.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(removeContractDiscount.merchant);
