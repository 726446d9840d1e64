import { toPortalResponse } from "~/features/portal/portal-document.server";
import { createPortalFrame } from "~/features/portal/portal-frame";
import type { PortalSettings } from "~/features/portal/portal-settings";
import { referralTextsOf, toOfferWords, writeDiscount } from "~/features/referrals/offer-words";
import { LandingPage } from "~/features/referrals/pages/landing-page";
import type { Programme } from "~/features/referrals/programme";
import type { PortalLanguage } from "~db/schema/portal-settings";

/** The page of a referral link with this programme: the real page, in a frame of the admin; its form goes nowhere. */
export function previewLanding(
  shop: { name: string; timeZone: string; currencyCode: string },
  settings: PortalSettings,
  programme: Omit<Programme, "updatedAt">,
  { language, from, now }: { language: PortalLanguage; from: string; now: Date },
): Response {
  const frame = createPortalFrame(
    shop,
    { ...settings, language, followsBrowser: false },
    { acceptLanguage: null, token: null, now },
  );
  const discount = { valueType: programme.friendValueType, value: programme.friendValue };
  const value = writeDiscount(discount, shop.currencyCode, frame);
  const words = toOfferWords(language, programme.words[language], { value, shop: shop.name });
  const texts = referralTextsOf(language);
  return toPortalResponse(frame, {
    title: words.headline,
    content: <LandingPage texts={texts} words={words} from={from} token="" />,
    note: "referral preview",
    isFramed: true,
  });
}
