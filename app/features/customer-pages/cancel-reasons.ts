import { CANCEL_REASON_IDS, type CancelReasonId } from "~/features/customer-pages/texts/portal-outcomes";
import type { CancelReason } from "~db/schema/portal-settings";
import type { PortalContext } from "./portal-context";

/** The offer for each of the portal's own reasons: something that helps and costs the merchant nothing. */
const OFFERS: Record<CancelReasonId, CancelReason["offer"]> = {
  too_much: "SKIP",
  break: "PAUSE",
  too_expensive: "NONE",
  not_right: "NONE",
  other: "NONE",
};

export const DEFAULT_CANCEL_REASONS: readonly CancelReason[] = CANCEL_REASON_IDS.map((id) => ({
  id,
  words: {},
  offer: OFFERS[id],
  discountCode: null,
}));

export const isOwnReason = (id: string): id is CancelReasonId =>
  (CANCEL_REASON_IDS as readonly string[]).includes(id);

/** The reasons of a shop for a customer: the merchant's own texts, in another language if it has them. */
export function listReasons({
  settings,
  locale,
  texts,
}: Pick<PortalContext, "settings" | "locale" | "texts">): (CancelReason & { text: string })[] {
  return (settings.cancelReasons ?? DEFAULT_CANCEL_REASONS).flatMap((reason) => {
    const { words, id } = reason;
    const text =
      words[locale.language] ||
      (isOwnReason(id) ? texts.cancel.reasons[id] : words[settings.language] || Object.values(words)[0]);
    return text ? [{ ...reason, text }] : [];
  });
}
