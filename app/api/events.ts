import { listEvents } from "~/features/event-stream/stream.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(listEvents);
