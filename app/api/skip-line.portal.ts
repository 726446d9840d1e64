import { skipUnskipLine } from "~/features/contracts/operations/lines/skip-line.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(skipUnskipLine.portal);
