import type { ContractState } from "~/features/contracts/change/contract-change";
import type { LineOffer } from "~/features/contracts/change/line-edits";
import type { PlanTerms } from "~/features/contracts/change/line-price";
import { hasFrequency } from "~/features/contracts/change/plan-change";
import { findAmountErrors } from "~/features/contracts/change/terms";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { type FieldError, invalidRequest, ProblemError } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import { type CatalogueOffers, type CatalogueVariant, findCatalogueOffers } from "./line-offers.repo.server";

/**
 * What was requested: a variant, under which plan, at which unit price (null: from catalogue and plan). `sentPrice`:
 * the amount that was divided to get the unit price; it has to fit the currency, the unit price need not.
 */
export type WantedContent = {
  variantId: number;
  /** `kept` is the line's present plan: it stays even if the catalogue does not know it. */
  plan: { id: number | null } | { kept: { id: number; name: string } | null };
  price: string | null;
  sentPrice?: string;
};

/** Gives the name of a field as it was sent. */
export type ToPlace = (field: "variantId" | "sellingPlanId" | "price", index: number) => Partial<FieldError>;
export const asParameter: ToPlace = (parameter) => ({ parameter });

/**
 * Checks a request against the shop's catalogue and reports all errors at once: an unknown or deleted variant, an
 * unknown plan, a plan of another product or frequency, a price that does not fit the contract's currency, a missing
 * price where the catalogue's is in another currency. Customers choose only among what the shop offers them, and never
 * a price.
 *
 * @throws ProblemError invalid_request; for customers forbidden
 */
export async function resolveOffers(
  state: ContractState,
  wanted: readonly WantedContent[],
  { isCustomer, tx }: { isCustomer: boolean; tx: Queryable },
  toPlace: ToPlace,
): Promise<LineOffer[]> {
  const { catalogue, settings } = await readOffers(state, wanted, { isCustomer, tx });
  const errors = wanted.flatMap((content, index) =>
    findErrors(state, content, catalogue, isCustomer).map(({ field, ...error }) => ({
      ...error,
      ...toPlace(field, index),
    })),
  );
  if (errors.length > 0) throw invalidRequest(errors);
  return wanted.map((content) => {
    const { variantId, price } = content;
    const variant = catalogue.variants.get(variantId);
    if (!variant) throw new Error("a line was not held against the catalogue");
    if (settings && price !== null) throw new ProblemError("forbidden", "The price is the shop's to set.");
    if (settings && !isOffered(state, variant, settings))
      throw new ProblemError("forbidden", "The shop does not offer this product here.");
    return { variant, plan: toTerms(content.plan, catalogue), agreedPrice: price };
  });
}

/** The requests that a customer may make, at the shop's prices; null for each that would be refused. */
export async function findOffersForCustomer(
  state: ContractState,
  wanted: readonly Omit<WantedContent, "price">[],
  on: Queryable,
): Promise<(LineOffer | null)[]> {
  const { catalogue, settings } = await readOffers(state, wanted, { isCustomer: true, tx: on });
  return wanted.map(({ variantId, plan }) => {
    const variant = catalogue.variants.get(variantId);
    const isRefused = findErrors(state, { variantId, plan, price: null }, catalogue, true).length > 0;
    if (!variant || !settings || isRefused || !isOffered(state, variant, settings)) return null;
    return { variant, plan: toTerms(plan, catalogue), agreedPrice: null };
  });
}

async function readOffers(
  { contract: { shopId } }: ContractState,
  wanted: readonly Omit<WantedContent, "price">[],
  { isCustomer, tx }: { isCustomer: boolean; tx: Queryable },
) {
  const [catalogue, settings] = await Promise.all([
    findCatalogueOffers(tx, shopId, {
      variantIds: wanted.map(({ variantId }) => variantId),
      planIds: wanted.flatMap(({ plan }) => toPlanId(plan) ?? []),
      productIds: [],
    }),
    isCustomer ? readPortalSettings(shopId, tx) : null,
  ]);
  return { catalogue, settings };
}

const toPlanId = (plan: WantedContent["plan"]): number | null =>
  "kept" in plan ? (plan.kept?.id ?? null) : plan.id;

function toTerms(plan: WantedContent["plan"], { plans }: CatalogueOffers): PlanTerms | null {
  const id = toPlanId(plan);
  const known = id === null ? null : plans.get(id);
  if (known || !("kept" in plan) || !plan.kept) return known ?? null;
  return { ...plan.kept, discountPercentage: null, discountCycles: null, laterDiscountPercentage: null };
}

/** Why a variant is refused; `SOLD_OUT` applies to customers only. */
export const UNKNOWN_VARIANT = {
  code: "unknown_variant",
  detail: "The shop has no such variant, or has deleted it.",
};
export const SOLD_OUT = { code: "sold_out", detail: "This product is sold out." };

type LineError = { field: Parameters<ToPlace>[0]; code: string; detail: string };

function findErrors(
  state: ContractState,
  { variantId, plan, price, sentPrice }: WantedContent,
  catalogue: CatalogueOffers,
  isCustomer: boolean,
): LineError[] {
  const { currencyCode } = state.contract;
  const errors: LineError[] = [];
  const refuse = (field: LineError["field"], code: string, detail: string) =>
    errors.push({ field, code, detail });
  const variant = catalogue.variants.get(variantId);
  if (!variant) errors.push({ field: "variantId", ...UNKNOWN_VARIANT });
  else if (isCustomer && !variant.available) errors.push({ field: "variantId", ...SOLD_OUT });
  const id = toPlanId(plan);
  const known = id === null ? undefined : catalogue.plans.get(id);
  if (id !== null && !("kept" in plan) && !known)
    refuse("sellingPlanId", "unknown_plan", "The shop has no such selling plan.");
  // For staff a kept plan is not checked: it stays with the line even if it is not for the new product.
  const isAsked = !("kept" in plan) || isCustomer;
  if (known && variant && isAsked && known.productIds?.includes(variant.productId) === false)
    refuse("sellingPlanId", "plan_of_another_product", "This selling plan is not for that product.");
  if (known && !("kept" in plan) && !hasFrequency(known, state.contract))
    refuse("sellingPlanId", "plan_of_another_frequency", "This selling plan has another frequency.");
  if (price !== null)
    for (const { code, detail } of findAmountErrors("price", sentPrice ?? price, currencyCode))
      refuse("price", code, detail);
  else if (catalogue.currencyCode !== currencyCode)
    refuse(
      "price",
      "currency_mismatch",
      `The shop's prices are in ${catalogue.currencyCode}: say this one in ${currencyCode}.`,
    );
  return errors;
}

/** Whether the shop lets its customers choose the product. */
function isOffered(
  { lines }: ContractState,
  { productId }: CatalogueVariant,
  { lineChoice, addableProductIds }: Awaited<ReturnType<typeof readPortalSettings>>,
): boolean {
  if (lines.some((line) => line.productId === productId)) return true;
  return lineChoice === "OFFERED" && (addableProductIds?.includes(productId) ?? true);
}
