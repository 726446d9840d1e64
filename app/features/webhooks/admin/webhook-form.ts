import type { EventType } from "~/features/event-stream/event-types";

export const WEBHOOK_LABELS = { url: "Address", coverage: "Events", from: "Since", family: "Names" };

/** The name of a type's checkbox in the form. */
export const toBoxName = (type: EventType): string => `type-${type}`;

/** Initial values of the form. */
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
