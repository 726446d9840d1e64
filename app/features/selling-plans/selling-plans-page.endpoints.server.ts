import { hasRole } from "~/access/principal";
import {
  listGroupProducts,
  listGroups,
  listPlans,
} from "~/features/catalogue/selling-plans/selling-plans.repo.server";
import { staffPage } from "~/http/endpoint/staff-page.server";
import { formatFrequency } from "~/lib/format";

const PRODUCTS_SHOWN = 20;

type Plan = Awaited<ReturnType<typeof listPlans>>[number];

/** A plan as texts; null where the platform has not reported the value. */
const toPlanView = (plan: Plan) => ({
  id: plan.id,
  name: plan.name,
  billed: toFrequency(plan.interval, plan.intervalCount),
  delivered: toFrequency(plan.deliveryInterval, plan.deliveryIntervalCount),
  discount: toDiscount(plan),
});

export type PlanView = ReturnType<typeof toPlanView>;

/** "20%, then 5% after 3 orders"; null = no discount. */
function toDiscount({ discountPercentage, discountCycles, laterDiscountPercentage }: Plan): string | null {
  const first = discountPercentage ? `${discountPercentage}%` : null;
  if (discountCycles === null) return first;
  const orders = `${discountCycles} ${discountCycles === 1 ? "order" : "orders"}`;
  return `${first ?? "0%"}, then ${laterDiscountPercentage ?? 0}% after ${orders}`;
}

const toFrequency = (interval: Plan["interval"], count: number | null) =>
  interval === null || count === null ? null : formatFrequency(interval, count);

/** The selling plans of the shop, by group. */
export const sellingPlansLoader = staffPage("readSellingPlans", "viewer", {
  handler: async ({ principal: { shop, role } }) => {
    const [groups, plans, products] = await Promise.all([
      listGroups(shop.id),
      listPlans(shop.id),
      listGroupProducts(shop.id, PRODUCTS_SHOWN),
    ]);
    return {
      mayEdit: hasRole(role, "editor"),
      groups: groups.map(({ id, name, productIds }) => ({
        id,
        name,
        plans: plans.filter(({ groupId }) => groupId === id).map(toPlanView),
        products: products.filter(({ groupId }) => groupId === id).map(({ title }) => title),
        moreProducts: Math.max(0, productIds.length - PRODUCTS_SHOWN),
      })),
      ungrouped: plans.filter(({ groupId }) => groupId === null).map(toPlanView),
    };
  },
});
