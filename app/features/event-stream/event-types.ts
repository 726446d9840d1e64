import type { ContractEventType, OtherEventType, PaymentEventType } from "~/features/events/events";
import { EVENT_FAMILIES } from "~db/schema/events";

/** What an event is about: the content of `data`. */
export type EventSubject = "contract" | "order" | "bulk-automation" | "import" | "referral";

/** An event's type as stored: contract events without the family, which each shop chooses. */
export type EventType = ContractEventType | PaymentEventType | OtherEventType;

/** Every type with its subject and description. */
export const EVENT_TYPES: Record<EventType, { subject: EventSubject; description: string }> = {
  created: { subject: "contract", description: "A contract was made." },
  updated: { subject: "contract", description: "Something about a contract has changed." },
  activated: { subject: "contract", description: "A contract goes on: resumed, reactivated or paid again." },
  paused: { subject: "contract", description: "A contract was paused." },
  cancelled: { subject: "contract", description: "A contract was cancelled." },
  expired: { subject: "contract", description: "A contract has had the last of its orders." },
  "next-order-date-changed": { subject: "contract", description: "The next order has another date." },
  "billing-interval-changed": {
    subject: "contract",
    description: "A contract is billed in another interval.",
  },
  "billing-success": { subject: "order", description: "An order was paid." },
  "billing-failure": { subject: "order", description: "An order could not be paid." },
  "billing-skipped": { subject: "order", description: "An order was left out." },
  "upcoming-order-notification": { subject: "order", description: "An order is due soon." },
  "order.paid": { subject: "order", description: "An order was paid and made." },
  "payment.failed": {
    subject: "order",
    description: "A try to charge an order was declined; who has to act, why, and when it is tried again.",
  },
  "payment.action-required": {
    subject: "order",
    description: "The customer's bank wants to hear from the customer before an order is paid.",
  },
  "payment-method.updated": {
    subject: "contract",
    description: "A contract is paid by another payment method.",
  },
  "dunning.started": { subject: "contract", description: "The tries after a first failed payment begin." },
  "dunning.ended": {
    subject: "contract",
    description: "These tries are over; whether a payment ended them.",
  },
  "bulk-automation.completed": {
    subject: "bulk-automation",
    description: "A bulk change has come to its end.",
  },
  "import.completed": {
    subject: "import",
    description: "An import has come to its end. What it brought in has no events of its own.",
  },
  "referral.accepted": { subject: "referral", description: "A friend has accepted a customer's offer." },
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
