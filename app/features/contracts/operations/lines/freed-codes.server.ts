import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import type { ContractCaller } from "~/features/contracts/change/contract-change.service.server";
import { deleteUse } from "~/features/discounts/discount-codes.repo.server";
import { markWelcomeCode } from "~/features/referrals/records/referral-progress.service.server";

/**
 * If a discount is removed with its line, and no order has had it or is being charged with it, the use of its code is
 * given back, as in `discountRemoval`.
 */
export function withCodesGivenBack(
  { contract, discounts }: ContractState,
  change: ContractChange,
  { audit }: Pick<ContractCaller, "audit">,
): ContractChange {
  const kept = new Set((change.discounts ?? discounts).map(({ id }) => id));
  const gone = discounts.filter(
    ({ id, code, usageCount }) => !kept.has(id) && code !== null && usageCount === 0,
  );
  if (gone.length === 0) return change;
  return {
    ...change,
    also: async (tx) => {
      for (const { id } of gone) {
        const code = await deleteUse(tx, contract.shopId, contract.id, id);
        if (code) await markWelcomeCode(tx, "give_code_back", { code, contract }, audit);
      }
    },
  };
}
