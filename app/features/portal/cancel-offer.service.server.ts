import { isCodeOf } from "~/features/discounts/code-owner.server";
import { findCoveredLineIds, toCodeState } from "~/features/discounts/discount-code";
import { findDiscountCodeByName } from "~/features/discounts/discount-codes.repo.server";
import type { CancelOfferView } from "~/features/portal/cancel-offer";
import type { ContractView } from "~/features/portal/contract-view";
import type { PortalFrame } from "~/features/portal/portal-frame";
import type { CancelReason } from "~db/schema/portal-settings";

type Offered = {
  shopId: number;
  customerId: number;
  currencyCode: string;
  frame: PortalFrame;
  contract: ContractView;
  lines: readonly { id: string; productId: number | null }[];
};

/**
 * The one offer that goes with a reason, if the customer can take it as things stand: nothing is offered that the shop
 * has switched off, or that would be refused.
 */
export async function findCancelOffer(
  { offer, discountCode }: CancelReason,
  offered: Offered,
): Promise<CancelOfferView | null> {
  const { frame, contract } = offered;
  if (contract.status !== "ACTIVE") return null;
  if (offer === "SKIP" && frame.isOn("skip") && contract.next?.attemptId)
    return { kind: "SKIP", date: contract.next.date.text, attemptId: contract.next.attemptId };
  if (offer === "PAUSE" && frame.isOn("pause")) return { kind: "PAUSE" };
  if (offer === "DISCOUNT" && discountCode && frame.isOn("discount_code"))
    return findDiscountOffer(discountCode, offered);
  return null;
}

async function findDiscountOffer(
  name: string,
  { shopId, customerId, currencyCode, frame, contract, lines }: Offered,
): Promise<CancelOfferView | null> {
  const { discounts, email } = contract;
  const isTaken = frame.settings.forbidsSecondCode
    ? discounts.length > 0
    : discounts.some(({ title }) => title === name);
  const code = isTaken ? null : await findDiscountCodeByName(shopId, name);
  if (!code || toCodeState(code, frame.now) !== "ACTIVE" || !isCodeOf(code, { id: customerId, email }))
    return null;
  if (findCoveredLineIds(code, lines)?.length === 0) return null;
  const { percentOff, amountOff } = frame.texts.discount;
  const value =
    code.valueType === "PERCENTAGE"
      ? percentOff(frame.format.percent(code.value))
      : amountOff(frame.format.money(code.value, currencyCode));
  return { kind: "DISCOUNT", value, code: name };
}
