import { randomUUID } from "node:crypto";
import type { ContractState } from "~/features/contracts/contract-change";
import { findContractState } from "~/features/contracts/contract-change.repo.server";
import type { ChangedContract, ContractTarget } from "~/features/contracts/contract-change.service.server";
import { changeContract } from "~/features/contracts/contract-change.service.server";
import { requireEditable } from "~/features/contracts/contract-edits";
import { isCodeOf } from "~/features/discounts/code-owner.server";
import { type DiscountCode, findCoveredLineIds, toCodeState } from "~/features/discounts/discount-code";
import {
  deleteUse,
  findDiscountCodeByName,
  hasEarlierContract,
  hasUsed,
  insertUse,
  lockDiscountCodeByName,
} from "~/features/discounts/discount-codes.repo.server";
import { readPortalSettings } from "~/features/portal/portal-settings.repo.server";
import { markWelcomeCode } from "~/features/referrals/referral-progress.service.server";
import { findShopSettings } from "~/features/shops/shops.repo.server";
import { notFound, type ProblemCode, ProblemError } from "~/http/problem";
import { db, type Queryable } from "~db/client.server";

/**
 * Apply a discount code to a contract (wire.md §2 "11 discount"). A use of the code is taken in the same transaction,
 * under the code's row lock: however many apply it at once, its limits hold.
 *
 * @throws ProblemError not_found for an unknown or switched-off code and for one made for somebody else; discount_*;
 *   second_discount_forbidden; conflict for a contract that is over
 */
export function applyDiscountCode(target: ContractTarget, codeText: string): Promise<ChangedContract> {
  const { shop, audit } = target;
  return changeContract(target, async (state, tx) => {
    requireEditable(state);
    const code = await lockDiscountCodeByName(tx, shop.id, codeText);
    if (!code) throw unknownCode();
    const lineIds = await requireFit(tx, state, code, audit.now);
    const { contract, discounts } = state;
    const discount: ContractState["discounts"][number] = {
      shopId: shop.id,
      contractId: contract.id,
      id: randomUUID(),
      title: code.code,
      code: code.code,
      valueType: code.valueType,
      value: code.value,
      lineIds,
      recurringCycleLimit: code.cycleLimit,
      usageCount: 0,
      createdAt: audit.now,
    };
    await insertUse(tx, {
      shopId: shop.id,
      codeId: code.id,
      discountId: discount.id,
      contractId: contract.id,
      customerId: contract.customerId,
      isOnce: code.isOncePerCustomer,
      createdAt: audit.now,
    });
    if (code.origin === "REFERRAL") await markWelcomeCode(tx, "use_code", { code, contract }, audit);
    return { action: "contract.discount_applied", events: ["updated"], discounts: [...discounts, discount] };
  });
}

/** Every refusal of a code is about the one field that holds it, whoever sent it. */
const refusedCode = (code: ProblemCode, detail: string): ProblemError =>
  new ProblemError(code, detail, { errors: [{ parameter: "discountCode", code, detail }] });

/**
 * Everything that a code has to fit: asked when it is applied, and before it is offered.
 *
 * @returns the lines it covers, null = all
 * @throws ProblemError as `applyDiscountCode`
 */
async function requireFit(
  on: Queryable,
  state: ContractState,
  code: DiscountCode,
  now: Date,
): Promise<string[] | null> {
  const { customerId, customerEmail } = state.contract;
  if (!isCodeOf(code, { id: customerId, email: customerEmail })) throw unknownCode();
  requireNotYetApplied(state, code);
  const lineIds = requireApplicable(state, code, now);
  await requireOwnCurrency(state, code, on);
  await requireFirstCode(state, on);
  await requireFirstUse(state, code, on);
  await requireFirstContract(state, code, on);
  return lineIds;
}

