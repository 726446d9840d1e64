import { announce } from "~db/announcements.server";
import type { Queryable } from "~db/client.server";
import { events } from "~db/schema/events";
import { rowInsert, rowsInsert } from "~db/statement.server";
import type { ContractEventType, EventFacts, OtherEventType, PaymentEventType } from "./events";

export type NewEvent = { shopId: number; createdAt: Date } & (
  | {
      type: ContractEventType | PaymentEventType;
      /** Our contract id. */
      contractId: number;
      /** The contract's version after the change. */
      contractVersion: number;
      changedFields: readonly string[];
      billingAttemptId?: number;
      facts?: EventFacts;
    }
  | { type: OtherEventType; subjectId: number }
);

const FEW = 4;
const FIELDS = [
  "shopId",
  "type",
  "contractId",
  "contractVersion",
  "billingAttemptId",
  "subjectId",
  "changedFields",
  "facts",
  "createdAt",
] as const;
const insertEvent = rowInsert(events, ...FIELDS);
const insertEvents = rowsInsert(events, ...FIELDS);

/** Appends thin events, within the transaction of the change they report (wire.md §2 "Events"). */
export async function appendEvents(on: Queryable, entries: readonly NewEvent[]): Promise<void> {
  const rows = entries.map((entry) => ({
    ...entry,
    changedFields: "changedFields" in entry ? [...entry.changedFields] : [],
  }));
  // A change has one to three events: inserted one by one, they share a statement that is built and planned once per
  // process.
  if (rows.length <= FEW) await Promise.all(rows.map((row) => insertEvent(on, row)));
  else await insertEvents(on, rows);
  for (const entry of entries) {
    if (!("contractId" in entry)) continue;
    announce(on, entry.shopId, `contract:${entry.contractId}`);
    if (entry.billingAttemptId !== undefined) announce(on, entry.shopId, "orders");
  }
}
