import type { ContractEventType, OtherEventType, PaymentEventType } from "~/features/events/events";
import { EVENT_FAMILIES } from "~db/schema/events";

/** What an event is about: the content of `data`. */
export type EventSubject = "contract" | "order" | "bulk-automation" | "import" | "referral";

/** An event's type as stored: contract events without the family, which each shop chooses. */
export type EventType = ContractEventType | PaymentEventType | OtherEventType;

/** Every type with its subject and description. */
export const EVENT_TYPES: Record<EventType, { subject: EventSubject; description: string }> = {
  created: { subject: "contract", description: "A contract was created." },
  updated: { subject: "contract", description: "A contract was changed." },
  activated: {
    subject: "contract",
    description: "A contract was resumed, reactivated or paid again.",
  },
  paused: { subject: "contract", description: "A contract was paused." },
  cancelled: { subject: "contract", description: "A contract was cancelled." },
  expired: { subject: "contract", description: "A contract expired after its last order." },
  "next-order-date-changed": { subject: "contract", description: "The date of the next order changed." },
  "billing-interval-changed": {
    subject: "contract",
    description: "The billing interval of a contract changed.",
  },
  "billing-success": { subject: "order", description: "An order was paid." },
  "billing-failure": { subject: "order", description: "The payment of an order failed." },
  "billing-skipped": { subject: "order", description: "An order was skipped." },
  "upcoming-order-notification": { subject: "order", description: "An order is due soon." },
  "order.paid": { subject: "order", description: "An order was paid and created." },
  "payment.failed": {
    subject: "order",
    description: "A charge was declined: who has to act, why, and the next attempt.",
  },
  "payment.action-required": {
    subject: "order",
    description: "The bank requires customer authentication for a payment.",
  },
  "payment-method.updated": {
    subject: "contract",
    description: "The payment method of a contract changed.",
  },
  "dunning.started": { subject: "contract", description: "Dunning began after a first failed payment." },
  "dunning.ended": {
    subject: "contract",
    description: "Dunning ended, by a payment or without one.",
  },
  "bulk-automation.completed": {
    subject: "bulk-automation",
    description: "A bulk change finished.",
  },
  "import.completed": {
    subject: "import",
    description: "An import finished; its records have no events of their own.",
  },
  "referral.accepted": { subject: "referral", description: "A friend accepted a customer's referral offer." },
  "referral.rewarded": { subject: "referral", description: "A customer was rewarded for a referral." },
};

export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as EventType[];

export type EventFamily = (typeof EVENT_FAMILIES)[number];

/**
 * The type's name on the wire (wire.md §2 "Events"). A type that a newer version of the service wrote keeps its own
 * name.
 */
export const toWireType = (type: string, family: EventFamily): string =>
  type.includes(".") ? type : `${family}.${type}`;

const byWireName = new Map(
  EVENT_TYPE_NAMES.flatMap((type) =>
    EVENT_FAMILIES.map((family) => [toWireType(type, family), type] as const),
  ),
);

/** A type by its name on the wire, ignoring case, in either family; null = unknown. */
export const parseEventType = (text: string): EventType | null => byWireName.get(text.toLowerCase()) ?? null;

export const UNKNOWN_TYPE =
  "Use names of event types, separated by commas; the API documentation lists them.";
