import { z } from "zod";
import { MAX_CHOICES } from "~/features/bundles/rules/bundle.schema";
import { platformIdField } from "~/http/request/body-fields";
import { type RuleError, withRules } from "~/http/request/field-rules";
import type { GidType } from "~/lib/gid";

/** Bundles of one call, and source products of each: who has more sends several calls. */
const MAX_ENTRIES = 500;

const ids = (type: GidType, description: string) =>
  z
    .array(platformIdField(type), { error: "Use a list of ids." })
    .max(MAX_CHOICES, `At most ${MAX_CHOICES}.`)
    .meta({ description })
    .nullish();

const sourceFields = z.object({
  sourceProductId: platformIdField("Product").meta({ description: "A product of the bundle" }),
  addSubProductIds: ids("Product", "Products to make selectable in its place"),
  addSubVariantIds: ids("ProductVariant", "Variants to make selectable in its place"),
  deleteSubProductIds: ids("Product", "Products to make unselectable"),
  deleteSubVariantIds: ids("ProductVariant", "Variants to make unselectable"),
});

type Ids = number[] | null | undefined;

/** Ids that are in both the list of additions and the list of removals: an error at each place. */
function findContradictions(lists: Record<string, Ids>): RuleError[] {
  const [add, remove] = Object.values(lists).map((list) => new Set(list ?? []));
  return Object.entries(lists).flatMap(([name, list]) =>
    (list ?? []).flatMap((id, index) =>
      add?.has(id) && remove?.has(id)
        ? [
            {
              path: [name, index],
              code: "contradiction",
              message: "The same id stands in the add and in the delete list.",
            },
          ]
        : [],
    ),
  );
}

const sourceProduct = withRules(sourceFields, (rule) => [
  rule(["addSubProductIds", "deleteSubProductIds"], findContradictions),
  rule(["addSubVariantIds", "deleteSubVariantIds"], findContradictions),
]);

/**
 * Body of operation 5 (wire.md §2). Only the four inner lists may be empty: a call that asks for nothing is an error.
 */
export const bundlingUpdate = z
  .array(
    z.object({
      babHandle: z.string({ error: "Give the bundle's handle." }).trim().min(1, "Give the bundle's handle."),
      sourceProducts: z
        .array(sourceProduct, { error: "Give a list of source products." })
        .min(1, "Give at least one source product.")
        .max(MAX_ENTRIES, `At most ${MAX_ENTRIES} source products.`),
    }),
    { error: "Send an array of bundles." },
  )
  .min(1, "Give at least one bundle.")
  .max(MAX_ENTRIES, `At most ${MAX_ENTRIES} bundles.`);

export type BundlingUpdate = z.output<typeof bundlingUpdate>;

const idOrNull = (type: GidType) => platformIdField(type).nullable().catch(null);
const idsOrNull = (type: GidType) => z.array(idOrNull(type)).max(MAX_CHOICES).nullish().catch(null);

const NO_SOURCE = { sourceProductId: null };
const readableSource = z
  .object({
    sourceProductId: idOrNull("Product"),
    addSubProductIds: idsOrNull("Product"),
    addSubVariantIds: idsOrNull("ProductVariant"),
    deleteSubProductIds: idsOrNull("Product"),
    deleteSubVariantIds: idsOrNull("ProductVariant"),
  })
  .catch(NO_SOURCE);

const NO_ENTRY = { babHandle: "", sourceProducts: [] };
const readableUpdate = z
  .array(
    z
      .object({
        babHandle: z.string().trim().catch(""),
        sourceProducts: z.array(readableSource).max(MAX_ENTRIES).catch([]),
      })
      .catch(NO_ENTRY),
  )
  .max(MAX_ENTRIES)
  .catch([]);

/** An update, or what can be read of one. */
export type ReadableUpdate = z.output<typeof readableUpdate>;

/**
 * What can be read of a refused body, in its place: an invalid handle is empty, an invalid id or list null.
 */
export const readUpdate = (sent: unknown): ReadableUpdate => readableUpdate.parse(sent);
