import { redirect } from "@remix-run/node";
import { z } from "zod";
import { hasRole, type PrincipalShop } from "~/access/principal";
import { pageAction } from "~/http/endpoint/routes.server";
import { staffChange, staffForm, staffPage } from "~/http/endpoint/staff-page.server";
import { takeValidFields, withoutKnown } from "~/http/request/field-rules";
import { pageId } from "~/http/request/page-fields";
import { toDayString } from "~/lib/format";
import type { FieldError } from "~/lib/problem";
import { type DiscountCode, toCodeState, toPlainDecimal } from "./discount-code";
import {
  createDiscountCodeSchema,
  discountCodeFields,
  switchDiscountCodeSchema,
  updateDiscountCodeSchema,
} from "./discount-code.schema";
import { findDiscountCode, listDiscountCodes, listProductTitles } from "./discount-codes.repo.server";
import {
  changeDiscountCode,
  createDiscountCode,
  discountCodeNotFound,
  findUnfit,
  switchDiscountCode,
} from "./discount-codes.service.server";

const CODES_SHOWN = 50;

const codeParams = z.object({ codeId: pageId });

/** A code as its pages show it; days are of the shop's calendar, the last one included. */
const toView = (code: DiscountCode, timeZone: string, now: Date) => ({
  id: code.id,
  code: code.code,
  isCaseTwin: code.isCaseTwin,
  state: toCodeState(code, now),
  isActive: code.isActive,
  valueType: code.valueType,
  value: toPlainDecimal(code.value),
  productIds: code.productIds,
  startsOn: code.startsAt && toDayString(code.startsAt, timeZone),
  endsOn: code.endsAt && toDayString(new Date(code.endsAt.getTime() - 1), timeZone),
  cycleLimit: code.cycleLimit,
  useLimit: code.useLimit,
  uses: code.uses,
  isOncePerCustomer: code.isOncePerCustomer,
  updatedAt: code.updatedAt.toISOString(),
});

const findMore = async (
  { principal, body }: { principal: { shop: PrincipalShop }; body: unknown },
  known: readonly FieldError[],
) => withoutKnown(await findUnfit(principal.shop, takeValidFields(discountCodeFields, body)), known);

export const discountCodesLoader = staffPage("readDiscountCodes", "viewer", {
  // Invalid parameters of a page's address count as absent.
  query: z.object({ q: z.string().max(255).catch(""), before: z.coerce.number().int().positive().catch(0) }),
  handler: async ({ principal: { shop, role }, query: { q, before }, context }) => {
    const search = q.trim();
    const rows = await listDiscountCodes(shop.id, {
      search,
      beforeId: before || null,
      limit: CODES_SHOWN + 1,
    });
    const codes = rows.slice(0, CODES_SHOWN);
    return {
      search,
      isFirstPage: before === 0,
      mayEdit: hasRole(role, "editor"),
      currencyCode: shop.currencyCode,
      codes: codes.map((code) => toView(code, shop.timeZone, context.now)),
      older: rows.length > CODES_SHOWN ? (codes.at(-1)?.id ?? null) : null,
    };
  },
});

export const newDiscountCodeLoader = staffPage("readNewDiscountCode", "editor", {
  handler: async ({ principal: { shop } }) => ({ currencyCode: shop.currencyCode }),
});

export const newDiscountCodeAction = pageAction({
  create: staffForm("createDiscountCode", "editor", {
    body: createDiscountCodeSchema,
    findMore,
    handler: async ({ principal, body, audit }) => {
      const { id } = await createDiscountCode(principal.shop, body, audit);
      return redirect(`/admin/discounts/${id}?done=created`, 303);
    },
  }),
});

export const discountCodeLoader = staffPage("readDiscountCode", "viewer", {
  params: codeParams,
  handler: async ({ principal: { shop, role }, params, context }) => {
    const code = await findDiscountCode(shop.id, params.codeId);
    if (code?.origin !== "MERCHANT") throw discountCodeNotFound();
    return {
      code: toView(code, shop.timeZone, context.now),
      products: await listProductTitles(shop.id, code.productIds ?? []),
      currencyCode: shop.currencyCode,
      mayEdit: hasRole(role, "editor"),
    };
  },
});

export const discountCodeAction = pageAction({
  save: staffChange("changeDiscountCode", "editor", {
    params: codeParams,
    body: updateDiscountCodeSchema,
    findMore,
    done: ({ params }) => `/admin/discounts/${params.codeId}?done=saved`,
    handler: ({ principal, params, body, audit }) =>
      changeDiscountCode(principal.shop, params.codeId, body, audit),
  }),
  switch: staffChange("switchDiscountCode", "editor", {
    params: codeParams,
    body: switchDiscountCodeSchema,
    done: ({ params, body }) =>
      `/admin/discounts/${params.codeId}?done=${body.isActive ? "switched_on" : "switched_off"}`,
    handler: ({ principal, params, body, audit }) =>
      switchDiscountCode(principal.shop.id, params.codeId, body.isActive, audit),
  }),
});
