import { z } from "zod";
import { EVENT_TYPE_NAMES, type EventType } from "~/features/event-stream/event-types";
import { urlField } from "~/features/webhooks/rules/webhook.schema";

export const WEBHOOK_LABELS = { url: "Address", coverage: "Events", from: "Since" };

/** The name of a type's box in the form. */
export const toBoxName = (type: EventType): string => `type-${type}`;

/** The form of an endpoint: address, and which events; a ticked box is sent as `on`. */
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

/** What the form begins with. */
export const toWebhookFields = ({
  url,
  types,
}: {
  url: string;
  types: readonly string[];
}): Record<string, string> => ({
  url,
  coverage: types.length === 0 ? "ALL" : "SOME",
  ...Object.fromEntries(types.map((type) => [`type-${type}`, "on"])),
});
