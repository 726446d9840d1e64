import type { ReferralFactKind } from "~db/schema/fact-enums";
import { NO_STATUS } from "~db/schema/facts";
import type { referrals } from "~db/schema/referrals";
import type { Fact } from "./contract-facts";

/** The fields of a referral that are counted; its row fits. */
export type CountedReferral = Pick<
  typeof referrals.$inferSelect,
  "status" | "isClaimed" | "invitedAt" | "acceptedAt" | "usedAt" | "closedAt"
>;

/** ISO 4217: no currency. For facts without money. */
export const NO_CURRENCY = "XXX";

/**
 * The facts of a referral in its present state (docs/insights.md "Referrals"). A friend whose acceptance was refused is
 * not counted: they may try again, and it is not disclosed.
 */
function toReferralFacts(
  { status, isClaimed, invitedAt, acceptedAt, usedAt, closedAt }: CountedReferral,
  toDay: (instant: Date) => string,
): Fact[] {
  const steps: [kind: ReferralFactKind, at: Date | null][] = [
    ["FRIEND_INVITED", invitedAt],
    ["FRIEND_ACCEPTED", isClaimed ? acceptedAt : null],
    ["FRIEND_JOINED", isClaimed ? usedAt : null],
    ["REWARD_GIVEN", status === "REWARDED" ? closedAt : null],
    ["REWARD_REFUSED", status === "REFUSED" && isClaimed ? closedAt : null],
  ];
  return steps.flatMap(([kind, at]) => (at ? [toFact(kind, toDay(at))] : []));
}

const toFact = (kind: ReferralFactKind, day: string): Fact => ({
  day,
  kind,
  currencyCode: NO_CURRENCY,
  fromStatus: NO_STATUS,
  toStatus: NO_STATUS,
  count: 1,
  amount: "0",
  subscribers: 0,
});

/**
 * The facts that a change of a referral adds; those it takes back have negative counts. @param before null: it is new
 */
export function toReferralFactsOfChange(
  before: CountedReferral | null,
  after: CountedReferral,
  toDay: (instant: Date) => string,
): Fact[] {
  const toKey = ({ kind, day }: Fact) => `${kind} ${day}`;
  const past = new Map((before ? toReferralFacts(before, toDay) : []).map((fact) => [toKey(fact), fact]));
  const added = toReferralFacts(after, toDay).filter((fact) => !past.delete(toKey(fact)));
  return [...added, ...[...past.values()].map((fact) => ({ ...fact, count: -1 }))];
}
