import {
  replaceVariants,
  replaceVariantsByPost,
} from "~/features/contracts/operations/lines/swap-lines.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(replaceVariants.portal, replaceVariantsByPost.portal);