/** A code that can be applied to the contract as things stand; null when it would be refused. */
export async function findFittingCode(
  { shopId, contractId }: { shopId: number; contractId: number },
  codeText: string,
  now: Date,
): Promise<DiscountCode | null> {
  const code = await findDiscountCodeByName(shopId, codeText);
  const state = code && (await findContractState(shopId, contractId, now));
  if (!state) return null;
  try {
    await requireFit(db, state, code, now);
    return code;
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}

/** The same for what is not there, what is switched off and what is somebody else's: nobody learns of a code by guessing. */
const unknownCode = () => refusedCode("not_found", "There is no such discount code.");

function requireNotYetApplied({ discounts }: ContractState, { code }: DiscountCode): void {
  if (discounts.some((discount) => discount.code === code))
    throw refusedCode("discount_already_applied", "This code is applied to the contract already.");
}

/** @returns the lines it covers, null = all */
function requireApplicable({ lines }: ContractState, code: DiscountCode, now: Date): string[] | null {
  switch (toCodeState(code, now)) {
    case "SWITCHED_OFF":
      throw unknownCode();
    case "NOT_STARTED":
      throw refusedCode("discount_not_started", "This code is not valid yet.");
    case "ENDED":
      throw refusedCode("discount_expired", "This code is no longer valid.");
    case "USED_UP":
      throw refusedCode("discount_used_up", "This code has been used as often as it may be.");
    case "ACTIVE":
  }
  const lineIds = findCoveredLineIds(code, lines);
  if (lineIds?.length === 0 || lines.length === 0)
    throw refusedCode("discount_not_applicable", "This code is not for the products of this contract.");
  return lineIds;
}

/** A code's amount is in the shop's currency. */
async function requireOwnCurrency(
  { contract }: ContractState,
  code: DiscountCode,
  tx: Queryable,
): Promise<void> {
  if (code.valueType !== "FIXED_AMOUNT") return;
  const settings = await findShopSettings(contract.shopId, tx);
  if (settings && settings.currencyCode !== contract.currencyCode)
    throw refusedCode("discount_not_applicable", `This code is for orders in ${settings.currencyCode}.`);
}

/** Codes that have gone into all the orders they were for no longer count. */
async function requireFirstCode({ contract, discounts }: ContractState, tx: Queryable): Promise<void> {
  const hasOther = discounts.some(
    ({ code, recurringCycleLimit: limit, usageCount }) =>
      code !== null && (limit === null || usageCount < limit),
  );
  if (hasOther && (await readPortalSettings(contract.shopId, tx)).forbidsSecondCode)
    throw refusedCode("second_discount_forbidden", "The shop allows one code at a time.");
}

async function requireFirstUse(
  { contract }: ContractState,
  code: DiscountCode,
  tx: Queryable,
): Promise<void> {
  if (code.isOncePerCustomer && (await hasUsed(tx, contract.shopId, code.id, contract.customerId)))
    throw refusedCode("discount_already_used", "This code can be used once, and has been.");
}

/** A welcome code is not for who has been a customer longer. */
async function requireFirstContract(
  { contract }: ContractState,
  code: DiscountCode,
  tx: Queryable,
): Promise<void> {
  if (code.isForFirstContract && (await hasEarlierContract(tx, contract)))
    throw refusedCode("discount_not_applicable", "This code is for a customer's first contract.");
}

/**
 * Take a discount off a contract, whether it came of a code or not. If no order had it yet, its code's use is given back.
 *
 * @throws ProblemError not_found; conflict for a contract that is over
 */
export function removeDiscount(target: ContractTarget, discountId: string): Promise<ChangedContract> {
  const { shop, audit } = target;
  return changeContract(target, async (state, tx) => {
    requireEditable(state);
    const { contract } = state;
    const discount = state.discounts.find(({ id }) => id === discountId);
    if (!discount) throw notFound("The contract has no such discount.");
    const code = discount.usageCount === 0 && (await deleteUse(tx, shop.id, contract.id, discountId));
    if (code) await markWelcomeCode(tx, "give_code_back", { code, contract }, audit);
    return {
      action: "contract.discount_removed",
      events: ["updated"],
      discounts: state.discounts.filter(({ id }) => id !== discountId),
    };
  });
}
