import type { Audit } from "~/features/activity/activity";
import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import { withCodesGivenBack } from "~/features/contracts/operations/lines/freed-codes.server";
import { findDiscountCodeByName, hasUse, insertUse } from "~/features/discounts/discount-codes.repo.server";
import { markWelcomeCode } from "~/features/referrals/records/referral-progress.service.server";

/**
 * Uses of codes follow the discounts: given back with removed ones, and taken again with those that an undo restores,
 * so that a code's limits hold. If a code's limit has been reached by then, the contract is refused (by its rows'
 * constraints).
 *
 * @param withoutUse ids of discounts that had no use of their own when they were removed, as after a split
 *   (docs/decisions/136): they take none
 */
export function withCodeUses(
  state: ContractState,
  change: ContractChange,
  withoutUse: readonly string[],
  audit: Audit,
): ContractChange {
  const present = new Set(state.discounts.map(({ id }) => id));
  const back = (change.discounts ?? []).filter(
    ({ id, code, usageCount }) =>
      !present.has(id) && code !== null && usageCount === 0 && !withoutUse.includes(id),
  );
  const freeing = withCodesGivenBack(state, change, { audit });
  if (back.length === 0) return freeing;
  const { contract } = state;
  return {
    ...change,
    also: async (tx) => {
      await freeing.also?.(tx);
      for (const { id, code: name, createdAt } of back) {
        const code = name === null ? null : await findDiscountCodeByName(contract.shopId, name, tx);
        // The use was not given back if an order was being charged with the discount.
        if (!code || (await hasUse(tx, contract.shopId, code.id, id))) continue;
        await insertUse(tx, {
          shopId: contract.shopId,
          codeId: code.id,
          discountId: id,
          contractId: contract.id,
          customerId: contract.customerId,
          isOnce: code.isOncePerCustomer,
          createdAt,
        });
        if (code.origin === "REFERRAL") await markWelcomeCode(tx, "use_code", { code, contract }, audit);
      }
    },
  };
}
