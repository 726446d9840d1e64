import { z } from "zod";
import { toAttributesChange } from "~/features/contracts/change/contract-edits";
import { attributesSchema, trimKey } from "~/features/contracts/change/line-attributes";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { contractId, lineId } from "~/features/contracts/operations/definition/parameters";
import {
  requireAskedAttributes,
  toListPointer,
} from "~/features/portal-settings/asked-attributes.service.server";
import { inParts } from "~/lib/schemas/in-parts";
import type { Attribute } from "~db/schema/contracts";

/** `pointers`: by key, the form field of its value; none = the values are in the list of attributes. */
type WantedAttributes = { lineId: string; attributes: Attribute[]; pointers?: ReadonlyMap<string, string> };

/**
 * Replaces the attributes of a line; customers cannot change the merchant's. Rule and refusals: `toAttributesChange`,
 * and those of the shop's attribute fields.
 */
export const lineAttributes = defineContractOperation<WantedAttributes, "attributes">({
  customerSwitch: "attributes",
  async change(state, { lineId, attributes, pointers }, { isCustomer, tx }) {
    const change = toAttributesChange(state, lineId, attributes, isCustomer ? "customer" : "merchant");
    // As they will be: a customer's change keeps the merchant's own in their places.
    const inList = toListPointer(attributes);
    const toPointer = (key: string) => pointers?.get(key) ?? inList(key);
    const wanted = change.lines?.find(({ id }) => id === lineId)?.customAttributes ?? attributes;
    const isFilledIn = pointers !== undefined;
    await requireAskedAttributes(tx, state, [{ lineId, attributes: wanted, toPointer, isFilledIn }]);
    return change;
  },
  portalForms: {
    attributes: {
      operationId: "portalChangeAttributes",
      body: inParts(
        z.object({ line: z.uuid() }).transform(({ line }) => ({ lineId: line })),
        z.looseObject({}).transform(readAttributes),
      ),
      labelOf: ({ line }, { names, submitted, asked }) =>
        Object.fromEntries(
          names.flatMap((name) => {
            const [, part, index] = /^(key|value)-(\d+)$/.exec(name) ?? [];
            if (!part) return [];
            const key = submitted[`key-${index}`];
            const ofField = asked.find((field) => field.name === key)?.label ?? key ?? line.value;
            return [[name, part === "key" ? line.name : ofField]];
          }),
        ),
      outcome: () => ({ done: "attributes" }),
    },
  },
});

/** Operation 12. */
export const updateLineAttributes = lineAttributes.json({
  name: "updateLineAttributes",
  path: "subscription-contracts-product-custom-attributes",
  aliases: ["subscription-contracts-update-line-item-attributes"],
  documentedUnder: "subscriptions",
  summary: "Replace a line's custom attributes",
  description:
    "Keys that begin with _ are the merchant's: a customer's call leaves them as they are, and may send them back unchanged. Details that the shop asks for with the product must be present; values that change must be one of the choices and no longer than allowed.",
  method: "PUT",
  query: z.object({ contractId, lineId }),
  body: attributesSchema,
  bodyExample: [
    { key: "Grind", value: "Espresso" },
    { key: "Engraving", value: "For Ada" },
  ],
  problems: ["conflict", "forbidden"],
  read: ({ query, body }) => ({ ...query, attributes: body }),
});

/**
 * `key-0`, `value-0`, `key-1`, …; an attribute field whose value was cleared is dropped, an attribute without a name is
 * an error.
 */
function readAttributes(
  fields: Record<string, unknown>,
  context: z.RefinementCtx,
): Omit<WantedAttributes, "lineId"> {
  const text = (name: string) => (typeof fields[name] === "string" ? fields[name].trim() : "");
  const pointers = new Map<string, string>();
  const rows = Object.keys(fields).flatMap((name) => {
    const index = /^key-(\d{1,3})$/.exec(name)?.[1];
    if (index === undefined) return [];
    const row = { index, key: text(`key-${index}`), value: text(`value-${index}`) };
    pointers.set(trimKey(row.key), `/${index}/value`);
    return row.value ? [row] : [];
  });
  const parsed = attributesSchema.safeParse(rows.map(({ key, value }) => ({ key, value })));
  if (parsed.success) return { attributes: parsed.data, pointers };
  for (const { path, message } of parsed.error.issues)
    context.issues.push({
      code: "custom",
      input: fields,
      path: [String(rows[Number(path[0])]?.index), String(path[1])],
      params: { code: message === "Give a key." ? "required" : "duplicate_key" },
      message,
    });
  return z.NEVER;
}
