import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import { type BoxChoice, toFrequencyValue } from "./box-choice";

/**
 * Where a finished box is sent; null to stay on the page. The platform's `/cart/add` takes items with quantity and
 * selling plan (its cart permalinks take no selling plans) and leads to the cart, or with `return_to` to the checkout;
 * `/discount/<code>?redirect=` applies a code on the way. A hidden property of each line says which box it belongs to.
 * @param code the platform's discount code for the bundle's own discount
 * @param origin of the shop's storefront, `https://shop.example`
 */
export function toRedirect(
  bundle: Pick<BundleConfiguration, "bundleRedirect" | "customRedirectURL">,
  handle: string,
  { rows, frequency }: BoxChoice,
  code: string | null,
  origin: string,
): string | null {
  const pieces = new Map<number, number>();
  for (const { option, quantity } of rows)
    if (quantity > 0) pieces.set(option.variantId, (pieces.get(option.variantId) ?? 0) + quantity);
  const plan = frequency?.sellingPlanId ?? null;
  switch (bundle.bundleRedirect) {
    case "NONE":
      return null;
    case "CUSTOM": {
      const url = new URL(bundle.customRedirectURL ?? "/", origin);
      url.searchParams.set("bundle", handle);
      url.searchParams.set(
        "items",
        [...pieces].map(([variantId, quantity]) => `${variantId}:${quantity}`).join(),
      );
      if (frequency) url.searchParams.set("every", toFrequencyValue(frequency));
      if (plan !== null) url.searchParams.set("selling_plan", String(plan));
      if (code !== null) url.searchParams.set("discount", code);
      return url.href;
    }
  }
  const cart = new URLSearchParams();
  for (const [index, [variantId, quantity]] of [...pieces].entries()) {
    cart.set(`items[${index}][id]`, String(variantId));
    cart.set(`items[${index}][quantity]`, String(quantity));
    if (plan !== null) cart.set(`items[${index}][selling_plan]`, String(plan));
    cart.set(`items[${index}][properties][_bundle]`, handle);
  }
  if (bundle.bundleRedirect === "CHECKOUT") cart.set("return_to", "/checkout");
  const path = `/cart/add?${cart}`;
  return code === null
    ? `${origin}${path}`
    : `${origin}/discount/${encodeURIComponent(code)}?${new URLSearchParams({ redirect: path })}`;
}
