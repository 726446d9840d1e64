import { z } from "zod";
import { EVENT_TYPE_NAMES, type EventType } from "~/features/event-stream/event-types";
import { urlField } from "~/features/webhooks/manage/endpoint.schema.server";
import { inParts } from "~/lib/schemas/in-parts";
import { toBoxName } from "./webhook-form";

/** All types unless some are asked for; a ticked checkbox is sent as `on`. */
const coverage = z.looseObject({}).transform((sent, context): { types: EventType[] } => {
  if (sent.coverage !== "SOME") return { types: [] };
  const types = EVENT_TYPE_NAMES.filter((type) => sent[toBoxName(type)] !== undefined);
  if (types.length === 0)
    context.issues.push({ code: "custom", message: "Tick at least one.", input: sent, path: ["coverage"] });
  return { types };
});

/** The form of an endpoint: address, and which events. */
export const webhookForm = inParts(z.object({ url: urlField }), coverage);
