import type { Attribute } from "~db/schema/contracts";
import type { AttributeField } from "~db/schema/portal-settings";

/** The details that are asked for of a product, in the merchant's order. @param productId null = of none that is known */
export const fieldsOf = (fields: readonly AttributeField[], productId: number | null): AttributeField[] =>
  fields.filter(
    ({ productIds }) => productIds === null || (productId !== null && productIds.includes(productId)),
  );

export type AttributeMistake = {
  key: string;
  code: "required" | "not_a_choice" | "too_long";
  detail: string;
};

/**
 * What is wrong with attributes that are to replace those of a line, of everything the shop asks for at once. What stays
 * as it was is not held against fields that came later; attributes that no field names are anybody's.
 *
 * @param stored the line's present ones
 */
export function findAttributeMistakes(
  fields: readonly AttributeField[],
  stored: readonly Attribute[],
  wanted: readonly Attribute[],
): AttributeMistake[] {
  const valueIn = (attributes: readonly Attribute[], name: string) =>
    attributes.find(({ key }) => key === name)?.value ?? "";
  const isChanged =
    stored.length !== wanted.length || wanted.some(({ key, value }) => valueIn(stored, key) !== value);
  if (!isChanged) return [];
  return fields.flatMap(({ name: key, choices, maxLength, isRequired }): AttributeMistake[] => {
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
