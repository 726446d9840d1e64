import { ANNOUNCEMENT } from "~/features/events/events";
import type { NoticeKind } from "./notice-kinds";

/** The other two are sent by the code that records a failed payment or handles a request for a link. */
type EventNoticeKind = Exclude<NoticeKind, "payment_failed" | "portal_link">;

type CausingEvent = {
  id: number;
  type: string;
  contractId: number | null;
  contractVersion: number | null;
  changedFields: readonly string[];
};

/** The notice of each event, the most important first: one change makes one notice, however many events it has. */
const BY_WEIGHT: readonly [type: string, kind: EventNoticeKind, field?: string][] = [
  ["created", "created"],
  ["cancelled", "cancelled"],
  ["order.paid", "order_paid"],
  ["paused", "paused"],
  ["activated", "resumed"],
  ["billing-skipped", "skipped"],
  ["billing-interval-changed", "frequency"],
  [ANNOUNCEMENT, "upcoming_order"],
  ["updated", "address", "deliveryAddress"],
  ["updated", "products", "lines"],
];

/** Whether notices of this kind are caused by events. */
export const isOfEvents = (kind: NoticeKind): boolean => BY_WEIGHT.some(([, each]) => each === kind);

/** Types of events that may cause a notice. */
export const TELLING_TYPES: readonly string[] = [
  ...new Set(BY_WEIGHT.map(([type]) => type)),
  "payment.failed",
];

/**
 * The notices for these events, in order: one for each change of a contract. A change caused by a failed payment has
 * none: the mail about the payment reports it.
 */
export function toNoticesOf<E extends CausingEvent>(
  events: readonly E[],
): { kind: EventNoticeKind; event: E & { contractId: number } }[] {
  const changes = new Map<string, (E & { contractId: number })[]>();
  for (const event of events) {
    const { contractId } = event;
    if (contractId === null) continue;
    // An announcement is not a change of the contract, so it is a notice of its own.
    const key = event.type === ANNOUNCEMENT ? `event ${event.id}` : `${contractId} ${event.contractVersion}`;
    changes.set(key, [...(changes.get(key) ?? []), { ...event, contractId }]);
  }
  return [...changes.values()].flatMap((change) => {
    if (change.some(({ type }) => type === "payment.failed")) return [];
    for (const [type, kind, field] of BY_WEIGHT) {
      const event = change.find(
        (each) => each.type === type && (!field || each.changedFields.includes(field)),
      );
      if (event) return [{ kind, event }];
    }
    return [];
  });
}
