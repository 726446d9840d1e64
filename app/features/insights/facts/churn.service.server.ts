import type { NumberName } from "~/features/insights/definitions/numbers";
import { findTitles, type PartSum, sumParts } from "~/features/insights/facts/fact-sums.repo.server";
import {
  type InsightRange,
  type InsightShop,
  type OverviewNumber,
  readOverview,
} from "~/features/insights/facts/overview.service.server";

/** @field mrr that ended with them */
type Ended = { contracts: number; mrr: number };
export type Churn = InsightRange & {
  numbers: OverviewNumber[];
  reasons: ({ reason: string } & Ended)[];
  /** @field months whole ones from the start to the end of the contract */
  ages: ({ months: number } & Ended)[];
  /** A contract with several products counts for each. */
  products: ({ productId: number; title: string | null } & Ended)[];
};

const NAMES: readonly NumberName[] = [
  "churnedContracts",
  "churnedMrr",
  "contractChurnRate",
  "revenueChurnRate",
  "reactivatedContracts",
  "reactivatedMrr",
];
/** Reasons are what people write, too; of more than that nobody reads a table. */
const MOST_PARTS = 100;

const toEnded = ({ count, amount }: PartSum): Ended => ({ contracts: count, mrr: Number(amount) });

/** Contracts that ended in a range: why, how old, and with which products (wire.md §8). @param today as `readOverview` */
export async function readChurn(shop: InsightShop, range: InsightRange, today: string): Promise<Churn> {
  const sum = (topic: "churned_reason" | "churned_age" | "churned_product") =>
    sumParts(shop.id, topic, range, range.currencyCode, MOST_PARTS);
  const [overview, reasons, ages, products] = await Promise.all([
    readOverview(shop, range, today),
    sum("churned_reason"),
    sum("churned_age"),
    sum("churned_product"),
  ]);
  const ids = products.map(({ part }) => Number(part));
  const titles = await findTitles(shop.id, { products: ids, variants: [] });
  const { from, to, currencyCode } = range;
  return {
    from,
    to,
    currencyCode,
    numbers: overview.numbers.filter(({ name }) => NAMES.includes(name)),
    reasons: reasons.map((part) => ({ reason: part.part, ...toEnded(part) })),
    ages: ages
      .map((part) => ({ months: Number(part.part), ...toEnded(part) }))
      .sort((a, b) => a.months - b.months),
    products: products.map((part) => {
      const productId = Number(part.part);
      return { productId, title: titles.products.get(productId) ?? null, ...toEnded(part) };
    }),
  };
}
