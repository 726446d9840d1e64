import { z } from "zod";
import {
  listGroups,
  listPlans,
  type StoredGroup,
} from "~/features/catalogue/selling-plans/selling-plans.repo.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { Tagged } from "~/http/request/entity-tags";
import { platformId, required } from "~/http/request/query-parameters";
import { notFound } from "~/lib/problem";
import { instant, int32OrNull, int64, int64OrNull, text, textOrNull } from "~/lib/schemas/record-schemas";
import type { Queryable } from "~db/client.server";
import { INTERVALS } from "~db/schema/intervals";

const unit = (description: string) => z.enum(INTERVALS).nullable().meta({ description });

const sellingPlan = z
  .object({
    id: int64("The plan"),
    name: text("Its name"),
    groupId: int64OrNull("Id of its group; null if unknown"),
    groupName: textOrNull("The group's name"),
    interval: unit("Unit of the billing interval; null if unknown"),
    intervalCount: int32OrNull("Number of units between two bills"),
    deliveryInterval: unit("Unit of the delivery interval"),
    deliveryIntervalCount: int32OrNull("Number of units between two deliveries"),
    discountPercentage: z
      .number()
      .nullable()
      .meta({ description: "Discount in percent; null if there is none" }),
    discountCycles: int32OrNull(
      "Number of a contract's orders that the discount applies to; null for all of them",
    ),
    laterDiscountPercentage: z
      .number()
      .nullable()
      .meta({ description: "Discount in percent after those orders; null if there is none" }),
  })
  .meta({ id: "SellingPlan", description: "Terms under which a product is sold by subscription" });

export const sellingPlanGroup = z
  .object({
    id: int64("The group"),
    name: text("Its name"),
    createdAt: instant("When it was created"),
    productIds: z
      .array(z.int().meta({ format: "int64" }))
      .meta({ description: "Products that are sold under its plans" }),
    sellingPlans: z.array(sellingPlan).meta({ description: "Its plans, sorted by name" }),
  })
  .meta({ id: "SellingPlanGroup", description: "Plans that are offered together" });

const PLAN_EXAMPLE: z.output<typeof sellingPlan> = {
  id: 3_000_000_011,
  name: "Every month, 10 % off",
  groupId: 3_000_000_001,
  groupName: "Subscribe and save",
  interval: "MONTH",
  intervalCount: 1,
  deliveryInterval: "MONTH",
  deliveryIntervalCount: 1,
  discountPercentage: 10,
  discountCycles: null,
  laterDiscountPercentage: null,
};
export const PLAN_GROUP_EXAMPLE: z.output<typeof sellingPlanGroup> = {
  id: 3_000_000_001,
  name: "Subscribe and save",
  createdAt: "2026-01-05T10:00:00.000Z",
  productIds: [7_001_234_567],
  sellingPlans: [PLAN_EXAMPLE],
};

type Group = z.output<typeof sellingPlanGroup>;
const toGroup = (group: StoredGroup, plans: z.output<typeof sellingPlan>[]): Group => ({
  ...group,
  createdAt: new Date(group.createdAt).toISOString(),
  sellingPlans: plans.filter(({ groupId }) => groupId === group.id),
});

/** A group with its plans and products. @throws ProblemError not_found */
export async function getPlanGroup(shopId: number, id: number, on?: Queryable): Promise<Group> {
  const [[group], plans] = await Promise.all([listGroups(shopId, id, on), listPlans(shopId, id, on)]);
  if (!group) throw notFound("There is no such group of selling plans.");
  return toGroup(group, plans);
}

/** The same with its ETag, made from everything in it that can change. */
export const getTaggedGroup = async (...which: Parameters<typeof getPlanGroup>): Promise<Tagged<Group>> =>
  new Tagged(await getPlanGroup(...which), "");

const shared = { tag: "Selling plans", method: "GET", access: { apiKey: "settings:read" } } as const;

export const listSellingPlanGroups = defineEndpoint({
  ...shared,
  operationId: "listSellingPlanGroups",
  summary: "List selling plan groups",
  description: "All groups of the shop, sorted by name, with their plans and products.",
  path: `${MERCHANT}/subscription-groups`,
  response: z.array(sellingPlanGroup),
  example: [PLAN_GROUP_EXAMPLE],
  handler: async ({ principal: { shop } }) => {
    const [groups, plans] = await Promise.all([listGroups(shop.id), listPlans(shop.id)]);
    return groups.map((group) => toGroup(group, plans));
  },
});

export const readSellingPlanGroup = defineEndpoint({
  ...shared,
  operationId: "readSellingPlanGroup",
  summary: "Get a selling plan group",
  path: `${MERCHANT}/subscription-groups/{id}`,
  params: z.object({ id: required(platformId("SellingPlanGroup", { description: "The group." })) }),
  response: sellingPlanGroup,
  example: PLAN_GROUP_EXAMPLE,
  problems: ["not_found"],
  hasEntityTag: true,
  handler: ({ principal: { shop }, params: { id } }) => getTaggedGroup(shop.id, id),
});

export const listAllSellingPlans = defineEndpoint({
  ...shared,
  operationId: "listAllSellingPlans",
  summary: "List all selling plans",
  description: "Sorted by group and name. Plans without a group, which an import may leave, come last.",
  path: `${MERCHANT}/subscription-groups/all-selling-plans`,
  response: z.array(sellingPlan),
  example: [PLAN_EXAMPLE],
  handler: ({ principal: { shop } }) => listPlans(shop.id),
});
