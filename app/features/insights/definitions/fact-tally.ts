import { isRunning } from "~/features/facts/contract-facts";
import { MoneySum } from "~/lib/money";
import { CONTRACT_FACT_KINDS, type FACT_KINDS } from "~db/schema/fact-enums";
import { type factDays, NO_STATUS } from "~db/schema/facts";

type FactKind = (typeof FACT_KINDS)[number];
/** Facts summed: `count` in all, `amount` as a decimal string. */
export type FactSum = Pick<
  typeof factDays.$inferSelect,
  "kind" | "currencyCode" | "fromStatus" | "toStatus" | "count" | "amount" | "subscribers"
>;

const CONTRACT_KINDS: ReadonlySet<FactKind> = new Set(CONTRACT_FACT_KINDS);
const isActive = (status: FactSum["toStatus"]): number => Number(status === "ACTIVE");
const isPaused = (status: FactSum["toStatus"]): number => Number(status === "PAUSED");
const runs = (status: FactSum["toStatus"]): number => Number(status !== NO_STATUS && isRunning(status));

/**
 * Facts summed for the numbers: each fact is added once, however many points in time are computed from it. Counts are
 * over all currencies, money, `activeInCurrency` and `paidInCurrency` in one.
 */
export class FactTally {
  readonly currencyCode: string;
  readonly #counts = new Map<FactKind, number>();
  readonly #amounts = new Map<FactKind, MoneySum>();
  readonly #mrr = new MoneySum();
  /** Number of contracts that entered a status minus those that left it. */
  active = 0;
  activeInCurrency = 0;
  paidInCurrency = 0;
  paused = 0;
  running = 0;
  subscribers = 0;

  constructor(currencyCode: string, sums: readonly FactSum[] = []) {
    this.currencyCode = currencyCode;
    for (const sum of sums) this.add(sum);
  }

  add({ kind, currencyCode, fromStatus, toStatus, count, amount, subscribers }: FactSum): void {
    const isInCurrency = currencyCode === this.currencyCode;
    increase(this.#counts, kind, count);
    this.subscribers += subscribers;
    if (CONTRACT_KINDS.has(kind)) {
      const active = count * (isActive(toStatus) - isActive(fromStatus));
      this.active += active;
      this.paused += count * (isPaused(toStatus) - isPaused(fromStatus));
      this.running += count * (runs(toStatus) - runs(fromStatus));
      if (isInCurrency) {
        this.activeInCurrency += active;
        this.#mrr.add(amount);
      }
    }
    if (!isInCurrency) return;
    if (kind === "PAID") this.paidInCurrency += count;
    this.#moneyOf(kind).add(amount);
  }

  /** Adds another tally of the same currency. */
  include(other: FactTally): void {
    for (const [kind, count] of other.#counts) increase(this.#counts, kind, count);
    for (const [kind, amount] of other.#amounts) this.#moneyOf(kind).include(amount);
    this.#mrr.include(other.#mrr);
    this.active += other.active;
    this.activeInCurrency += other.activeInCurrency;
    this.paidInCurrency += other.paidInCurrency;
    this.paused += other.paused;
    this.running += other.running;
    this.subscribers += other.subscribers;
  }

  count = (kind: FactKind): number => this.#counts.get(kind) ?? 0;
  amount = (kind: FactKind): number => this.#amounts.get(kind)?.toNumber() ?? 0;
  mrr = (): number => this.#mrr.toNumber();
  /** MRR after this tally and those before it. */
  mrrAfter = (opening: FactTally): number =>
    new MoneySum().include(opening.#mrr).include(this.#mrr).toNumber();

  #moneyOf(kind: FactKind): MoneySum {
    let sum = this.#amounts.get(kind);
    if (!sum) {
      sum = new MoneySum();
      this.#amounts.set(kind, sum);
    }
    return sum;
  }
}

const increase = (counts: Map<FactKind, number>, kind: FactKind, by: number): void =>
  void counts.set(kind, (counts.get(kind) ?? 0) + by);
