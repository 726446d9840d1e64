import { z } from "zod";
import { platformIdField } from "~/http/request/body-fields";
import { passOn } from "~/http/request/field-errors";
import { EXPECTED_PLATFORM_ID, parsePlatformId, parseUuid } from "~/lib/gid";
import { MAX_LINES, MAX_QUANTITY } from "~/lib/limits";
import { readAs } from "~/lib/schemas/read-as";

const EXPECTED_QUANTITY = `Use a whole number from 1 to ${MAX_QUANTITY}.`;

/** The id of a line in a body. */
export const bodyLineId = z
  .string("Use the id as the contract shows it.")
  .transform(
    readAs(
      (given: string) => parseUuid(given.trim(), "SubscriptionLine"),
      "Use the id as the contract shows it: a gid, or the uuid at its end.",
      "invalid_id",
    ),
  )
  .meta({ type: "string" });

export const lineIdsBody = z
  .array(bodyLineId, "Send an array of line ids.")
  .min(1, "Name at least one line.")
  .max(MAX_LINES, `At most ${MAX_LINES} lines.`);

const bodyQuantity = z
  .union([z.number(), z.string().regex(/^\d{1,3}$/, EXPECTED_QUANTITY)], { error: EXPECTED_QUANTITY })
  .transform(
    readAs(
      (given: number | string) => {
        const count = Number(given);
        return Number.isInteger(count) && count >= 1 && count <= MAX_QUANTITY ? count : null;
      },
      EXPECTED_QUANTITY,
      "out_of_range",
    ),
  )
  .meta({ type: "integer", minimum: 1, maximum: MAX_QUANTITY });

/** A variant and its quantity; `place` is its path in the body. */
export type WantedVariant = { variantId: number; quantity: number; place: string };

/** `{variantId: quantity}`, as existing clients send it. */
export const quantityByVariant = z
  .record(z.string(), z.unknown(), "Send an object of variant ids and quantities.")
  .transform((quantities, context) =>
    // Id and quantity are checked separately: both may be wrong.
    Object.entries(quantities).flatMap(([place, given]): WantedVariant[] => {
      const variantId = parsePlatformId(place, "ProductVariant");
      const quantity = bodyQuantity.safeParse(given);
      if (variantId === null)
        context.issues.push({
          code: "custom",
          message: EXPECTED_PLATFORM_ID,
          params: { code: "invalid_id" },
          input: place,
          path: [place],
        });
      if (!quantity.success) passOn(quantity.error, context, given, (path) => [place, ...path]);
      return variantId === null || !quantity.success ? [] : [{ variantId, quantity: quantity.data, place }];
    }),
  )
  .refine((variants) => variants.length > 0, { error: "Name at least one variant." })
  .refine((variants) => variants.length <= MAX_LINES, { error: `At most ${MAX_LINES} variants.` });

const variantList = z
  .array(z.object({ variantId: platformIdField("ProductVariant"), quantity: bodyQuantity.default(1) }))
  .min(1, "Name at least one variant.")
  .max(MAX_LINES, `At most ${MAX_LINES} variants.`)
  .transform((variants) =>
    variants.map((variant, index): WantedVariant => ({ ...variant, place: `${index}/variantId` })),
  );

/** Several variants, in either form that clients send. */
export const variantsBody = z
  .unknown()
  .transform((given, context): WantedVariant[] => {
    const read = Array.isArray(given) ? variantList.safeParse(given) : quantityByVariant.safeParse(given);
    if (read.success) return read.data;
    passOn(read.error, context, given);
    return z.NEVER;
  })
  .meta({
    oneOf: [
      {
        type: "array",
        maxItems: MAX_LINES,
        items: {
          type: "object",
          required: ["variantId"],
          properties: {
            variantId: { type: ["integer", "string"] },
            quantity: { type: "integer", minimum: 1, maximum: MAX_QUANTITY, default: 1 },
          },
        },
      },
      {
        type: "object",
        maxProperties: MAX_LINES,
        additionalProperties: { type: "integer", minimum: 1, maximum: MAX_QUANTITY },
        description: "Quantities by variant id.",
      },
    ],
  });
