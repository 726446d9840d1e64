import { findFittingCode } from "~/features/contracts/operations/discounts/discount-code-fit.server";
import type { PortalContext } from "~/features/customer-pages/portal-context";
import { toLimits, writeDiscount, writeLimits } from "~/features/customer-pages/write-discount";
import type { CancelOfferView } from "~/features/portal/view/cancel-offer";
import type { ContractView } from "~/features/portal/view/contract-view";
import type { CancelReason } from "~db/schema/portal-settings";

type Offered = {
  shopId: number;
  currencyCode: string;
  portal: PortalContext;
  contract: ContractView;
};

/**
 * The offer for a reason, if the customer can take it at present: nothing is offered that the shop has switched off, or
 * that would be refused.
 */
export async function findCancelOffer(
  { offer, discountCode }: CancelReason,
  offered: Offered,
): Promise<CancelOfferView | null> {
  const { portal, contract } = offered;
  if (contract.status !== "ACTIVE") return null;
  if (offer === "SKIP" && portal.isOn("skip") && contract.next?.attemptId)
    return { kind: "SKIP", date: contract.next.date.text, attemptId: contract.next.attemptId };
  if (offer === "PAUSE" && portal.isOn("pause")) return { kind: "PAUSE" };
  if (offer === "DISCOUNT" && discountCode && portal.isOn("discount_code"))
    return findDiscountOffer(discountCode, offered);
  return null;
}

async function findDiscountOffer(
  name: string,
  { shopId, currencyCode, portal, contract }: Offered,
): Promise<CancelOfferView | null> {
  const code = await findFittingCode({ shopId, contractId: contract.id }, name, portal.now);
  if (!code) return null;
  const value = writeDiscount(code, currencyCode, portal);
  return { kind: "DISCOUNT", value, limits: writeLimits(toLimits(code), portal), code: name };
}
