import { skipUnskipLine } from "~/features/contracts/operations/skip-line.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(skipUnskipLine.portal);
