import { redirect } from "@remix-run/node";
import { z } from "zod";
import { hasRole, type StaffPrincipal, toAudit } from "~/access/principal";
import { listProductsById } from "~/features/catalogue/catalogue.repo.server";
import { pageAction } from "~/http/endpoint/routes.server";
import { staffChange, staffForm, staffPage } from "~/http/endpoint/staff-page.server";
import { toFieldErrors } from "~/http/request/field-errors";
import { pageId } from "~/http/request/page-fields";
import type { RequestContext } from "~/http/request/request-context.server";
import { type FieldError, invalidRequest, ProblemError } from "~/lib/problem";
import { db } from "~db/client.server";
import { planGroupBody } from "./plan-group.schema";
import {
  findCoverageErrors,
  planGroupForm,
  toFormPointer,
  toFormValues,
  toGroupBody,
} from "./plan-group-form";
import { findGroupVersion } from "./plan-groups.repo.server";
import { removePlanGroup, savePlanGroup } from "./plan-groups.service.server";
import { getPlanGroup } from "./selling-plans.endpoints.server";

const LIST = "/admin/selling-plans";
const params = z.object({ groupId: pageId });

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

export const newPlanGroupLoader = staffPage("readNewSellingPlanGroup", "editor", {
  handler: async () => ({ values: toFormValues(null) }),
});

export const newPlanGroupAction = pageAction({
  create: staffForm("createSellingPlanGroupByForm", "editor", {
    body: planGroupForm,
    handler: async ({ principal, body, context }) =>
      redirect(`${LIST}/${await save(null, body, principal, context)}?done=created`, 303),
  }),
});

/** A group of selling plans, to be changed. */
export const planGroupLoader = staffPage("readSellingPlanGroupPage", "viewer", {
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

export const planGroupAction = pageAction({
  save: staffForm("updateSellingPlanGroupByForm", "editor", {
    params,
    body: planGroupForm.extend({
      version: z.string({ error: "The form is out of date; load the page again." }),
    }),
    handler: async ({ principal, params: { groupId }, body, context }) =>
      redirect(`${LIST}/${await save(groupId, body, principal, context, body.version)}?done=saved`, 303),
  }),
  delete: staffChange("deleteSellingPlanGroupByForm", "editor", {
    params,
    done: `${LIST}?done=deleted`,
    handler: ({ principal, params: { groupId }, audit }) =>
      removePlanGroup(principal.shop.id, groupId, audit),
  }),
});
