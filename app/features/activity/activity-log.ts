import { z } from "zod";
import { instant, int64, int64OrNull, text, textOrNull } from "~/lib/schemas/record-schemas";
import { ACTOR_TYPES } from "~db/schema/activity";

const fields = z.record(z.string(), z.unknown()).nullable();

/** An entry of the history on the wire (wire.md §4). */
export const activityRecord = z
  .object({
    id: int64("Rises with every entry of a shop"),
    contractId: int64OrNull("The contract it happened to; null for settings, keys, imports and the like"),
    action: text("What happened to what: `<object>.<past participle>`"),
    actorType: z.enum(ACTOR_TYPES).meta({ description: "Who did it: staff, api_key, customer or system" }),
    actor: text("Their name, as it was"),
    before: fields.meta({
      description: "The fields that changed, as they were; null when there was nothing",
    }),
    after: fields.meta({ description: "The same as they became" }),
    requestId: textOrNull("The request that did it"),
    bulkAutomationId: int64OrNull("The bulk change that did it, of many"),
    createdAt: instant("When"),
  })
  .meta({ id: "ActivityRecord", description: "An entry of the history" });
export type ActivityRecord = z.output<typeof activityRecord>;
