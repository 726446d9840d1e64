import type { ContractEventType, OtherEventType } from "~/features/events/events";
import type { Queryable } from "~db/client.server";
import { events } from "~db/schema/events";

export type NewEvent = { shopId: number; createdAt: Date } & (
  | {
      type: ContractEventType;
      /** Our contract id. */
      contractId: number;
      /** The contract's version after the change. */
      contractVersion: number;
      changedFields: readonly string[];
      billingAttemptId?: number;
    }
  | { type: OtherEventType; subjectId: number }
);

/** Write thin events, inside the transaction of the change they tell of (wire.md §2 "Events"). */
export async function appendEvents(on: Queryable, entries: readonly NewEvent[]): Promise<void> {
  if (entries.length === 0) return;
  await on.insert(events).values(
    entries.map((entry) => ({
      ...entry,
      changedFields: "changedFields" in entry ? [...entry.changedFields] : [],
    })),
  );
}
