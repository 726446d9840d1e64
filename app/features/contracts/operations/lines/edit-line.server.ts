import { z } from "zod";
import { requireEditable, toLineChange } from "~/features/contracts/change/contract-edits";
import { attributesSchema, trimKey } from "~/features/contracts/change/line-attributes";
import { hasOneTimeProducts } from "~/features/contracts/one-time-products/one-time-products.repo.server";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { quantityField } from "~/features/contracts/operations/definition/form-fields";
import {
  findLine,
  toLineIdInput,
  toQuantityInput,
} from "~/features/contracts/operations/definition/line-inputs";
import { requireAskedAttributes } from "~/features/portal-settings/asked-attributes.service.server";
import { fieldsOf } from "~/features/portal-settings/attribute-fields";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { MAX_INT32, MAX_QUANTITY } from "~/lib/limits";
import { inParts } from "~/lib/schemas/in-parts";
import { toProductName } from "~/lib/variant-title";
import type { Attribute } from "~db/schema/contracts";

/** `pointers`: by key, the form field of an attribute's value. */
type WantedLine = {
  lineId: string;
  quantity: number;
  attributes: Attribute[];
  pointers: ReadonlyMap<string, string>;
  skip: boolean;
};

/** Everything staff can edit about a line, in one change. Rule and refusals: `toLineChange`. */
export const lineEdit = defineContractOperation<WantedLine>({
  canBeUndone: true,
  amountFields: () => [{ pointer: "/quantity" }],
  async change(state, { lineId, pointers, ...wanted }, { tx }) {
    const { attributes } = wanted;
    const toPointer = (key: string) => pointers.get(key) ?? "";
    await requireAskedAttributes(tx, state, [{ lineId, attributes, toPointer }]);
    return toLineChange(state, lineId, wanted, await hasOneTimeProducts(tx, state));
  },
  staffForms: {
    line: inParts(
      z
        .object({
          lineId: z.uuid(),
          quantity: quantityField.max(MAX_INT32, `Use at most ${MAX_QUANTITY}.`),
          skip: z.literal("on").optional(),
        })
        .transform(({ skip, ...line }) => ({ ...line, skip: skip === "on" })),
      z.looseObject({}).transform(readAttributes),
    ),
  },
  staffDialogs: {
    line: {
      done: "Product changed",
      button: { at: "line", label: "Edit" },
      dryRun: "asked",
      async view(state, { shop, place }) {
        const line = findLine(state, place);
        if (!line) return null;
        requireEditable(state);
        const { attributeFields } = await readPortalSettings(shop.id);
        const { quantity, customAttributes, skippedNextOrder } = line;
        return {
          title: toProductName(line),
          lines: ["This changes upcoming orders."],
          confirm: "Save",
          rows: [
            [toLineIdInput(line)],
            // A quantity beyond the limit, as imports bring it, can stay.
            [toQuantityInput(quantity, Math.max(MAX_QUANTITY, quantity))],
            [
              {
                kind: "tick",
                name: "skip",
                label: "Skip in the next order",
                description: "It returns with the order after that.",
                isTicked: skippedNextOrder,
              },
            ],
            [
              {
                kind: "attributes",
                attributes: customAttributes,
                asked: fieldsOf(attributeFields, line.productId),
              },
            ],
          ],
        };
      },
    },
  },
});

/**
 * Rows `key0`, `value0`, `key1` … of the form; blank rows are dropped. `asked2` marks a row that is one of the shop's
 * attribute fields: without a value it is dropped too.
 */
function readAttributes(form: Record<string, unknown>, context: z.RefinementCtx) {
  const all = Object.keys(form)
    .flatMap((name) => /^(?:key|asked)(\d{1,3})$/.exec(name)?.[1] ?? [])
    .map((row) => ({
      row,
      isAsked: form[`asked${row}`] !== undefined,
      key: trimKey(String(form[`asked${row}`] ?? form[`key${row}`])),
      // Browsers send the line breaks of a text area as CRLF.
      value: String(form[`value${row}`] ?? "").replaceAll("\r\n", "\n"),
    }));
  const pointers = new Map(all.map(({ row, key }) => [key, `/value${row}`]));
  const rows = all.filter(({ key, value, isAsked }) => value !== "" || (key !== "" && !isAsked));
  const parsed = attributesSchema.safeParse(rows.map(({ key, value }) => ({ key, value })));
  if (parsed.success) return { attributes: parsed.data, pointers };
  for (const { path, message } of parsed.error.issues) {
    const [index, field] = path;
    const row = rows[Number(index)]?.row ?? "0";
    context.issues.push({ code: "custom", input: form, path: [`${String(field ?? "key")}${row}`], message });
  }
  return z.NEVER;
}
