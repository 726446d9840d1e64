import { updateOrderNote } from "~/features/contracts/operations/terms/notes.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(updateOrderNote.portal);
