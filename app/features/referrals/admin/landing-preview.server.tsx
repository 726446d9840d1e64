import type { PrincipalShop } from "~/access/principal";
import { createPortalContext } from "~/features/customer-pages/portal-context";
import { toPortalResponse } from "~/features/customer-pages/portal-document.server";
import type { PortalSettings } from "~/features/portal-settings/portal-settings";
import { referralTextsOf, toOffer } from "~/features/referrals/offer-text";
import { LandingPage } from "~/features/referrals/pages/landing-page";
import { ReferPage } from "~/features/referrals/pages/refer-page";
import type { Programme } from "~/features/referrals/rules/programme";
import { toReferralLink } from "~/features/referrals/rules/referral-link";
import type { PortalLanguage } from "~db/schema/portal-settings";

const SAMPLE_TOKEN = "ref_1_xxxxxxxxxxxxxxxxxxxxxx";

/**
 * The page of a referral link and, below it, the customer's referral page in the portal, for this programme. These are
 * the real pages, in a frame of the admin; links do not work.
 */
export function previewLanding(
  shop: PrincipalShop,
  settings: PortalSettings,
  programme: Omit<Programme, "updatedAt">,
  { language, from, now }: { language: PortalLanguage; from: string; now: Date },
): Response {
  const spoken = { ...settings, language, followsBrowser: false };
  const portal = {
    ...createPortalContext(shop, spoken, { acceptLanguage: null, token: null, now }),
    href: () => "#main",
    action: () => "#main",
    shopUrl: "#main",
  };
  const { friend, limits, own, offerTexts } = toOffer(programme, shop, portal);
  const texts = referralTextsOf(language);
  return toPortalResponse(portal, {
    title: offerTexts.headline,
    content: (
      <>
        <LandingPage texts={texts} offerTexts={offerTexts} limits={limits} from={from} token="" />
        <hr />
        <ReferPage
          context={portal}
          texts={texts}
          lead={texts.portal.lead(friend, own)}
          link={toReferralLink(shop, SAMPLE_TOKEN)}
          share={offerTexts.share}
          subject={offerTexts.headline}
          friends={[]}
          to={null}
          refusal={null}
        />
      </>
    ),
    isFramed: true,
  });
}
