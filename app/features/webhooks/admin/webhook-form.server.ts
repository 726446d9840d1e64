import { z } from "zod";
import { EVENT_TYPE_NAMES, type EventType } from "~/features/event-stream/event-types";
import { toBoxName } from "~/features/webhooks/admin/webhook-form";
import { urlField } from "~/features/webhooks/manage/endpoint.schema.server";

/** The form of an endpoint: address, and which events; a ticked checkbox is sent as `on`. */
export const webhookForm = z
  .looseObject({ url: urlField, coverage: z.enum(["ALL", "SOME"]).catch("ALL") })
  .transform(({ url, coverage, ...boxes }, context): { url: string; types: EventType[] } => {
    const types = EVENT_TYPE_NAMES.filter((type) => boxes[toBoxName(type)] !== undefined);
    if (coverage === "ALL") return { url, types: [] };
    if (types.length === 0)
      context.issues.push({
        code: "custom",
        message: "Tick at least one.",
        input: boxes,
        path: ["coverage"],
      });
    return { url, types };
  });
