import { type CodeProducts, withCodeProducts } from "~/features/contracts/change/code-products";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { addLines, type LineOffer, removeLines, swapLines } from "~/features/contracts/change/line-edits";
import { changePlan } from "~/features/contracts/change/plan-change";
import { listPlanIdsOf } from "~/features/contracts/offers/line-offers.repo.server";
import { findOffersForCustomer } from "~/features/contracts/offers/line-offers.server";
import { findPlan } from "~/features/contracts/offers/plans-of-lines.server";
import { findCodeProducts } from "~/features/contracts/operations/lines/code-products.server";
import { toPlan } from "~/features/contracts/operations/lines/update-line.server";
import type { PortalContext } from "~/features/customer-pages/portal-context";
import { listAddableProducts, PRODUCTS_SHOWN } from "~/features/portal/view/portal-contract.repo.server";
import { toVariantTitle } from "~/lib/variant-title";
import { db } from "~db/client.server";
import type { Interval } from "~db/schema/intervals";
import { type Tried, tryEdit } from "./order-cost";

type Line = ContractState["lines"][number];

/** A product to add as a line, or to swap a line for; amounts are formatted. */
export type LineChoice = {
  variantId: number;
  /** The plan it would have. */
  planId: number | null;
  title: string;
  variant: string | null;
  image: string | null;
  /** Unit price. */
  price: string;
  /** What each order would cost with it. */
  orderAmount: string;
};

const NEW_LINE = "new";

/** Whether there is more to choose from than variants of the contract's products, so that a search helps. */
export const isSearched = ({ settings }: PortalContext): boolean => settings.lineChoice === "OFFERED";

/**
 * Products a customer may swap a line for (`line`), or add as a line (null): variants of the product, and whatever else
 * the merchant offers. Those that the rules would refuse are omitted.
 */
export async function listLineChoices(
  state: ContractState,
  line: Line | null,
  search: string,
  portal: PortalContext,
): Promise<LineChoice[]> {
  const { shopId } = state.contract;
  const own = (line ? [line] : state.lines).flatMap(({ productId }) => productId ?? []);
  const [theirs, offered] = await Promise.all([
    listAddableProducts(shopId, own, isSearched(portal) ? search : ""),
    isSearched(portal) ? listAddableProducts(shopId, portal.settings.addableProductIds, search) : [],
  ]);
  const found = new Map([...theirs, ...offered].map((product) => [product.variantId, product]));
  if (line?.variantId) found.delete(line.variantId);
  const products = [...found.values()].slice(0, PRODUCTS_SHOWN);
  const [offers, codeProducts] = await Promise.all([
    findOffers(
      state,
      line,
      products.map(({ variantId }) => variantId),
    ),
    findCodeProducts(db, state),
  ]);
  return products.flatMap(({ image }, index) => {
    const choice = toChoice(state, line, { offer: offers[index] ?? null, quantity: 1, codeProducts }, portal);
    return choice ? [{ ...choice, image }] : [];
  });
}

/** The chosen one; null when the customer may not have it (any more). */
export async function findLineChoice(
  state: ContractState,
  line: Line | null,
  { variantId, quantity }: { variantId: number; quantity: number },
  portal: PortalContext,
): Promise<LineChoice | null> {
  const [[offer = null], codeProducts] = await Promise.all([
    findOffers(state, line, [variantId]),
    findCodeProducts(db, state),
  ]);
  const choice = toChoice(state, line, { offer, quantity, codeProducts }, portal);
  return choice && { ...choice, image: null };
}

/** A swapped line keeps its plan; a new one gets the contract's, if that is for the product. */
async function findOffers(
  state: ContractState,
  line: Line | null,
  variantIds: number[],
): Promise<(LineOffer | null)[]> {
  const ask = (plan: Parameters<typeof findOffersForCustomer>[1][number]["plan"]) =>
    findOffersForCustomer(
      state,
      variantIds.map((variantId) => ({ variantId, plan })),
      db,
    );
  if (line) return ask({ kept: toPlan(line) });
  const planId = state.lines.find(({ sellingPlanId }) => sellingPlanId !== null)?.sellingPlanId ?? null;
  const [plain, planned] = await Promise.all([ask({ id: null }), planId === null ? [] : ask({ id: planId })]);
  return plain.map((offer, index) => planned[index] ?? offer);
}

function toChoice(
  state: ContractState,
  line: Line | null,
  {
    offer,
    quantity,
    codeProducts,
  }: { offer: LineOffer | null; quantity: number; codeProducts: CodeProducts },
  { format }: PortalContext,
): Omit<LineChoice, "image"> | null {
  if (!offer) return null;
  const id = line?.id ?? NEW_LINE;
  const wanted = { ...offer, id, quantity: line?.quantity ?? quantity };
  const tried = tryEdit(state, () =>
    line
      ? withCodeProducts(state, swapLines(state, [line.id], [wanted], { carryDiscount: true }), codeProducts)
      : addLines(state, [wanted]),
  );
  const made = tried?.change.lines?.find((each) => each.id === id);
  if (!tried || !made) return null;
  const { currencyCode } = state.contract;
  return {
    variantId: offer.variant.variantId,
    planId: offer.plan?.id ?? null,
    title: made.title,
    variant: toVariantTitle(made.variantTitle),
    price: format.money(made.currentPrice, currencyCode),
    orderAmount: format.money(tried.orderAmount, currencyCode),
  };
}

/** What each order costs without the line; null when it cannot be removed. */
export function findCostWithout(state: ContractState, line: Line, { format }: PortalContext): string | null {
  const tried = tryEdit(state, () => removeLines(state, [line.id], { removeDiscount: true }));
  return tried && format.money(tried.orderAmount, state.contract.currencyCode);
}

/** A plan the contract may change to. @field orderAmount what each order would cost, formatted */
export type PlanChoice = {
  id: number;
  name: string;
  interval: Interval;
  intervalCount: number;
  orderAmount: string;
};

const PLANS_SHOWN = 12;

/** Plans for the contract's products, except for the present one and those that its dates do not allow. */
export async function listPlanChoices(state: ContractState, portal: PortalContext): Promise<PlanChoice[]> {
  const { contract, lines } = state;
  const productIds = lines.flatMap(({ productId }) => productId ?? []);
  const ids = await listPlanIdsOf(db, contract.shopId, productIds, PLANS_SHOWN);
  const plans = await Promise.all(ids.map((id) => findPlan(db, state, id)));
  return plans.flatMap((wanted): PlanChoice[] => {
    const tried: Tried | null = tryEdit(state, () => changePlan(state, wanted, portal));
    if (!tried) return [];
    const { id, name, billing } = wanted.plan;
    const orderAmount = portal.format.money(tried.orderAmount, contract.currencyCode);
    return [{ id, name, ...billing, orderAmount }];
  });
}
