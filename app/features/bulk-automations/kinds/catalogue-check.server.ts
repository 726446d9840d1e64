import { z } from "zod";
import { findVariantTitle } from "~/features/catalogue/catalogue-search.repo.server";
import { findCatalogueOffers } from "~/features/contracts/offers/line-offers.repo.server";
import { db } from "~db/client.server";
import type { Checked } from "./kind.server";

/** Checks the ids in parameters against the shop's catalogue: another shop's ids count as unknown. */

export const variantId = z
  .int()
  .positive()
  .meta({ description: "A variant's id", format: "int64", minimum: 1 });

/** An id chosen from a list, as a form sends it. */
export const chosenId = (message: string) =>
  z.coerce.number({ error: message }).int(message).positive(message);

/** Parameters as a task stores them, with the names of what they refer to by id. */
export const withNames = <T extends z.ZodRawShape>(shape: T) =>
  z.object({ ...shape, names: z.record(z.string(), z.string()).optional() });

/** Looks up variants by parameter: errors for those that the shop does not have or has deleted, the names of the others. */
export async function checkVariants(
  shopId: number,
  wanted: Readonly<Record<string, number>>,
): Promise<Required<Checked>> {
  const { variants } = await findCatalogueOffers(db, shopId, {
    variantIds: Object.values(wanted),
    planIds: [],
    productIds: [],
  });
  const checked: Required<Checked> = { errors: [], names: {} };
  for (const [parameter, id] of Object.entries(wanted)) {
    const variant = variants.get(id);
    if (variant) checked.names[parameter] = toVariantName(variant);
    else
      checked.errors.push({
        parameter,
        code: "unknown_variant",
        detail: "The shop has no such variant, or has deleted it.",
      });
  }
  return checked;
}

/** The name of a variant, also of a deleted one, since contracts may still hold it. */
export async function findVariantName(shopId: number, variantId: number): Promise<string | null> {
  const found = await findVariantTitle(shopId, variantId);
  return found && toVariantName({ title: found.product, variantTitle: found.variant });
}

const toVariantName = ({ title, variantTitle }: { title: string; variantTitle: string | null }): string =>
  variantTitle === null || /^default( title)?$/i.test(variantTitle) ? title : `${title}, ${variantTitle}`;
