import type { Attribute } from "~db/schema/contracts";
import type { AttributeField, AttributeTexts, PortalLanguage } from "~db/schema/portal-settings";

/** The attribute fields of a product, in the merchant's order. @param productId null = unknown product */
export const fieldsOf = (fields: readonly AttributeField[], productId: number | null): AttributeField[] =>
  fields.filter(
    ({ productIds }) => productIds === null || (productId !== null && productIds.includes(productId)),
  );

/** An attribute field for a customer: `choices` are the stored values, each with its text. */
export type ReadField = Pick<AttributeField, "name" | "help" | "maxLength" | "isRequired"> & {
  label: string;
  choices: { value: string; label: string }[];
};

/** In the merchant's texts for that language, else in those for all languages. */
export function readField(field: AttributeField, language: PortalLanguage): ReadField {
  const { name, maxLength, isRequired } = field;
  const texts: AttributeTexts = field.words?.[language] ?? {};
  return {
    name,
    label: texts.label || field.label || name,
    help: texts.help || field.help,
    choices: field.choices.map((value) => ({ value, label: texts.choices?.[value] || value })),
    maxLength,
    isRequired,
  };
}

/**
 * "Grind: fine", "How fine? fine": an attribute for a customer, under its own key if it has no field.
 * @param colon of the customer's language
 */
export function writeAttribute(
  { key, value }: Attribute,
  fields: readonly ReadField[],
  colon: string,
): string {
  const field = fields.find(({ name }) => name === key);
  const label = field?.label ?? key;
  const read = field?.choices.find((choice) => choice.value === value)?.label ?? value;
  return /[?!:：？！؟]$/u.test(label) ? `${label} ${read}` : `${label}${colon}${read}`;
}

export type AttributeError = {
  key: string;
  code: "required" | "not_a_choice" | "too_long";
  detail: string;
};

/**
 * Errors of attributes that will replace those of a line, for all attribute fields at once. Unchanged values are not
 * checked against fields that were added later; attributes without a field are free.
 *
 * @param stored the line's present ones
 * @param isFilledIn whether they come from a page that asked for all fields: then none may be missing, even if it was
 *   missing before
 */
export function findAttributeErrors(
  fields: readonly AttributeField[],
  stored: readonly Attribute[],
  wanted: readonly Attribute[],
  isFilledIn = false,
): AttributeError[] {
  const valueIn = (attributes: readonly Attribute[], name: string) =>
    attributes.find(({ key }) => key === name)?.value ?? "";
  const isThere = ({ key, value }: Attribute) =>
    stored.some((each) => each.key === key && each.value === value);
  const isChanged = stored.length !== wanted.length || !wanted.every(isThere);
  if (!isChanged && !isFilledIn) return [];
  return fields.flatMap(({ name: key, choices, maxLength, isRequired }): AttributeError[] => {
    const value = valueIn(wanted, key);
    if (value.trim() === "")
      return isRequired ? [{ key, code: "required", detail: `The shop asks for “${key}”.` }] : [];
    if (value === valueIn(stored, key)) return [];
    if (choices.length > 0 && !choices.includes(value))
      return [{ key, code: "not_a_choice", detail: `Use one of: ${choices.join(", ")}.` }];
    if (maxLength !== null && [...value].length > maxLength)
      return [{ key, code: "too_long", detail: `At most ${maxLength} characters.` }];
    return [];
  });
}
