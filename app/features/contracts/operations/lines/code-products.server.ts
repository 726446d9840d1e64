import { type CodeProducts, listBoundDiscounts } from "~/features/contracts/change/code-products";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { listCodeProducts } from "~/features/discounts/discount-codes.repo.server";
import type { Queryable } from "~db/client.server";

/** The products that the contract's codes are for. */
export const findCodeProducts = (
  on: Queryable,
  state: Pick<ContractState, "contract" | "discounts">,
): Promise<CodeProducts> =>
  listCodeProducts(
    on,
    state.contract.shopId,
    listBoundDiscounts(state).flatMap(({ code }) => code ?? []),
  );
