import { redirect } from "@remix-run/node";
import { z } from "zod";
import { hasRole, type StaffPrincipal, toAudit } from "~/access/principal";
import { listProductsById } from "~/features/catalogue/catalogue.repo.server";
import { planGroupBody } from "~/features/selling-plans/plan-group.schema";
import {
  findCoverageErrors,
  planGroupForm,
  toFormPointer,
  toFormValues,
  toGroupBody,
} from "~/features/selling-plans/plan-group-form";
import { findGroupVersion } from "~/features/selling-plans/plan-groups.repo.server";
import { removePlanGroup, savePlanGroup } from "~/features/selling-plans/plan-groups.service.server";
import { getPlanGroup } from "~/features/selling-plans/selling-plans.endpoints.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction, pageLoader } from "~/http/endpoint/routes.server";
import { toFieldErrors } from "~/http/request/field-errors";
import { pageId } from "~/http/request/page-fields";
import type { RequestContext } from "~/http/request/request-context.server";
import { type FieldError, invalidRequest, ProblemError } from "~/lib/problem";
import { db } from "~db/client.server";

const LIST = "/admin/selling-plans";
const params = z.object({ groupId: pageId });

const readNewGroup = defineEndpoint({
  operationId: "readNewSellingPlanGroup",
  summary: "The form for a new group of selling plans",
  method: "GET",
  access: { staff: "editor" },
  handler: async () => ({ values: toFormValues(null) }),
});

const readGroup = defineEndpoint({
  operationId: "readSellingPlanGroupPage",
  summary: "A group of selling plans, to be changed",
  method: "GET",
  access: { staff: "viewer" },
  params,
  handler: async ({ principal: { shop, role }, params: { groupId } }) => {
    // Read first: if the group changes before the rest is read, the form is refused as stale rather than overwriting
    // the change.
    const version = await findGroupVersion(db, shop.id, groupId);
    const group = await getPlanGroup(shop.id, groupId);
    const products = await listProductsById(db, shop.id, group.productIds);
    return {
      id: group.id,
      name: group.name,
      mayEdit: hasRole(role, "editor"),
      values: { ...toFormValues(group), version: version ?? "" },
      products: products.map(({ id, title, deletedAt }) => ({ id, title, isDeleted: deletedAt !== null })),
    };
  },
});

/** @throws ProblemError as `savePlanGroup`, with the form's field names */
async function save(
  groupId: number | null,
  form: z.output<typeof planGroupForm>,
  principal: StaffPrincipal,
  context: RequestContext,
  seen: string | null = null,
): Promise<number> {
  const { body, rows } = toGroupBody(form);
  const toForm = (errors: readonly FieldError[]) =>
    invalidRequest(
      errors.map(({ pointer = "", ...error }) => ({ ...error, pointer: toFormPointer(pointer, rows) })),
    );
  const { data, error } = planGroupBody.safeParse(body);
  const errors = [...(error ? toFieldErrors(error, "body", body) : []), ...findCoverageErrors(form)];
  if (!data || errors.length > 0) throw toForm(errors);
  try {
    return await savePlanGroup(principal.shop.id, groupId, data, toAudit(principal, context), {
      ...(seen !== null && { version: seen }),
    });
  } catch (refused) {
    if (refused instanceof ProblemError && refused.code === "invalid_request" && refused.extra.errors)
      throw toForm(refused.extra.errors);
    throw refused;
  }
}

const createGroup = defineEndpoint({
  operationId: "createSellingPlanGroupByForm",
  summary: "Make a group of selling plans",
  method: "POST",
  access: { staff: "editor" },
  body: planGroupForm,
  handler: async ({ principal, body, context }) =>
    redirect(`${LIST}/${await save(null, body, principal, context)}?done=created`, 303),
});

const updateGroup = defineEndpoint({
  operationId: "updateSellingPlanGroupByForm",
  summary: "Change a group of selling plans",
  method: "POST",
  access: { staff: "editor" },
  params,
  body: planGroupForm.extend({
    version: z.string({ error: "The form is out of date; load the page again." }),
  }),
  handler: async ({ principal, params: { groupId }, body, context }) =>
    redirect(`${LIST}/${await save(groupId, body, principal, context, body.version)}?done=saved`, 303),
});

const deleteGroup = defineEndpoint({
  operationId: "deleteSellingPlanGroupByForm",
  summary: "Delete a group of selling plans",
  method: "POST",
  access: { staff: "editor" },
  params,
  handler: async ({ principal, params: { groupId }, context }) => {
    await removePlanGroup(principal.shop.id, groupId, toAudit(principal, context));
    return redirect(`${LIST}?done=deleted`, 303);
  },
});

export const newPlanGroupLoader = pageLoader(readNewGroup);
export const newPlanGroupAction = pageAction({ create: createGroup });
export const planGroupLoader = pageLoader(readGroup);
export const planGroupAction = pageAction({ save: updateGroup, delete: deleteGroup });
