import {
  type ContractChange,
  type ContractState,
  toContractWrites,
} from "~/features/contracts/change/contract-change";
import type { LineOffer } from "~/features/contracts/change/line-edits";
import { asParameter, resolveOffers } from "~/features/contracts/offers/line-offers.server";
import { searchVariants } from "~/features/contracts/one-time-products/one-time-products.repo.server";
import { NO_PRODUCTS, VARIANTS_SHOWN } from "~/features/contracts/operations/definition/line-inputs";
import type {
  DialogContext,
  DialogInput,
  DialogOption,
} from "~/features/contracts/operations/definition/staff-dialog";
import { ProblemError } from "~/lib/problem";
import { toProductName } from "~/lib/variant-title";
import { db } from "~db/client.server";
import { toPlan } from "./update-line.server";

type Line = ContractState["lines"][number];

/** What each order costs after the change. */
export const toCost = (
  state: ContractState,
  change: ContractChange,
  { format }: Pick<DialogContext, "format">,
): string =>
  format.money(toContractWrites(state, change)?.contract.orderAmount ?? state.contract.orderAmount);

/** The result of a rule; null where it refuses: the form's answer gives the reason. */
export function ifAllowed(rule: () => ContractChange): ContractChange | null {
  try {
    return rule();
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}

/**
 * The products of a search to choose from, with prices and, where prices are in the contract's currency, the resulting
 * cost of an order.
 *
 * @param line whose plan the product would keep; null: it comes in addition
 * @param rule what the operation would do with it
 */
export async function toVariantInput(
  state: ContractState,
  { format, place }: DialogContext,
  line: Line | null,
  rule: (wanted: LineOffer & { id: string; quantity: number }) => ContractChange,
): Promise<DialogInput> {
  const found = await searchVariants(state.contract.shopId, place.q, VARIANTS_SHOWN);
  const plan = line ? { kept: toPlan(line) } : { id: null };
  const contents = found.map(({ variantId }) => ({ variantId, plan, price: null }));
  const offers = await resolveOffers(state, contents, { isCustomer: false, tx: db }, asParameter).catch(
    (error: unknown) => {
      if (error instanceof ProblemError) return [];
      throw error;
    },
  );
  const options = found.map(({ variantId, title, variantTitle, available }, index): DialogOption => {
    const offer = offers[index];
    const change = offer && ifAllowed(() => rule({ ...offer, id: "new", quantity: line?.quantity ?? 1 }));
    return {
      value: String(variantId),
      label: toProductName({ title, variantTitle }),
      note: [
        ...(offer ? [format.money(offer.variant.price)] : []),
        ...(available ? [] : ["sold out"]),
        ...(change ? [`each order then ${toCost(state, change, { format })}`] : []),
      ].join(", "),
    };
  });
  return { kind: "list", name: "variantId", label: "Product", options, empty: NO_PRODUCTS };
}
