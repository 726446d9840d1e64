import { addDiscount } from "~/features/contracts/operations/discounts/add-discount.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(addDiscount.merchant);
