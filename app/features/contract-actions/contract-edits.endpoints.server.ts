import { z } from "zod";
import { defineStaffAct } from "~/features/contract-actions/staff-act.server";
import { changeLine, changeShippingAddress } from "~/features/contracts/contract-edits.service.server";
import { attributesSchema } from "~/features/contracts/line-attributes";
import { shippingAddressSchema } from "~/features/customers/address.schema.server";
import { applyDiscountCode, removeDiscount } from "~/features/discounts/contract-discounts.service.server";
import { DISCOUNT_CODE_FORM } from "~/features/discounts/discount-code";
import {
  addOneTimeProduct,
  removeOneTimeProduct,
} from "~/features/one-time-products/one-time-products.service.server";
import { MAX_INT32, MAX_QUANTITY } from "~/lib/limits";

const id = (message: string) => z.coerce.number({ error: message }).int(message).positive(message);
const quantity = z.coerce
  .number({ error: "Use a whole number." })
  .int("Use a whole number.")
  .min(1, "Use at least 1.");

const TOO_MANY = `Use at most ${MAX_QUANTITY}.`;

/** Rows `key0`, `value0`, `key1` … of the form; those left blank are none. */
function readAttributes(form: Record<string, unknown>, context: z.RefinementCtx) {
  const rows = Object.keys(form)
    .flatMap((name) => /^key(\d{1,3})$/.exec(name)?.[1] ?? [])
    .map((row) => ({
      row,
      key: String(form[`key${row}`]).trim(),
      // Browsers send lines of a text area with both characters of old.
      value: String(form[`value${row}`] ?? "").replaceAll("\r\n", "\n"),
    }))
    .filter(({ key, value }) => key !== "" || value !== "");
  const parsed = attributesSchema.safeParse(rows.map(({ key, value }) => ({ key, value })));
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) {
    const [index, field] = path;
    const row = rows[Number(index)]?.row ?? "0";
    context.issues.push({ code: "custom", input: form, path: [`${String(field ?? "key")}${row}`], message });
  }
  return z.NEVER;
}

/** The version of the form is read beside this, as a number: it must not be among the other fields as text. */
const withoutVersion = (form: unknown): unknown =>
  typeof form === "object" && form !== null
    ? Object.fromEntries(Object.entries(form).filter(([name]) => name !== "version"))
    : form;

const lineForm = z.preprocess(
  withoutVersion,
  z
    .object({
      lineId: z.uuid(),
      quantity: quantity.max(MAX_INT32, TOO_MANY),
      skip: z.literal("on").optional(),
    })
    .catchall(z.unknown())
    .transform(({ lineId, quantity, skip, ...form }, context) => ({
      lineId,
      quantity,
      skip: skip === "on",
      attributes: readAttributes(form, context),
    })),
);

/** Forms of the contract page for what hangs on a contract: its address, lines, discounts and one-time products. */
export const contractEditForms = {
  address: defineStaffAct({
    act: "address",
    body: shippingAddressSchema,
    run: (caller, which, address) => changeShippingAddress({ ...caller, ...which }, address),
  }),
  line: defineStaffAct({
    act: "line",
    body: lineForm,
    run: (caller, which, { lineId, ...wanted }) => changeLine({ ...caller, ...which }, lineId, wanted),
  }),
  apply_code: defineStaffAct({
    act: "apply_code",
    body: z.object({
      discountCode: z
        .string({ error: "Write the code." })
        .trim()
        .regex(DISCOUNT_CODE_FORM, "Write a code: letters, digits, _ and -."),
    }),
    run: (caller, which, { discountCode }) => applyDiscountCode({ ...caller, ...which }, discountCode),
  }),
  remove_discount: defineStaffAct({
    act: "remove_discount",
    body: z.object({ discountId: z.uuid() }),
    run: (caller, which, { discountId }) => removeDiscount({ ...caller, ...which }, discountId),
  }),
  add_product: defineStaffAct({
    act: "add_product",
    body: z.object({
      // `<id> <handle>`: one choice names both.
      product: z
        .string({ error: "Choose a product." })
        .regex(/^\d{1,16} .{1,255}$/, "Choose a product.")
        .transform((choice) => ({
          variantId: Number(choice.slice(0, choice.indexOf(" "))),
          variantHandle: choice.slice(choice.indexOf(" ") + 1),
        })),
      quantity: quantity.max(MAX_QUANTITY, TOO_MANY),
      billingAttemptId: id("Choose an order."),
    }),
    run: (caller, which, { product, ...wanted }) =>
      addOneTimeProduct({ ...caller, ...which }, { ...product, ...wanted }),
  }),
  remove_product: defineStaffAct({
    act: "remove_product",
    body: z.object({ billingAttemptId: id("Choose an order."), variantId: id("Choose a product.") }),
    run: (caller, which, product) => removeOneTimeProduct({ ...caller, ...which }, product),
  }),
};
