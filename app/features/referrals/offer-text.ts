import type { PortalContext } from "~/features/customer-pages/portal-context";
import { toLimits, writeDiscount, writeLimits } from "~/features/customer-pages/write-discount";
import type { Programme } from "~/features/referrals/rules/programme";
import * as languages from "~/features/referrals/texts/languages";
import type { ReferralTexts } from "~/features/referrals/texts/referral-texts";
import { toTextsOf } from "~/lib/languages/texts-of";
import type { DiscountValueType } from "~db/schema/contract-enums";
import type { PortalLanguage } from "~db/schema/portal-settings";
import type { ReferralTextOverrides } from "~db/schema/referrals";

export const referralTextsOf = toTextsOf<PortalLanguage, ReferralTexts>(languages);

/** The programme's texts in a language: the merchant's own where given, otherwise ours. */
export function describeOffer(
  language: PortalLanguage,
  own: ReferralTextOverrides | undefined,
  { value, shop }: { value: string; shop: string },
): Required<ReferralTextOverrides> {
  const texts = referralTextsOf(language);
  return {
    headline: own?.headline || texts.headline(shop),
    offer: own?.offer || texts.offer(value, shop),
    share: own?.share || texts.share(value, shop),
  };
}

/** What friend and referrer get, and what the friend's is limited to, in the portal's language, and the texts that offer it. */
export function toOffer(
  programme: Pick<
    Programme,
    | "friendValueType"
    | "friendValue"
    | "friendCycleLimit"
    | "friendProductIds"
    | "referrerValueType"
    | "referrerValue"
    | "words"
  >,
  shop: { name: string; currencyCode: string },
  portal: Pick<PortalContext, "texts" | "format" | "locale">,
): { friend: string; limits: string; own: string; offerTexts: Required<ReferralTextOverrides> } {
  const { language } = portal.locale;
  const write = (valueType: DiscountValueType, value: string) =>
    writeDiscount({ valueType, value }, shop.currencyCode, portal);
  const friend = write(programme.friendValueType, programme.friendValue);
  const own = write(programme.referrerValueType, programme.referrerValue);
  const { friendCycleLimit: cycleLimit, friendProductIds: productIds } = programme;
  return {
    friend,
    limits: writeLimits(toLimits({ cycleLimit, productIds }), portal),
    own,
    offerTexts: describeOffer(language, programme.words[language], { value: friend, shop: shop.name }),
  };
}
