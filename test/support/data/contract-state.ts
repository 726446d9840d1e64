import type { ContractAttempt, ContractState } from "~/features/contracts/change/contract-change";

/** Noon in Berlin on Thursday, 15 January 2026. */
export const NOW = new Date("2026-01-15T11:00:00Z");
export const CLOCK = { now: NOW, timeZone: "Europe/Berlin" };

export const at = (day: string): Date => new Date(`${day}T08:00:00Z`);

/** An order of the contract, dated at nine in Berlin's winter. */
export const anAttempt = (id: number, day: string, status: ContractAttempt["status"] = "QUEUED") =>
  ({
    ...{ id, billingDate: at(day), slot: null, formerSlot: null, paidWithId: null },
    ...{ status, attemptCount: 0, orderId: null },
  }) as ContractAttempt;

/** The last paid order: paid when it was due, unless stated otherwise. */
export const aPaidOne = (billingDate: Date, completedAt = billingDate) => ({
  billingDate,
  slot: null,
  completedAt,
});

export const aLine = (id: string, more: Partial<ContractState["lines"][number]> = {}) =>
  ({
    id,
    title: id,
    quantity: 1,
    currentPrice: "10",
    skippedNextOrder: false,
    customAttributes: [],
    basePrice: null,
    laterPrice: null,
    laterAfterCycle: null,
    ...more,
  }) as unknown as ContractState["lines"][number];

/** A contract as rules get it, without a database: monthly on the 20th, ACTIVE, with three upcoming orders. */
export function aState({
  contract,
  ...rest
}: Partial<Omit<ContractState, "contract">> & { contract?: Partial<ContractState["contract"]> } = {}) {
  return {
    contract: {
      status: "ACTIVE",
      currencyCode: "EUR",
      deliveryPrice: "0",
      deliveryMethodType: "SHIPPING",
      billingInterval: "MONTH",
      billingIntervalCount: 1,
      billingAnchors: [],
      deliveryInterval: "MONTH",
      deliveryIntervalCount: 1,
      nextBillingDate: at("2026-01-20"),
      scheduleAnchor: at("2025-11-20"),
      originOrderId: null,
      startsAt: null,
      createdAt: at("2025-11-01"),
      billingDateAfterTrial: null,
      endsAt: null,
      minCycles: null,
      maxCycles: null,
      orderNote: null,
      ...contract,
    } as unknown as ContractState["contract"],
    lines: [],
    discounts: [],
    attempts: [anAttempt(1, "2026-01-20"), anAttempt(2, "2026-02-20"), anAttempt(3, "2026-03-20")],
    paidOrders: 3,
    lastPaid: aPaidOne(at("2025-12-20")),
    ...rest,
  } satisfies ContractState;
}
