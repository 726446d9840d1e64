import { type FactSum, FactTally } from "./fact-tally";
import { NUMBER_NAMES, type NumberName } from "./numbers";

/** Average days per month, as for MRR. */
const DAYS_A_MONTH = 30.4375;

const divide = (dividend: number, divisor: number): number | null =>
  divisor > 0 ? dividend / divisor : null;

/**
 * The numbers of a range, by their definitions (numbers.ts). Contracts, customers and orders are counted over all
 * currencies, as the lists count them; money is in one currency only.
 *
 * @param opening all facts before the range
 * @param within those in it
 * @param days how many days it has
 * @returns null where a number has no meaning, such as a rate with nothing to divide by
 */
export const toNumbers = (
  opening: readonly FactSum[],
  within: readonly FactSum[],
  days: number,
  currencyCode: string,
): Record<NumberName, number | null> =>
  computeNumbers(new FactTally(currencyCode, opening), new FactTally(currencyCode, within), days);

/** The same from facts that are summed already. */
export function computeNumbers(
  opening: FactTally,
  within: FactTally,
  days: number,
): Record<NumberName, number | null> {
  const { count, amount } = within;
  const countAll = (kind: Parameters<typeof count>[0]) => opening.count(kind) + count(kind);
  const mrr = within.mrrAfter(opening);
  const churned = count("CHURNED");
  const contractChurnRate = divide(churned, opening.running);
  const churnAMonth = contractChurnRate === null ? 0 : (contractChurnRate * DAYS_A_MONTH) / days;
  const contraction = lose(amount("CONTRACTION"));
  const churnedMrr = lose(amount("CHURNED"));
  const revenue = amount("PAID");
  const recovered = count("RECOVERED");
  const lost = count("LOST");
  const saved = count("SAVED");
  const perContract = divide(mrr, opening.activeInCurrency + within.activeInCurrency);
  return {
    mrr,
    newMrr: amount("NEW"),
    expansionMrr: amount("EXPANSION"),
    contractionMrr: contraction,
    churnedMrr,
    reactivatedMrr: amount("REACTIVATED"),
    activeContracts: opening.active + within.active,
    pausedContracts: opening.paused + within.paused,
    subscribers: opening.subscribers + within.subscribers,
    newContracts: count("NEW"),
    churnedContracts: churned,
    reactivatedContracts: count("REACTIVATED"),
    contractChurnRate,
    revenueChurnRate: divide(contraction + churnedMrr, opening.mrr()),
    paidOrders: count("PAID"),
    revenue,
    averageOrder: divide(revenue, within.paidInCurrency),
    lifetimeValue: perContract === null ? null : divide(perContract, churnAMonth),
    failedOrders: count("FAILED"),
    recoveredOrders: recovered,
    recoveredRevenue: amount("RECOVERED"),
    lostOrders: lost,
    recoveryRate: divide(recovered, recovered + lost),
    refunds: amount("REFUNDED"),
    skippedOrders: count("SKIPPED"),
    savedContracts: saved,
    savedMrr: amount("SAVED"),
    saveRate: divide(saved, saved + churned),
    invitedFriends: count("FRIEND_INVITED"),
    acceptedFriends: count("FRIEND_ACCEPTED"),
    joinedFriends: count("FRIEND_JOINED"),
    rewardsDue: countAll("FRIEND_JOINED") - countAll("REWARD_GIVEN") - countAll("REWARD_REFUSED"),
    rewardsGiven: count("REWARD_GIVEN"),
    rewardsRefused: count("REWARD_REFUSED"),
  };
}

/** Losses are shown as positive numbers. */
const lose = (amount: number): number => (amount === 0 ? 0 : -amount);

/** In the order in which they are shown. */
export const toNumberList = (
  now: Record<NumberName, number | null>,
  before: Record<NumberName, number | null>,
): { name: NumberName; value: number | null; previous: number | null }[] =>
  NUMBER_NAMES.map((name) => ({ name, value: now[name], previous: before[name] }));
