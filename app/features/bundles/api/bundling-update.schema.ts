import { z } from "zod";
import { MAX_CHOICES } from "~/features/bundles/rules/bundle.schema";
import { platformIdField } from "~/http/request/body-fields";
import type { GidType } from "~/lib/gid";

const ids = (type: GidType, description: string) =>
  z
    .array(platformIdField(type), { error: "Use a list of ids." })
    .max(MAX_CHOICES, `At most ${MAX_CHOICES}.`)
    .meta({ description })
    .nullish();

const sourceProduct = z
  .object({
    sourceProductId: platformIdField("Product").meta({ description: "A product of the bundle" }),
    addSubProductIds: ids("Product", "Products that become selectable in its place"),
    addSubVariantIds: ids("ProductVariant", "Variants that become selectable in its place"),
    deleteSubProductIds: ids("Product", "Products that are selectable no longer"),
    deleteSubVariantIds: ids("ProductVariant", "Variants that are selectable no longer"),
  })
  .superRefine((source, context) => {
    for (const kind of ["SubProductIds", "SubVariantIds"] as const) {
      const add = source[`add${kind}`] ?? [];
      const remove = source[`delete${kind}`] ?? [];
      const removed = new Set(remove);
      const both = new Set(add.filter((id) => removed.has(id)));
      for (const [name, list] of [
        [`add${kind}`, add],
        [`delete${kind}`, remove],
      ] as const)
        for (const [index, id] of list.entries())
          if (both.has(id))
            context.addIssue({
              code: "custom",
              params: { code: "contradiction" },
              path: [name, index],
              message: "The same id stands in the add and in the delete list.",
            });
    }
  });

/**
 * Body of operation 5 (wire.md §2). Only the four inner lists may be empty: a call that asks for nothing is a mistake.
 */
export const bundlingUpdate = z
  .array(
    z.object({
      babHandle: z.string({ error: "Give the bundle's handle." }).trim().min(1, "Give the bundle's handle."),
      sourceProducts: z
        .array(sourceProduct, { error: "Give a list of source products." })
        .min(1, "Give at least one source product."),
    }),
    { error: "Send an array of bundles." },
  )
  .min(1, "Give at least one bundle.");

export type BundlingUpdate = z.output<typeof bundlingUpdate>;
