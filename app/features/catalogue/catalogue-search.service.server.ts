import type { CatalogueOption } from "./catalogue-option";
import { listVariantsOf, searchProducts } from "./catalogue-search.repo.server";

const PRODUCTS_SHOWN = 12;
/** Nobody reads more options than this; a longer search text narrows them down. */
const OPTIONS_SHOWN = 60;

/** Products by part of their title, each followed by its variants where it has more than one. */
export async function searchCatalogue(shopId: number, text: string): Promise<CatalogueOption[]> {
  const found = await searchProducts(shopId, text.trim(), PRODUCTS_SHOWN);
  if (found.length === 0) return [];
  const variants = await listVariantsOf(
    shopId,
    found.map((product) => product.id),
  );
  const options = found.flatMap((product): CatalogueOption[] => {
    const shared = { product: product.title, image: product.image, isDeleted: product.isDeleted };
    const own = variants.filter((variant) => variant.productId === product.id);
    return [
      {
        parameter: "productId",
        id: product.id,
        label: product.title,
        price: own[0]?.price ?? null,
        ...shared,
      },
      ...(own.length > 1 ? own : []).map((variant) => ({
        parameter: "variantId" as const,
        id: variant.id,
        label: variant.title,
        price: variant.price,
        ...shared,
      })),
    ];
  });
  return options.slice(0, OPTIONS_SHOWN);
}
