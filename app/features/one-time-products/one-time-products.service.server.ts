import type { ContractState } from "~/features/contracts/contract-change";
import {
  type ChangedContract,
  type ContractTarget,
  changeContract,
} from "~/features/contracts/contract-change.service.server";
import { requireEditable } from "~/features/contracts/contract-edits";
import { contractNotFound } from "~/features/contracts/contract-not-found";
import {
  type OneTimeProduct,
  toOneTimePrice,
  toVariantHandle,
} from "~/features/one-time-products/one-time-product";
import {
  deleteOneTimeProduct,
  findOneTimeProduct,
  findOneTimeProducts,
  findVariant,
  insertOneTimeProduct,
} from "~/features/one-time-products/one-time-products.repo.server";
import { readPortalSettings } from "~/features/portal/portal-settings.repo.server";
import { findShopSettings } from "~/features/shops/shops.repo.server";
import { invalidRequest, notFound, ProblemError } from "~/http/problem";
import { MAX_PRICE } from "~/lib/limits";
import { compareMoney } from "~/lib/money";
import type { Transaction } from "~db/transaction.server";

/** `billingAttemptId`: the order wished for; one that is not to come, or not of the contract, is as good as none. */
export type WantedProduct = {
  variantId: number;
  variantHandle: string;
  quantity: number;
  billingAttemptId?: number;
};

/**
 * Put a product on an upcoming order of a contract, once (wire.md §2 "4 one-time product"): on the order wished for while
 * that is QUEUED, else on the next. What that order has already stays as it is.
 *
 * @throws ProblemError not_found; conflict for a contract that is not ACTIVE or has no order to come; invalid_request
 *   for a variant the shop does not have; currency_mismatch for a contract that is not in the shop's currency; for customers also forbidden for what the shop does not offer them
 */
export function addOneTimeProduct(target: ContractTarget, wanted: WantedProduct): Promise<ChangedContract> {
  const { audit, customerId } = target;
  const { variantId, variantHandle, quantity } = wanted;
  return changeContract(target, async (state, tx) => {
    const { id: contractId, shopId, status } = state.contract;
    if (status !== "ACTIVE")
      throw new ProblemError("conflict", "Products can be added while the contract is active.");
    const billingAttemptId = requireUpcoming(state, wanted.billingAttemptId);
    const variant = await requireVariant(tx, shopId, variantId);
    if (customerId !== null) await requireOffered(tx, shopId, variant);
    if (await findOneTimeProduct(tx, shopId, billingAttemptId, variantId)) return null;
    await requireCataloguePrices(tx, state);
    const price = requirePrice(state, variant.price);
    return {
      action: "contract.one_time_product_added",
      events: ["updated"],
      billingAttemptId,
      told: { before: {}, after: { product: variant.title, quantity, price } },
      alsoChanged: ["oneTimeProducts"],
      also: (on) =>
        insertOneTimeProduct(on, {
          shopId,
          contractId,
          billingAttemptId,
          variantId,
          variantHandle: toVariantHandle(variantHandle, variantId),
          quantity,
          price,
          createdAt: audit.now,
        }),
    };
  });
}

function requireUpcoming({ attempts }: ContractState, wished: number | undefined): number {
  const queued = attempts.filter(({ status }) => status === "QUEUED");
  const chosen = queued.find(({ id }) => id === wished) ?? queued[0];
  if (!chosen) throw new ProblemError("conflict", "The contract has no order to come.");
  return chosen.id;
}

const refusedVariant = (detail: string) =>
  invalidRequest([{ parameter: "variantId", code: "unknown_variant", detail }]);

type Variant = NonNullable<Awaited<ReturnType<typeof findVariant>>>;

async function requireVariant(tx: Transaction, shopId: number, variantId: number): Promise<Variant> {
  const variant = await findVariant(tx, shopId, variantId);
  if (!variant) throw refusedVariant("The shop has no such variant.");
  return variant;
}

/** The merchant chooses what customers may add, and may add by hand what is sold out. */
async function requireOffered(tx: Transaction, shopId: number, variant: Variant): Promise<void> {
  const { addableProductIds } = await readPortalSettings(shopId, tx);
  if (addableProductIds && !addableProductIds.includes(variant.productId))
    throw new ProblemError("forbidden", "The shop does not offer this product here.");
  if (!variant.available) throw refusedVariant("This product is sold out.");
}

/** Catalogue prices are in the shop's currency, and nothing converts them into the contract's. */
async function requireCataloguePrices(tx: Transaction, { contract }: ContractState): Promise<void> {
  const settings = await findShopSettings(contract.shopId, tx);
  if (settings && settings.currencyCode !== contract.currencyCode)
    throw new ProblemError(
      "currency_mismatch",
      `The shop's prices are in ${settings.currencyCode}; this contract is billed in ${contract.currencyCode}.`,
    );
}

function requirePrice(state: ContractState, variantPrice: string): string {
  const price = toOneTimePrice(variantPrice, state, state.contract.currencyCode);
  if (compareMoney(price, MAX_PRICE) > 0) throw refusedVariant(`It costs more than ${MAX_PRICE}.`);
  return price;
}

/** Take a product off an order again. @throws ProblemError not_found; conflict when the order is being made */
export function removeOneTimeProduct(
  target: ContractTarget,
  { billingAttemptId, variantId }: { billingAttemptId: number; variantId: number },
): Promise<ChangedContract> {
  return changeContract(target, async (state, tx) => {
    requireEditable(state);
    const { shopId } = state.contract;
    const attempt = state.attempts.find(({ id }) => id === billingAttemptId);
    const present = attempt && (await findOneTimeProduct(tx, shopId, billingAttemptId, variantId));
    if (!present) throw notFound("The order has no such one-time product.");
    if (attempt.status === "PROCESSING" || attempt.status === "UNKNOWN")
      throw new ProblemError("conflict", "This order is being made.");
    return {
      action: "contract.one_time_product_removed",
      events: ["updated"],
      billingAttemptId,
      told: {
        before: { product: present.title, quantity: present.quantity, price: present.price },
        after: {},
      },
      alsoChanged: ["oneTimeProducts"],
      also: (on) => deleteOneTimeProduct(on, shopId, billingAttemptId, variantId),
    };
  });
}

/**
 * The one-time product records of a contract, oldest first.
 *
 * @param owner the customer who asks; null for callers that may see any contract of the shop
 * @throws ProblemError not_found
 */
export async function listOneTimeProducts(
  shop: { id: number; storeDomain: string },
  contractId: number,
  owner: number | null,
  { onlyNext }: { onlyNext: boolean },
): Promise<OneTimeProduct[]> {
  const records = await findOneTimeProducts(shop, contractId, owner, onlyNext);
  if (!records) throw contractNotFound();
  return records;
}
