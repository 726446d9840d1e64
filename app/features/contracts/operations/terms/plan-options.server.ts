import { z } from "zod";
import { type CataloguePlan, findCatalogueOffers } from "~/features/contracts/offers/line-offers.repo.server";
import { defineForBothCallers } from "~/features/contracts/operations/definition/contract-operation.server";
import { MISSING, platformIds } from "~/http/request/query-parameters";
import { invalidRequest } from "~/lib/problem";
import { db } from "~db/client.server";
import { INTERVALS } from "~db/schema/intervals";

const interval = z.enum(INTERVALS).nullable();
const count = z.int().min(1).nullable().meta({ format: "int32" });

/** A selling plan as a frequency to choose (wire.md §4 "billing-interval"). */
const planOption = z
  .object({
    id: z.int().meta({ format: "int64", minimum: 1 }),
    frequencyName: z.string(),
    interval,
    intervalCount: count,
    deliveryInterval: interval,
    deliveryIntervalCount: count,
    pricingPolicy: z
      .object({
        cycleDiscounts: z.array(
          z.object({
            afterCycle: z.int().meta({ format: "int32", description: "Applies after this many orders" }),
            adjustmentType: z.literal("PERCENTAGE"),
            adjustmentValue: z.number().meta({ description: "Percentage" }),
          }),
        ),
      })
      .nullable()
      .meta({ description: "null if there is no discount" }),
  })
  .meta({ id: "SellingPlanOption" });
type PlanOption = z.output<typeof planOption>;

export const listPlanOptions = defineForBothCallers({
  name: "listPlanOptions",
  path: "subscription-contract-details/billing-interval",
  summary: "List selling plans as frequency options",
  description:
    "In the order of the given ids. Ids unknown to the shop are left out; unknown intervals are null.",
  method: "GET",
  portalAction: "change_plan",
  query: z.object({
    sellingPlanIds: platformIds("SellingPlan", {
      description: "Ids of selling plans, separated by commas. Required.",
      example: "3000000021",
    }),
  }),
  response: z.array(planOption),
  example: [
    {
      id: 3_000_000_021,
      frequencyName: "Every 2 months",
      interval: "MONTH",
      intervalCount: 2,
      deliveryInterval: "MONTH",
      deliveryIntervalCount: 2,
      pricingPolicy: {
        cycleDiscounts: [{ afterCycle: 0, adjustmentType: "PERCENTAGE", adjustmentValue: 10 }],
      },
    },
  ],
  answer: async ({ shop }, { query: { sellingPlanIds } }) => {
    if (!sellingPlanIds)
      throw invalidRequest([{ parameter: "sellingPlanIds", code: "missing", detail: MISSING }]);
    const asked = { planIds: sellingPlanIds, variantIds: [], productIds: [] };
    const { plans } = await findCatalogueOffers(db, shop.id, asked);
    return sellingPlanIds.flatMap((id): PlanOption[] => {
      const plan = plans.get(id);
      return plan ? [toOption(plan)] : [];
    });
  },
});

function toOption(plan: CataloguePlan): PlanOption {
  const { discountPercentage: first, discountCycles: cycles, laterDiscountPercentage: later } = plan;
  const toDiscount = (afterCycle: number, percent: string | null) => ({
    afterCycle,
    adjustmentType: "PERCENTAGE" as const,
    adjustmentValue: Number(percent ?? 0),
  });
  const cycleDiscounts = [
    ...(Number(first ?? 0) > 0 ? [toDiscount(0, first)] : []),
    ...(cycles === null ? [] : [toDiscount(cycles, later)]),
  ];
  return {
    id: plan.id,
    frequencyName: plan.name,
    interval: plan.billingInterval,
    intervalCount: plan.billingIntervalCount,
    deliveryInterval: plan.deliveryInterval ?? plan.billingInterval,
    deliveryIntervalCount: plan.deliveryIntervalCount ?? plan.billingIntervalCount,
    pricingPolicy: cycleDiscounts.length > 0 ? { cycleDiscounts } : null,
  };
}
