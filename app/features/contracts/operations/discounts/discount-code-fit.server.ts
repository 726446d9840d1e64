import { findShopSettings } from "~/access/shops.repo.server";
import { isDiscountUsedUp } from "~/features/contracts/amounts";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { findContractState } from "~/features/contracts/change/contract-change.repo.server";
import { isCodeOf } from "~/features/discounts/code-owner.server";
import { type DiscountCode, findCoveredLineIds, toCodeState } from "~/features/discounts/discount-code";
import {
  countOrdersWithCode,
  findDiscountCodeByName,
  hasEarlierContract,
  hasUsed,
} from "~/features/discounts/discount-codes.repo.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { type ProblemCode, ProblemError } from "~/lib/problem";
import { db, type Queryable } from "~db/client.server";

/** Every refusal of a code concerns the one field that holds it, whoever sent it. */
const refusedCode = (code: ProblemCode, detail: string): ProblemError =>
  new ProblemError(code, detail, { errors: [{ parameter: "discountCode", code, detail }] });

/**
 * All conditions of a code, checked when it is applied and before it is offered.
 *
 * @returns the lines it covers, null = all; how many orders of the contract have had it already, before it was removed
 * @throws ProblemError not_found for an unknown or switched-off code and for one made for somebody else; discount_*;
 *   second_discount_forbidden
 */
export async function requireFit(
  on: Queryable,
  state: ContractState,
  code: DiscountCode,
  now: Date,
): Promise<{ lineIds: string[] | null; usageCount: number }> {
  const { customerId, customerEmail } = state.contract;
  if (!isCodeOf(code, { id: customerId, email: customerEmail })) throw unknownCode();
  requireNotYetApplied(state, code);
  const lineIds = requireApplicable(state, code, now);
  await requireOwnCurrency(state, code, on);
  await requireFirstCode(state, on);
  await requireFirstUse(state, code, on);
  await requireFirstContract(state, code, on);
  return { lineIds, usageCount: await requireOrdersLeft(state, code, on) };
}

/** A code that the contract can have at present; null when it would be refused. */
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

/** The same answer for unknown, switched-off and other customers' codes, so that guessing reveals nothing. */
export const unknownCode = () => refusedCode("not_found", "There is no such discount code.");

const hadByAllOrders = () =>
  refusedCode("discount_already_used", "All orders that this code is for have had it.");

function requireNotYetApplied({ discounts }: ContractState, { code }: DiscountCode): void {
  const applied = discounts.filter((discount) => discount.code === code);
  if (applied.length === 0) return;
  // The portal does not list used-up discounts: the customer would look for this one in vain.
  if (applied.every(isDiscountUsedUp)) throw hadByAllOrders();
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

/** Codes on the contract that are used up do not count. */
async function requireFirstCode({ contract, discounts }: ContractState, tx: Queryable): Promise<void> {
  const hasOther = discounts.some((discount) => discount.code !== null && !isDiscountUsedUp(discount));
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

/** A welcome code is not for existing customers. */
async function requireFirstContract(
  { contract }: ContractState,
  code: DiscountCode,
  tx: Queryable,
): Promise<void> {
  if (code.isForFirstContract && (await hasEarlierContract(tx, contract)))
    throw refusedCode("discount_not_applicable", "This code is for a customer's first contract.");
}

/**
 * A code that is entered again goes on counting its orders: removing it in between would make a limit of one order a
 * discount for good (docs/decisions/178).
 *
 * @returns how many orders have had it
 */
async function requireOrdersLeft(
  { contract: { shopId, id: contractId } }: ContractState,
  { code, cycleLimit }: DiscountCode,
  on: Queryable,
): Promise<number> {
  const usageCount = await countOrdersWithCode(on, { shopId, contractId, code });
  if (cycleLimit !== null && usageCount >= cycleLimit) throw hadByAllOrders();
  return usageCount;
}
