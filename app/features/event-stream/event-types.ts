import type { ContractEventType, OtherEventType, PaymentEventType } from "~/features/events/events";
import { EVENT_FAMILIES } from "~db/schema/events";

/** What an event is about: the content of `data`. */
export type EventSubject = "contract" | "order" | "bulk-automation" | "import" | "referral";

/** An event's type as stored: contract events without the family, which each shop chooses. */
export type EventType = ContractEventType | PaymentEventType | OtherEventType;

/** Every type with its subject and description. */
export const EVENT_TYPES: Record<EventType, { subject: EventSubject; tells: string }> = {
  created: { subject: "contract", tells: "A contract was made." },
  updated: { subject: "contract", tells: "Something about a contract has changed." },
  activated: { subject: "contract", tells: "A contract goes on: resumed, reactivated or paid again." },
  paused: { subject: "contract", tells: "A contract was paused." },
  cancelled: { subject: "contract", tells: "A contract was cancelled." },
  expired: { subject: "contract", tells: "A contract has had the last of its orders." },
  "next-order-date-changed": { subject: "contract", tells: "The next order has another date." },
  "billing-interval-changed": { subject: "contract", tells: "A contract is billed in another interval." },
  "billing-success": { subject: "order", tells: "An order was paid." },
  "billing-failure": { subject: "order", tells: "An order could not be paid." },
  "billing-skipped": { subject: "order", tells: "An order was left out." },
  "upcoming-order-notification": { subject: "order", tells: "An order is due soon." },
  "order.paid": { subject: "order", tells: "An order was paid and made." },
  "payment.failed": {
    subject: "order",
    tells: "A try to charge an order was declined; who has to act, why, and when it is tried again.",
  },
  "payment.action-required": {
    subject: "order",
    tells: "The customer's bank wants to hear from the customer before an order is paid.",
  },
  "payment-method.updated": { subject: "contract", tells: "A contract is paid by another payment method." },
  "dunning.started": { subject: "contract", tells: "The tries after a first failed payment begin." },
  "dunning.ended": { subject: "contract", tells: "These tries are over; whether a payment ended them." },
  "bulk-automation.completed": { subject: "bulk-automation", tells: "A bulk change has come to its end." },
  "import.completed": {
    subject: "import",
    tells: "An import has come to its end. What it brought in has no events of its own.",
  },
  "referral.accepted": { subject: "referral", tells: "A friend has accepted a customer's offer." },
  "referral.rewarded": { subject: "referral", tells: "A customer was rewarded for a referral." },
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
