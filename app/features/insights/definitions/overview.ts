import { isRunning } from "~/features/facts/contract-facts";
import { NUMBER_NAMES, type NumberName } from "~/features/insights/definitions/numbers";
import { sumMoney } from "~/lib/money";
import { CONTRACT_FACT_KINDS, type FACT_KINDS } from "~db/schema/fact-enums";
import { type factDays, NO_STATUS } from "~db/schema/facts";

type FactKind = (typeof FACT_KINDS)[number];
/** Facts summed: `count` in all, `amount` as a decimal string. */
export type FactSum = Pick<
  typeof factDays.$inferSelect,
  "kind" | "currencyCode" | "fromStatus" | "toStatus" | "count" | "amount" | "subscribers"
>;

/** Mean days of a month, as MRR has them. */
const DAYS_A_MONTH = 30.4375;

const isOf =
  (...kinds: FactKind[]) =>
  ({ kind }: FactSum) =>
    kinds.includes(kind);
const isContract = isOf(...CONTRACT_FACT_KINDS);

const countOf = (sums: readonly FactSum[], ...kinds: FactKind[]): number =>
  sums.filter(isOf(...kinds)).reduce((count, sum) => count + sum.count, 0);
const amountOf = (sums: readonly FactSum[], ...kinds: FactKind[]): number =>
  Number(sumMoney(sums.filter(isOf(...kinds)).map(({ amount }) => amount)));

/** How many contracts are there in statuses that match, by those that came and those that went. */
function countIn(sums: readonly FactSum[], matches: (status: FactSum["toStatus"]) => boolean): number {
  return sums
    .filter(isContract)
    .reduce(
      (count, sum) => count + sum.count * (Number(matches(sum.toStatus)) - Number(matches(sum.fromStatus))),
      0,
    );
}

const runs = (status: FactSum["toStatus"]): boolean => status !== NO_STATUS && isRunning(status);
const divide = (dividend: number, divisor: number): number | null =>
  divisor > 0 ? dividend / divisor : null;

/**
 * The numbers of a range, by their definitions (numbers.ts). Contracts, customers and orders are counted in all
 * currencies, as the lists count them; money is that of one currency, and of nothing else.
 *
 * @param opening all facts before the range
 * @param within those in it
 * @param days how many days it has
 * @returns null where a number has no meaning, such as a rate of nothing
 */
export function toNumbers(
  opening: readonly FactSum[],
  within: readonly FactSum[],
  days: number,
  currencyCode: string,
): Record<NumberName, number | null> {
  const inCurrency = ({ currencyCode: each }: FactSum) => each === currencyCode;
  const money = within.filter(inCurrency);
  const all = [...opening, ...within];
  const toMrr = (sums: readonly FactSum[]) =>
    Number(sumMoney(sums.filter((sum) => inCurrency(sum) && isContract(sum)).map(({ amount }) => amount)));
  const mrr = toMrr(all);
  const active = countIn(all, (status) => status === "ACTIVE");
  const churned = countOf(within, "CHURNED");
  const contractChurnRate = divide(churned, countIn(opening, runs));
  const churnAMonth = contractChurnRate === null ? 0 : (contractChurnRate * DAYS_A_MONTH) / days;
  const contraction = lose(amountOf(money, "CONTRACTION"));
  const churnedMrr = lose(amountOf(money, "CHURNED"));
  const revenue = amountOf(money, "PAID");
  const recovered = countOf(within, "RECOVERED");
  const lost = countOf(within, "LOST");
  const saved = countOf(within, "SAVED");
  const activeInCurrency = countIn(all.filter(inCurrency), (status) => status === "ACTIVE");
  const perContract = divide(mrr, activeInCurrency);
  return {
    mrr,
    newMrr: amountOf(money, "NEW"),
    expansionMrr: amountOf(money, "EXPANSION"),
    contractionMrr: contraction,
    churnedMrr,
    reactivatedMrr: amountOf(money, "REACTIVATED"),
    activeContracts: active,
    pausedContracts: countIn(all, (status) => status === "PAUSED"),
    subscribers: all.reduce((count, sum) => count + sum.subscribers, 0),
    newContracts: countOf(within, "NEW"),
    churnedContracts: churned,
    reactivatedContracts: countOf(within, "REACTIVATED"),
    contractChurnRate,
    revenueChurnRate: divide(contraction + churnedMrr, toMrr(opening)),
    paidOrders: countOf(within, "PAID"),
    revenue,
    averageOrder: divide(revenue, countOf(money, "PAID")),
    lifetimeValue: perContract === null ? null : divide(perContract, churnAMonth),
    failedOrders: countOf(within, "FAILED"),
    recoveredOrders: recovered,
    recoveredRevenue: amountOf(money, "RECOVERED"),
    lostOrders: lost,
    recoveryRate: divide(recovered, recovered + lost),
    refunds: amountOf(money, "REFUNDED"),
    skippedOrders: countOf(within, "SKIPPED"),
    savedContracts: saved,
    savedMrr: amountOf(money, "SAVED"),
    saveRate: divide(saved, saved + churned),
    invitedFriends: countOf(within, "FRIEND_INVITED"),
    acceptedFriends: countOf(within, "FRIEND_ACCEPTED"),
    joinedFriends: countOf(within, "FRIEND_JOINED"),
    rewardsDue: countOf(all, "FRIEND_JOINED") - countOf(all, "REWARD_GIVEN", "REWARD_REFUSED"),
    rewardsGiven: countOf(within, "REWARD_GIVEN"),
    rewardsRefused: countOf(within, "REWARD_REFUSED"),
  };
}

/** A loss is told as a number above zero. */
const lose = (amount: number): number => (amount === 0 ? 0 : -amount);

/** In the order they are told in. */
export const toNumberList = (
  now: Record<NumberName, number | null>,
  before: Record<NumberName, number | null>,
): { name: NumberName; value: number | null; previous: number | null }[] =>
  NUMBER_NAMES.map((name) => ({ name, value: now[name], previous: before[name] }));
