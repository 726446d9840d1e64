import { removeContractDiscount } from "~/features/contracts/operations/remove-discount.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(removeContractDiscount.merchant);
