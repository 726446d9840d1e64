import type { NumberName } from "~/features/insights/definitions/numbers";
import type { Churn } from "~/features/insights/records/churn-record";
import type { FactTopic } from "~db/schema/fact-enums";
import { findTitles, type PartSum, sumParts } from "./fact-sums.repo.server";
import { type InsightRange, type InsightShop, readOverview } from "./overview.service.server";

/** @field mrr that ended with them @field previousContracts over the same number of days before */
type Ended = { contracts: number; mrr: number; previousContracts: number };

export const CHURN_NUMBERS: readonly NumberName[] = [
  "churnedContracts",
  "churnedMrr",
  "contractChurnRate",
  "revenueChurnRate",
  "reactivatedContracts",
  "reactivatedMrr",
  "savedContracts",
  "savedMrr",
  "saveRate",
];
/** Reasons include free text; a longer table would not be read. */
const MOST_PARTS = 100;

const toEnded = ({ count, amount, previousCount }: PartSum): Ended => ({
  contracts: count,
  mrr: Number(amount),
  previousContracts: previousCount,
});

/** Reasons of those who left and of those who stayed, side by side. */
function toReasons(ended: readonly PartSum[], saved: readonly PartSum[]): Churn["reasons"] {
  const stayed = new Map(saved.map(({ part, count }) => [part, count]));
  const gone = ended.map((part) => {
    const count = stayed.get(part.part) ?? 0;
    stayed.delete(part.part);
    return { reason: part.part, saved: count, ...toEnded(part) };
  });
  const none = { contracts: 0, mrr: 0, previousContracts: 0 };
  return [...gone, ...[...stayed].map(([reason, count]) => ({ reason, saved: count, ...none }))];
}

/** Contracts that ended in a range: reasons, ages and products (wire.md §8). @param today as for `readOverview` */
export async function readChurn(shop: InsightShop, range: InsightRange, today: string): Promise<Churn> {
  const [overview, parts] = await Promise.all([
    readOverview(shop, range, today),
    readChurnParts(shop, range),
  ]);
  const { from, to, currencyCode } = range;
  const numbers = overview.numbers.filter(({ name }) => CHURN_NUMBERS.includes(name));
  return { from, to, currencyCode, numbers, ...parts };
}

/** The same without the totals. */
export async function readChurnParts(
  shop: InsightShop,
  range: InsightRange,
): Promise<Pick<Churn, "reasons" | "ages" | "products" | "saved">> {
  const sum = (topic: FactTopic) => sumParts(shop.id, topic, range, range.currencyCode, MOST_PARTS);
  const [reasons, ages, products, offers, stayed] = await Promise.all([
    sum("churned_reason"),
    sum("churned_age"),
    sum("churned_product"),
    sum("saved_offer"),
    sum("saved_reason"),
  ]);
  const ids = products.map(({ part }) => Number(part));
  const titles = await findTitles(shop.id, { products: ids, variants: [] });
  return {
    reasons: toReasons(reasons, stayed),
    ages: ages
      .map((part) => ({ months: Number(part.part), ...toEnded(part) }))
      .sort((a, b) => a.months - b.months),
    products: products.map((part) => {
      const productId = Number(part.part);
      return { productId, title: titles.products.get(productId) ?? null, ...toEnded(part) };
    }),
    saved: offers.map((part) => ({ offer: part.part, ...toEnded(part) })),
  };
}
