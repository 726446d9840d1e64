import { updateLineAttributes } from "~/features/contracts/contract-edits.endpoints.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(updateLineAttributes.merchant);
