import { z } from "zod";
import { toAudit } from "~/access/principal";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { jsonResponse } from "~/http/endpoint/json-response.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { requireMatch, toEntityTag } from "~/http/request/entity-tags";
import { platformId, required } from "~/http/request/query-parameters";
import { type RequestContext, toApiOrigin } from "~/http/request/request-context.server";
import { planGroupBody } from "./plan-group.schema";
import { type GroupCheck, removePlanGroup, savePlanGroup } from "./plan-groups.service.server";
import {
  getPlanGroup,
  getTaggedGroup,
  PLAN_GROUP_EXAMPLE,
  sellingPlanGroup,
} from "./selling-plans.endpoints.server";

const PATH = `${MERCHANT}/subscription-groups`;
const params = z.object({ id: required(platformId("SellingPlanGroup", { description: "The group." })) });
const shared = { tag: "Selling plans", access: { apiKey: "settings:write" } } as const;
const written = { body: planGroupBody, response: sellingPlanGroup, example: PLAN_GROUP_EXAMPLE };
const PLAN = { name: "Every month, 10 % off", interval: "MONTH", intervalCount: 1, discountPercentage: 10 };
const BODY = { name: "Subscribe and save", productIds: [7_001_234_567], sellingPlans: [PLAN] };

/** The check for `If-Match`. */
const toCheck = (shopId: number, { ifMatch }: RequestContext): GroupCheck | undefined =>
  ifMatch && (async (tx, id) => requireMatch(ifMatch, toEntityTag(await getTaggedGroup(shopId, id, tx))));

/** Changes of selling plans (docs/wire.md §4 "subscription-groups"). */
export const createSellingPlanGroup = defineEndpoint({
  ...shared,
  ...written,
  operationId: "createSellingPlanGroup",
  summary: "Create a selling plan group",
  method: "POST",
  path: PATH,
  bodyExample: BODY,
  status: 201,
  responseHeaders: { Location: "URL of the group" },
  handler: async ({ principal, body, context }) => {
    const { id } = principal.shop;
    return getPlanGroup(id, await savePlanGroup(id, null, body, toAudit(principal, context)));
  },
  toResponse: (group, context) =>
    jsonResponse(JSON.stringify(group), context, {
      status: 201,
      headers: { Location: `${toApiOrigin(context.request)}${PATH}/${group.id}` },
    }),
});

export const updateSellingPlanGroup = defineEndpoint({
  ...shared,
  ...written,
  operationId: "updateSellingPlanGroup",
  summary: "Change a selling plan group",
  description:
    "Send the whole group: plans and products that are left out are removed. Contracts keep their price and frequency. A plan that contracts or bundles use cannot be removed (409).",
  method: "PUT",
  path: `${PATH}/{id}`,
  params,
  bodyExample: { ...BODY, sellingPlans: [{ id: 3_000_000_011, ...PLAN }] },
  problems: ["not_found", "conflict"],
  hasEntityTag: true,
  obeysIfMatch: true,
  handler: async ({ principal, params: { id }, body, context }) => {
    const requireAsSeen = toCheck(principal.shop.id, context);
    await savePlanGroup(principal.shop.id, id, body, toAudit(principal, context), { requireAsSeen });
    return getTaggedGroup(principal.shop.id, id);
  },
});

export const deleteSellingPlanGroup = defineEndpoint({
  ...shared,
  operationId: "deleteSellingPlanGroup",
  summary: "Delete a selling plan group",
  description:
    "Deletes the group with its plans. Refused with 409 while contracts or bundles use one of them.",
  method: "DELETE",
  path: `${PATH}/{id}`,
  params,
  response: z.object({ id: z.int().meta({ format: "int64" }) }),
  example: { id: 3_000_000_001 },
  problems: ["not_found", "conflict"],
  obeysIfMatch: true,
  handler: async ({ principal, params: { id }, context }) => {
    const requireAsSeen = toCheck(principal.shop.id, context);
    await removePlanGroup(principal.shop.id, id, toAudit(principal, context), requireAsSeen);
    return { id };
  },
});
