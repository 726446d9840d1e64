import { z } from "zod";
import { isMerchantsKey, trimKey } from "~/features/contracts/change/line-attributes";
import { productIdsSchema } from "~/features/discounts/discount-code.schema";
import { MAX_ATTRIBUTE_FIELDS } from "~/features/portal-settings/portal-settings-labels";
import { MAX_ATTRIBUTE_VALUE } from "~/lib/limits";
import type { AttributeField, AttributeTexts, PortalLanguage } from "~db/schema/portal-settings";

const MAX_CHOICES = 50;
const MAX_CHOICE = 100;
const MAX_NAME = 60;
const MAX_HELP = 200;

const text = (longest: number) => z.string().trim().max(longest, `At most ${longest} characters.`);

const lines = z
  .string()
  .transform((text) => text.split("\n").map((line) => line.trim()))
  .pipe(z.array(z.string().max(MAX_CHOICE, `At most ${MAX_CHOICE} characters a line.`)));

const row = z.object({
  name: text(MAX_NAME)
    .transform(trimKey)
    .refine((name) => !isMerchantsKey(name), "Names that begin with _ are hidden from customers."),
  label: text(MAX_NAME),
  help: text(MAX_HELP),
  choices: lines
    .transform((given) => [...new Set(given.filter((line) => line !== ""))])
    .pipe(z.array(z.string()).max(MAX_CHOICES, `At most ${MAX_CHOICES} choices.`)),
  length: z
    .string()
    .trim()
    .regex(/^$|^[1-9]\d{0,3}$/, `Use a whole number from 1 to ${MAX_ATTRIBUTE_VALUE}.`)
    .transform((digits) => (digits === "" ? null : Number(digits)))
    .refine((count) => count === null || count <= MAX_ATTRIBUTE_VALUE, {
      error: `Use a whole number from 1 to ${MAX_ATTRIBUTE_VALUE}.`,
    }),
  products: productIdsSchema,
  "words-label": text(MAX_NAME),
  "words-help": text(MAX_HELP),
  /** Texts of the choices, line by line; a blank line uses the text for all languages. */
  "words-choices": lines,
});

const PARTS = [
  "name",
  "label",
  "help",
  "choices",
  "length",
  "products",
  "words-label",
  "words-help",
  "words-choices",
] as const;

/** Name of a part of a row in the form. */
export const toFieldName = (index: number, part: (typeof PARTS)[number] | "required"): string =>
  `field-${index}-${part}`;

/**
 * An attribute field as sent, with its row of the form, and its texts in the language that the page was open in;
 * `inLanguage` null: the form had no texts for it.
 */
export type SentField = Omit<AttributeField, "words"> & { row: number; inLanguage: AttributeTexts | null };

/** The rows `field-0-name`, … that have a name; errors are reported to the form. */
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
    const { name, label, help, choices, length, products, ...inLanguage } = read.data;
    const translated = inLanguage["words-choices"];
    if (translated.findLastIndex((line) => line !== "") >= choices.length)
      refuse(toFieldName(index, "words-choices"), "There are more lines than choices above.");
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
      inLanguage:
        sent[toFieldName(index, "words-label")] === undefined
          ? null
          : toTexts({
              label: inLanguage["words-label"],
              help: inLanguage["words-help"],
              choices: Object.fromEntries(choices.map((choice, place) => [choice, translated[place] ?? ""])),
            }),
    });
  }
  return fields;
}

/** Without blank texts. */
function toTexts({ label, help, choices = {} }: AttributeTexts): AttributeTexts {
  const texts = Object.entries(choices).filter(([, text]) => text !== "");
  return {
    ...(label && { label }),
    ...(help && { help }),
    ...(texts.length > 0 && { choices: Object.fromEntries(texts) }),
  };
}

/**
 * The attribute fields to store: texts in languages other than the form's stay with their field, even if its name has
 * changed.
 */
export function toAttributeFields(
  before: readonly AttributeField[],
  sent: readonly SentField[],
  language: PortalLanguage,
): AttributeField[] {
  return sent.map(({ row, inLanguage, ...field }) => {
    const inPlace = before[row];
    const isRenamed = inPlace && !sent.some(({ name }) => name === inPlace.name);
    const known = before.find(({ name }) => name === field.name) ?? (isRenamed ? inPlace : undefined);
    const kept = { ...known?.words, ...(inLanguage && { [language]: inLanguage }) };
    const ofChoices = ([choice]: [string, string]) => field.choices.includes(choice);
    const texts = Object.entries(kept).flatMap(([code, { choices = {}, ...own }]) => {
      const offered = Object.fromEntries(Object.entries(choices).filter(ofChoices));
      const left = toTexts({ ...own, choices: offered });
      return Object.keys(left).length > 0 ? [[code, left] as const] : [];
    });
    return { ...field, ...(texts.length > 0 && { words: Object.fromEntries(texts) }) };
  });
}

/** The same as values of the form's fields, with the texts of one language. */
export const toAttributeFieldValues = (
  fields: readonly AttributeField[],
  language: PortalLanguage,
): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: MAX_ATTRIBUTE_FIELDS }, (_, index) => {
      const field = fields[index];
      const texts: AttributeTexts = field?.words?.[language] ?? {};
      return [
        [toFieldName(index, "name"), field?.name ?? ""],
        [toFieldName(index, "label"), field?.label ?? ""],
        [toFieldName(index, "help"), field?.help ?? ""],
        [toFieldName(index, "choices"), field?.choices.join("\n") ?? ""],
        [toFieldName(index, "length"), field?.maxLength?.toString() ?? ""],
        [toFieldName(index, "required"), field?.isRequired ? "on" : ""],
        [toFieldName(index, "products"), field?.productIds?.join(",") ?? ""],
        [toFieldName(index, "words-label"), texts.label ?? ""],
        [toFieldName(index, "words-help"), texts.help ?? ""],
        [toFieldName(index, "words-choices"), toLines(field?.choices ?? [], texts.choices ?? {})],
      ];
    }).flat(),
  );

/** The text of each choice in its line; empty if none has any. */
const toLines = (choices: readonly string[], texts: Record<string, string>): string =>
  choices
    .map((choice) => texts[choice] ?? "")
    .join("\n")
    .trimEnd();
