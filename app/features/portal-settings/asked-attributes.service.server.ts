import { invalidRequest } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import type { Attribute } from "~db/schema/contracts";
import { fieldsOf, findAttributeErrors } from "./attribute-fields";
import { readPortalSettings } from "./portal-settings.repo.server";

/**
 * Attributes that will replace a line's; `toPointer` gives the path of a key's value in what was sent. `isFilledIn`: they
 * come from a page that asked for all fields.
 */
export type AskedOf = {
  lineId: string;
  attributes: readonly Attribute[];
  toPointer(key: string): string;
  isFilledIn?: boolean;
};

type LinesOfContract = {
  contract: { shopId: number };
  lines: readonly { id: string; productId: number | null; customAttributes: readonly Attribute[] }[];
};

/** Path of a value in a list of attributes; for a missing one the list itself. */
export const toListPointer =
  (attributes: readonly Attribute[], list = "") =>
  (key: string): string => {
    const index = attributes.findIndex((attribute) => attribute.key === key);
    return index === -1 ? list : `${list}/${index}/value`;
  };

/**
 * Checks attributes against the shop's attribute fields for each line's product, whoever sends them (wire.md §2 "12
 * attributes").
 *
 * @throws ProblemError invalid_request naming all errors
 */
export async function requireAskedAttributes(
  on: Queryable,
  { contract, lines }: LinesOfContract,
  asked: readonly AskedOf[],
): Promise<void> {
  const { attributeFields } = await readPortalSettings(contract.shopId, on);
  const errors = asked.flatMap(({ lineId, attributes, toPointer, isFilledIn }) => {
    const line = lines.find(({ id }) => id === lineId);
    if (!line) return [];
    const fields = fieldsOf(attributeFields, line.productId);
    const errors = findAttributeErrors(fields, line.customAttributes, attributes, isFilledIn);
    return errors.map(({ key, ...error }) => ({ ...error, pointer: toPointer(key) }));
  });
  if (errors.length > 0) throw invalidRequest(errors);
}
