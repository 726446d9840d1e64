import { applyDiscount } from "~/features/contracts/operations/apply-discount.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(applyDiscount.portal);
