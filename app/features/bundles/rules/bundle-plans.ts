import { formatFrequency } from "~/lib/format";
import { compareMoney } from "~/lib/money";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import type { Interval } from "~db/schema/intervals";
import { toFrequencyName } from "./frequency-name";

type Frequency = BundleConfiguration["frequencies"][number];

/** A selling plan of the catalogue; its terms are null where only its name is known. */
export type SellingPlan = {
  id: number;
  groupId: number | null;
  name: string;
  billingInterval: Interval | null;
  billingIntervalCount: number | null;
  deliveryInterval: Interval | null;
  deliveryIntervalCount: number | null;
  /** Percent off each item, as the cart applies it; null for none. */
  discountPercentage: string | null;
  /** The discount is for this many orders of a contract, the later one for those after them; null = for all. */
  discountCycles: number | null;
  laterDiscountPercentage: string | null;
};

export type PlanProblem = { code: "required" | "other_cadence" | "other_discount"; detail: string };

/**
 * Why a frequency cannot be sold under its plan; null when it can. The platform's cart does what our page promises only
 * if plan and frequency have the same billing, delivery and discount.
 */
export function findPlanProblem(
  { interval, intervalCount, discount }: Pick<Frequency, "interval" | "intervalCount" | "discount">,
  plan: SellingPlan | undefined,
): PlanProblem | null {
  if (!plan)
    return { code: "required", detail: "Choose a selling plan, or make one: nobody can subscribe without." };
  const isBilledSo = plan.billingInterval === interval && plan.billingIntervalCount === intervalCount;
  const isDeliveredSo = plan.deliveryInterval === interval && plan.deliveryIntervalCount === intervalCount;
  if (!isBilledSo || !isDeliveredSo)
    return {
      code: "other_cadence",
      detail: `“${plan.name}” is not billed and delivered ${formatFrequency(interval, intervalCount).toLowerCase()}.`,
    };
  const taken = plan.discountPercentage ?? "0";
  if (compareMoney(taken, discount) !== 0)
    return {
      code: "other_discount",
      detail: `“${plan.name}” takes ${Number(taken)}% off, not ${Number(discount)}%.`,
    };
  const { discountCycles, laterDiscountPercentage } = plan;
  if (discountCycles === null || compareMoney(laterDiscountPercentage ?? "0", discount) === 0) return null;
  const orders = discountCycles === 1 ? "the first order" : `the first ${discountCycles} orders`;
  return { code: "other_discount", detail: `“${plan.name}” takes ${Number(taken)}% off ${orders} only.` };
}

type Plans = ReadonlyMap<number, SellingPlan>;

const isSold = (frequency: Frequency, plans: Plans): boolean =>
  findPlanProblem(frequency, plans.get(frequency.sellingPlanId ?? 0)) === null;

/** Names of the frequencies that no plan sells. */
export const listUnsold = (frequencies: readonly Frequency[], plans: Plans): string[] =>
  frequencies.filter((frequency) => !isSold(frequency, plans)).map(toFrequencyName);

/** Frequencies that have a matching plan. */
export const listSold = (frequencies: readonly Frequency[], plans: Plans): Frequency[] =>
  frequencies.filter((frequency) => isSold(frequency, plans));

/** The bundle with only the frequencies that have a plan. Without any it can be bought once. */
export function toSellable(bundle: BundleConfiguration, plans: Plans): BundleConfiguration {
  const frequencies = listSold(bundle.frequencies, plans);
  return {
    ...bundle,
    frequencies,
    allowOneTimePurchase: bundle.allowOneTimePurchase || frequencies.length === 0,
  };
}

/** "Every 2 weeks, save 12.5%": the name of a plan we create. */
export const toPlanName = ({
  interval,
  intervalCount,
  discount,
}: Pick<Frequency, "interval" | "intervalCount" | "discount">): string => {
  const cadence = formatFrequency(interval, intervalCount);
  return compareMoney(discount, "0") > 0 ? `${cadence}, save ${discount}%` : cadence;
};

export const toPlansById = (plans: readonly SellingPlan[]): Plans =>
  new Map(plans.map((plan) => [plan.id, plan]));
