import { z } from "zod";
import { parseEventType, UNKNOWN_TYPE } from "~/features/event-stream/event-types";
import { findTargetFault } from "~/features/webhooks/sending/target.server";
import { readAs } from "~/lib/schemas/read-as";

/**
 * Address of an endpoint. One that resolves to an inner address is refused here, with the other errors, and again at
 * each send.
 */
export const urlField = z
  .string({ error: "Enter the address that events are sent to." })
  .trim()
  .min(1, "Enter the address that events are sent to.")
  .max(2000, "Use at most 2000 characters.")
  .superRefine(async (url, context) => {
    const fault = await findTargetFault(url);
    if (fault) context.addIssue({ code: "custom", message: fault, params: { code: "invalid_value" } });
  })
  .meta({ examples: ["https://example.com/webhooks/perennial"] });

const typeField = z.string().transform(readAs(parseEventType, UNKNOWN_TYPE, "invalid_value"));

/** More than there are: one that is given twice does no harm. */
const MAX_TYPES = 100;

const typesField = z
  .array(typeField)
  .max(MAX_TYPES)
  .meta({
    description: "Event types to send. If omitted or empty, all types.",
    examples: [["subscription.created", "subscription.cancelled"]],
  });

/** Those that somebody sets; an endpoint becomes GONE by its answer. */
export const SETTABLE_STATUSES = ["ACTIVE", "DISABLED"] as const;
const statusField = z
  .string()
  .transform(
    readAs(
      (text: string) => SETTABLE_STATUSES.find((status) => status === text.trim().toUpperCase()) ?? null,
      "Use ACTIVE or DISABLED.",
      "invalid_value",
    ),
  )
  .meta({ description: "ACTIVE or DISABLED; in any case.", examples: ["DISABLED"] });

export const newEndpoint = z.object({
  url: urlField,
  types: typesField.optional(),
  status: statusField.optional(),
});

/** Omitted fields stay unchanged. */
export const changedEndpoint = z.object({
  url: urlField.optional(),
  types: typesField.optional(),
  status: statusField.optional(),
});
export type EndpointChange = z.output<typeof changedEndpoint>;
