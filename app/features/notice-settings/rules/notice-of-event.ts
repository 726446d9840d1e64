import type { NoticeKind } from "~/features/notice-settings/rules/notice-kinds";

/** A failed payment is told of by who records it, a link by who is asked for it. */
type ToldKind = Exclude<NoticeKind, "payment_failed" | "portal_link">;

type Told = {
  id: number;
  type: string;
  contractId: number | null;
  contractVersion: number | null;
  changedFields: readonly string[];
};

/** What each event tells a customer, the weightiest first: one change is told once, however many events it has. */
const BY_WEIGHT: readonly [type: string, kind: ToldKind, field?: string][] = [
  ["created", "created"],
  ["cancelled", "cancelled"],
  ["order.paid", "order_paid"],
  ["paused", "paused"],
  ["activated", "resumed"],
  ["billing-skipped", "skipped"],
  ["billing-interval-changed", "frequency"],
  ["upcoming-order-notification", "upcoming_order"],
  ["updated", "address", "deliveryAddress"],
  ["updated", "products", "lines"],
];

/** The types that may make a notice. */
export const TELLING_TYPES: readonly string[] = [
  ...new Set(BY_WEIGHT.map(([type]) => type)),
  "payment.failed",
];

/**
 * The notices that these events make, in their order: one for each change of a contract. A change by a failed payment
 * makes none: the mail about the payment tells of it.
 */
export function toNoticesOf<E extends Told>(
  events: readonly E[],
): { kind: ToldKind; event: E & { contractId: number } }[] {
  const changes = new Map<string, (E & { contractId: number })[]>();
  for (const event of events) {
    const { contractId } = event;
    if (contractId === null) continue;
    // An announcement is no change of the contract: it stands by itself.
    const key =
      event.type === "upcoming-order-notification"
        ? `event ${event.id}`
        : `${contractId} ${event.contractVersion}`;
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
