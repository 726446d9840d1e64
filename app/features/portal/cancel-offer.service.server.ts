import type { CancelOfferView } from "~/features/portal/pages/cancel-pages";
import type { ContractPageProps } from "~/features/portal/pages/page-state";
import type { CancelReason } from "~db/schema/portal-settings";

/**
 * The one offer that goes with a reason, if the customer can take it as things stand: nothing is offered that the shop
 * has switched off, or that would be refused.
 */
export async function findCancelOffer(
  shopId: number,
  { offer, discountCode }: CancelReason,
  { frame, contract }: ContractPageProps,
): Promise<CancelOfferView | null> {
  if (contract.status !== "ACTIVE") return null;
  if (offer === "SKIP" && frame.isOn("skip") && contract.next?.attemptId)
    return { kind: "SKIP", date: contract.next.date.text, attemptId: contract.next.attemptId };
  if (offer === "PAUSE" && frame.isOn("pause")) return { kind: "PAUSE" };
  if (offer === "DISCOUNT" && discountCode) return null;
  return null;
}
