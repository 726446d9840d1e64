import { z } from "zod";
import {
  changeLineQuantity,
  replaceLineAttributes,
  skipLine,
} from "~/features/contracts/contract-edits.service.server";
import { attributesSchema } from "~/features/contracts/line-attributes";
import { findRawContractSource } from "~/features/contracts/raw-contract.repo.server";
import { applyDiscountCode, removeDiscount } from "~/features/discounts/contract-discounts.service.server";
import { VARIANT_HANDLE_FORM } from "~/features/one-time-products/one-time-product";
import {
  addOneTimeProduct,
  removeOneTimeProduct,
} from "~/features/one-time-products/one-time-products.service.server";
import { definePortalForm, truthField } from "~/features/portal/portal-form.server";
import { idField } from "~/features/portal/portal-query";
import { invalidRequest } from "~/http/problem";
import { MAX_INT32 } from "~/lib/limits";

const lineId = z.uuid();

const quantity = definePortalForm({
  operationId: "portalChangeQuantity",
  summary: "Change how many of a line come",
  action: "quantity",
  body: z.object({ line: lineId, quantity: z.coerce.number().int().min(1).max(MAX_INT32) }),
  run: async (target, { line, quantity: wanted }) => {
    const source = await findRawContractSource(target.shop.id, target.contractId, target.customerId);
    const before = source?.lines.find(({ id: own }) => own === line)?.quantity;
    await changeLineQuantity(target, line, wanted);
    return { done: "quantity", undo: `${line}~${before}` };
  },
});

const lineSkip = definePortalForm({
  operationId: "portalSkipLine",
  summary: "Leave a line out of the next order or take it back",
  action: "skip_line",
  body: z.object({ line: lineId, skip: truthField }),
  run: async (target, { line, skip: wanted }) => {
    await skipLine(target, line, wanted);
    return { done: wanted ? "line_skipped" : "line_unskipped", undo: line };
  },
});

/** `key-0`, `value-0`, `key-1`, …; a detail whose value was cleared is gone, and one without a name is named as missing it. */
const attributes = definePortalForm({
  operationId: "portalChangeAttributes",
  summary: "Replace a line's attributes",
  action: "attributes",
  body: z.looseObject({ line: lineId }),
  run: async (target, { line, ...fields }) => {
    const text = (name: string) => (typeof fields[name] === "string" ? fields[name].trim() : "");
    const rows = Object.keys(fields).flatMap((name) => {
      const index = /^key-(\d{1,3})$/.exec(name)?.[1];
      if (index === undefined) return [];
      const row = { index, key: text(`key-${index}`), value: text(`value-${index}`) };
      return row.value ? [row] : [];
    });
    const parsed = attributesSchema.safeParse(rows.map(({ key, value }) => ({ key, value })));
    if (!parsed.success)
      throw invalidRequest(
        parsed.error.issues.map(({ path: [row, part], message }) => ({
          pointer: `/${rows[Number(row)]?.index}/${String(part)}`,
          code: message === "Give a key." ? "required" : "duplicate_key",
          detail: message,
        })),
      );
    await replaceLineAttributes(target, line, parsed.data);
    return { done: "attributes" };
  },
});

const applyCode = definePortalForm({
  operationId: "portalApplyCode",
  summary: "Apply a discount code",
  action: "discount_code",
  body: z.object({ code: z.string().trim().min(1).max(255) }),
  run: async (target, { code }) => {
    await applyDiscountCode(target, code);
    return { done: "code_applied", undo: code };
  },
});

const removeCode = definePortalForm({
  operationId: "portalRemoveCode",
  summary: "Take a discount off",
  action: "discount_code",
  body: z.object({ discount: z.uuid() }),
  run: async (target, { discount }) => {
    await removeDiscount(target, discount);
    return { done: "code_removed" };
  },
});

/** As many as the field says; a page without that field adds one. */
const pieces = z
  .string()
  .trim()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .refine((count) => count > 0)
  .default(1);

/** Once, with the next order. */
const addProduct = definePortalForm({
  operationId: "portalAddProduct",
  summary: "Add a product to the next order",
  action: "one_time_products",
  body: z.object({
    attempt: idField,
    variant: idField,
    handle: z.string().regex(VARIANT_HANDLE_FORM),
    quantity: pieces,
  }),
  run: async (target, { attempt, variant, handle, quantity: wanted }) => {
    await addOneTimeProduct(target, {
      billingAttemptId: attempt,
      variantId: variant,
      variantHandle: handle,
      quantity: wanted,
    });
    return { done: "product_added", undo: `${variant}~${attempt}` };
  },
});

const removeProduct = definePortalForm({
  operationId: "portalRemoveProduct",
  summary: "Take a one-time product off its order",
  action: "one_time_products",
  body: z.object({ attempt: idField, variant: idField }),
  run: async (target, { attempt, variant }) => {
    await removeOneTimeProduct(target, { billingAttemptId: attempt, variantId: variant });
    return { done: "product_removed" };
  },
});

/** Forms about what comes and what it costs: lines, codes and one-time products. */
export const orderContentForms = {
  quantity,
  attributes,
  "line-skip": lineSkip,
  "apply-code": applyCode,
  "remove-code": removeCode,
  "add-product": addProduct,
  "remove-product": removeProduct,
};
