import { z } from "zod";
import { isMerchantsKey, trimKey } from "~/features/contracts/change/line-attributes";
import { productIdsSchema } from "~/features/discounts/discount-code.schema";
import { MAX_ATTRIBUTE_FIELDS } from "~/features/portal-settings/portal-settings-labels";
import { MAX_ATTRIBUTE_VALUE } from "~/lib/limits";
import type { AttributeField } from "~db/schema/portal-settings";

const MAX_CHOICES = 50;
const MAX_CHOICE = 100;
const MAX_NAME = 60;
const MAX_HELP = 200;

const text = (longest: number) => z.string().trim().max(longest, `At most ${longest} characters.`);

const row = z.object({
  name: text(MAX_NAME)
    .transform(trimKey)
    .refine((name) => !isMerchantsKey(name), "Names that begin with _ are hidden from customers."),
  label: text(MAX_NAME),
  help: text(MAX_HELP),
  choices: z
    .string()
    .transform((lines) => [
      ...new Set(
        lines
          .split("\n")
          .map((line) => line.trim())
          .filter((line) => line !== ""),
      ),
    ])
    .pipe(
      z
        .array(z.string().max(MAX_CHOICE, `At most ${MAX_CHOICE} characters a line.`))
        .max(MAX_CHOICES, `At most ${MAX_CHOICES} choices.`),
    ),
  length: z
    .string()
    .trim()
    .regex(/^$|^[1-9]\d{0,3}$/, `Use a whole number from 1 to ${MAX_ATTRIBUTE_VALUE}.`)
    .transform((digits) => (digits === "" ? null : Number(digits)))
    .refine((count) => count === null || count <= MAX_ATTRIBUTE_VALUE, {
      error: `Use a whole number from 1 to ${MAX_ATTRIBUTE_VALUE}.`,
    }),
  products: productIdsSchema,
});

const PARTS = ["name", "label", "help", "choices", "length", "products"] as const;

/** Where a part of a row stands in the form. */
export const toFieldName = (index: number, part: (typeof PARTS)[number] | "required"): string =>
  `field-${index}-${part}`;

/** A detail as it was sent, with its row of the form. */
export type SentField = AttributeField & { row: number };

/** The rows `field-0-name`, … that have a name; what is wrong with any of them is told to the form. */
export function readAttributeFields(sent: Record<string, unknown>, context: z.RefinementCtx): SentField[] {
  const fields: SentField[] = [];
  const names = new Set<string>();
  for (let index = 0; index < MAX_ATTRIBUTE_FIELDS; index++) {
    const value = (part: (typeof PARTS)[number]) => String(sent[toFieldName(index, part)] ?? "");
    if (value("name").trim() === "") continue;
    const read = row.safeParse(Object.fromEntries(PARTS.map((part) => [part, value(part)])));
    const refuse = (path: string, message: string) =>
      context.issues.push({ code: "custom", input: sent, path: [path], message });
    if (!read.success) {
      for (const { path, message } of read.error.issues) refuse(`field-${index}-${String(path[0])}`, message);
      continue;
    }
    const { name, label, help, choices, length, products } = read.data;
    if (names.has(name)) refuse(toFieldName(index, "name"), "This name stands here twice.");
    names.add(name);
    fields.push({
      row: index,
      name,
      label,
      help,
      choices,
      maxLength: choices.length > 0 ? null : length,
      isRequired: sent[toFieldName(index, "required")] !== undefined,
      productIds: products.length > 0 ? products : null,
    });
  }
  return fields;
}

/** The same as the form's fields hold them. */
export const toAttributeFieldValues = (fields: readonly AttributeField[]): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: MAX_ATTRIBUTE_FIELDS }, (_, index) => {
      const field = fields[index];
      return [
        [toFieldName(index, "name"), field?.name ?? ""],
        [toFieldName(index, "label"), field?.label ?? ""],
        [toFieldName(index, "help"), field?.help ?? ""],
        [toFieldName(index, "choices"), field?.choices.join("\n") ?? ""],
        [toFieldName(index, "length"), field?.maxLength?.toString() ?? ""],
        [toFieldName(index, "required"), field?.isRequired ? "on" : ""],
        [toFieldName(index, "products"), field?.productIds?.join(",") ?? ""],
      ];
    }).flat(),
  );
