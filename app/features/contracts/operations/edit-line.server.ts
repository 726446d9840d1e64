import { z } from "zod";
import { toLineChange } from "~/features/contracts/change/contract-edits";
import { attributesSchema } from "~/features/contracts/change/line-attributes";
import { defineContractOperation } from "~/features/contracts/operations/define-contract-operation.server";
import { quantityField } from "~/features/contracts/operations/form-fields";
import { MAX_INT32, MAX_QUANTITY } from "~/lib/limits";
import type { Attribute } from "~db/schema/contracts";

type WantedLine = { lineId: string; quantity: number; attributes: Attribute[]; skip: boolean };

/** All that staff edit of a line, at once. Rule and refusals: `toLineChange`. */
export const lineEdit = defineContractOperation<WantedLine>({
  canBeUndone: true,
  change: (state, { lineId, ...wanted }) => toLineChange(state, lineId, wanted),
  staffForms: {
    line: z
      .object({
        lineId: z.uuid(),
        quantity: quantityField.max(MAX_INT32, `Use at most ${MAX_QUANTITY}.`),
        skip: z.literal("on").optional(),
      })
      .catchall(z.unknown())
      .transform(({ lineId, quantity, skip, ...form }, context) => ({
        lineId,
        quantity,
        skip: skip === "on",
        attributes: readAttributes(form, context),
      })),
  },
});

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
