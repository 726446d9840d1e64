import { z } from "zod";
import { instant, int64, int64OrNull, text, textOrNull } from "~/lib/schemas/record-schemas";
import { ACTOR_TYPES } from "~db/schema/activity";

const fields = z.record(z.string(), z.unknown()).nullable();

/** An entry of the history on the wire (wire.md §4). */
export const activityRecord = z
  .object({
    id: int64("Id of the entry; increases within a shop"),
    contractId: int64OrNull("The contract it happened to; null for settings, keys, imports and the like"),
    action: text("What happened, as `<object>.<past participle>`"),
    actorType: z.enum(ACTOR_TYPES).meta({ description: "Kind of actor: staff, api_key, customer or system" }),
    actor: text("Name of the actor at that time"),
    before: fields.meta({
      description: "The changed fields before the change; null if there was nothing before",
    }),
    after: fields.meta({ description: "The changed fields after the change" }),
    requestId: textOrNull("Id of the request that made the change"),
    bulkAutomationId: int64OrNull("Id of the bulk change that made the change"),
    createdAt: instant("When it happened"),
  })
  .meta({ id: "ActivityRecord", description: "An entry of the history" });
export type ActivityRecord = z.output<typeof activityRecord>;
