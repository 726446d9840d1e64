import { type BoxChoice, toFrequencyValue } from "~/features/bundles/box-choice";
import type { BundleConfiguration } from "~/features/bundles/bundle";

/**
 * Where a finished box goes on; null to stay on the page. The platform's cart permalink takes `<variant>:<pieces>,…`
 * and leads to the checkout, with `storefront=true` to the cart; what belongs to the box goes along as attributes.
 * @param origin of the shop's storefront, `https://shop.example`
 */
export function toRedirect(
  bundle: Pick<BundleConfiguration, "bundleRedirect" | "customRedirectURL">,
  handle: string,
  { rows, frequency }: BoxChoice,
  origin: string,
): string | null {
  const pieces = new Map<number, number>();
  for (const { option, quantity } of rows)
    if (quantity > 0) pieces.set(option.variantId, (pieces.get(option.variantId) ?? 0) + quantity);
  const items = [...pieces].map(([variantId, quantity]) => `${variantId}:${quantity}`).join();
  const every = frequency ? toFrequencyValue(frequency) : null;
  switch (bundle.bundleRedirect) {
    case "NONE":
      return null;
    case "CUSTOM": {
      const url = new URL(bundle.customRedirectURL ?? "/", origin);
      url.searchParams.set("bundle", handle);
      url.searchParams.set("items", items);
      if (every) url.searchParams.set("every", every);
      return url.href;
    }
  }
  const url = new URL(`/cart/${items}`, origin);
  if (bundle.bundleRedirect === "CART") url.searchParams.set("storefront", "true");
  url.searchParams.set("attributes[bundle]", handle);
  if (every) url.searchParams.set("attributes[every]", every);
  if (frequency?.sellingPlanId) url.searchParams.set("selling_plan", String(frequency.sellingPlanId));
  return url.href;
}
