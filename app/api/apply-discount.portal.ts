import { applyDiscount } from "~/features/contracts/operations/discounts/apply-discount.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(applyDiscount.portal);
