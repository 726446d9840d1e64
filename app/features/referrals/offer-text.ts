import type { PortalContext } from "~/features/customer-pages/portal-context";
import type { Programme } from "~/features/referrals/rules/programme";
import { ar } from "~/features/referrals/texts/ar";
import { cs } from "~/features/referrals/texts/cs";
import { da } from "~/features/referrals/texts/da";
import { de } from "~/features/referrals/texts/de";
import { en } from "~/features/referrals/texts/en";
import { es } from "~/features/referrals/texts/es";
import { fi } from "~/features/referrals/texts/fi";
import { fr } from "~/features/referrals/texts/fr";
import { it } from "~/features/referrals/texts/it";
import { ja } from "~/features/referrals/texts/ja";
import { ko } from "~/features/referrals/texts/ko";
import { nb } from "~/features/referrals/texts/nb";
import { nl } from "~/features/referrals/texts/nl";
import { pl } from "~/features/referrals/texts/pl";
import { ptBR } from "~/features/referrals/texts/pt-br";
import { ptPT } from "~/features/referrals/texts/pt-pt";
import type { ReferralTexts } from "~/features/referrals/texts/referral-texts";
import { sv } from "~/features/referrals/texts/sv";
import { tr } from "~/features/referrals/texts/tr";
import { zhHans } from "~/features/referrals/texts/zh-hans";
import { zhHant } from "~/features/referrals/texts/zh-hant";
import type { PortalLanguage } from "~db/schema/portal-settings";
import type { ReferralTextOverrides } from "~db/schema/referrals";

const TEXTS: Record<PortalLanguage, () => ReferralTexts> = {
  en,
  de,
  fr,
  es,
  it,
  nl,
  "pt-BR": ptBR,
  "pt-PT": ptPT,
  da,
  sv,
  nb,
  fi,
  pl,
  cs,
  ja,
  ko,
  "zh-Hans": zhHans,
  "zh-Hant": zhHant,
  tr,
  ar,
};

export const referralTextsOf = (language: PortalLanguage): ReferralTexts => TEXTS[language]();

type Discount = { valueType: "PERCENTAGE" | "FIXED_AMOUNT"; value: string };

/** "20% off", "$5.00 off", in the given language; amounts are in the shop's currency. */
export const writeDiscount = (
  { valueType, value }: Discount,
  currencyCode: string,
  { texts, format }: Pick<PortalContext, "texts" | "format">,
): string =>
  valueType === "PERCENTAGE"
    ? texts.discount.percentOff(format.percent(value))
    : texts.discount.amountOff(format.money(value, currencyCode));

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

/** What friend and referrer get, formatted in `frame`'s language, and the texts that say so. */
export function toOffer(
  programme: Pick<
    Programme,
    "friendValueType" | "friendValue" | "referrerValueType" | "referrerValue" | "words"
  >,
  shop: { name: string; currencyCode: string },
  portal: Pick<PortalContext, "texts" | "format" | "locale">,
): { friend: string; own: string; words: Required<ReferralTextOverrides> } {
  const { language } = portal.locale;
  const write = (valueType: Discount["valueType"], value: string) =>
    writeDiscount({ valueType, value }, shop.currencyCode, portal);
  const friend = write(programme.friendValueType, programme.friendValue);
  const own = write(programme.referrerValueType, programme.referrerValue);
  return {
    friend,
    own,
    words: describeOffer(language, programme.words[language], { value: friend, shop: shop.name }),
  };
}
