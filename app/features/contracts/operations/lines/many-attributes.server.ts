import { z } from "zod";
import { toAttributesChange } from "~/features/contracts/change/contract-edits";
import { attributesSchema } from "~/features/contracts/change/line-attributes";
import { requireLines } from "~/features/contracts/change/line-edits";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { contractId } from "~/features/contracts/operations/definition/parameters";
import {
  requireAskedAttributes,
  toListPointer,
} from "~/features/portal-settings/asked-attributes.service.server";
import { toPointer } from "~/http/request/field-errors";
import { EXAMPLE_UUID } from "~/http/request/query-parameters";
import { parseUuid } from "~/lib/gid";
import { MAX_LINES } from "~/lib/limits";
import type { Attribute } from "~db/schema/contracts";

/** `pointer`: where they stand in the body. */
type AttributesOfLine = { lineId: string; wanted: Attribute[]; pointer: string };
type WantedAttributes = { attributes: AttributesOfLine[] };

/** Replaces the attributes of several lines at once. Rule and refusals of each: `toAttributesChange`. */
const manyAttributes = defineContractOperation<WantedAttributes>({
  async change(state, { attributes }, { tx }) {
    requireLines(
      state,
      attributes.map(({ lineId }) => lineId),
      (_id, index) => attributes[index]?.pointer ?? "",
    );
    const asked = attributes.map(({ lineId, wanted, pointer }) => ({
      lineId,
      attributes: wanted,
      toPointer: toListPointer(wanted, pointer),
    }));
    await requireAskedAttributes(tx, state, asked);
    const lines = attributes.reduce(
      (before, { lineId, wanted }) => [
        ...(toAttributesChange({ ...state, lines: before }, lineId, wanted, "merchant").lines ?? before),
      ],
      state.lines,
    );
    return { action: "contract.line_attributes_changed", events: ["updated"], lines };
  },
});

/** Keys are line ids as the contract shows them, a gid or the uuid at its end; each line once. */
const attributesByLine = z
  .record(z.string(), attributesSchema, "Send an object of attributes by line id.")
  .transform((given, context) => {
    const byLine = new Map<string, AttributesOfLine>();
    for (const [key, attributes] of Object.entries(given)) {
      const lineId = parseUuid(key, "SubscriptionLine");
      const wrong = lineId === null ? "invalid_id" : byLine.has(lineId) ? "given_twice" : null;
      if (lineId !== null && wrong === null)
        byLine.set(lineId, { lineId, wanted: attributes, pointer: toPointer([key]) });
      else
        context.issues.push({
          code: "custom",
          message:
            wrong === "given_twice"
              ? "This line stands here twice."
              : "Use the id as the contract shows it: a gid, or the uuid at its end.",
          params: { code: wrong },
          input: key,
          path: [key],
        });
    }
    return [...byLine.values()];
  })
  .refine((given) => given.length > 0, { error: "Name at least one line." })
  .refine((given) => given.length <= MAX_LINES, { error: `At most ${MAX_LINES} lines.` });

export const updateManyAttributes = manyAttributes.json({
  name: "updateManyAttributes",
  path: "subscription-contracts-update-multiple-line-item-attributes",
  summary: "Replace the custom attributes of several lines",
  description: "Either all lines are changed or none. The body has the attributes by line id.",
  method: "PUT",
  query: z.object({ contractId }),
  body: attributesByLine,
  bodyExample: { [EXAMPLE_UUID]: [{ key: "Grind", value: "Espresso" }] },
  problems: ["conflict"],
  read: ({ query, body }) => ({ ...query, attributes: body }),
});
