import type { ReactNode } from "react";
import type { CustomerPrincipal } from "~/access/principal";
import type { PortalContext, Refusal } from "~/features/customer-pages/portal-context";
import { toCodeState } from "~/features/discounts/discount-code";
import {
  requireReferralToken,
  requireRunningProgramme,
} from "~/features/referrals/joining/invitation.service.server";
import { unsealFriend } from "~/features/referrals/joining/invited-friend.server";
import { referralTextsOf, toOffer } from "~/features/referrals/offer-text";
import { ReferPage } from "~/features/referrals/pages/refer-page";
import {
  findProgramme,
  findReferralToken,
  listReferralsOf,
} from "~/features/referrals/records/referrals.repo.server";
import { toSeenStatus } from "~/features/referrals/rules/referral";
import { toReferralLink } from "~/features/referrals/rules/referral-link";
import { maskEmail, parseEmail } from "~/lib/email/email-address.server";

const FRIENDS_SHOWN = 100;

/**
 * The customer's own referral page. Their token is created at the first visit.
 *
 * @param mayIssue false: no token is created; the page may then lack one, but nobody sees it
 * @param to whom they have just named: the page then has a prepared e-mail to that person
 * @param refusal of the page's form that was just sent
 * @throws ProblemError switched_off while the shop has no programme running; not_found for a customer without contracts
 */
export async function readReferContent(
  { shop, customerId }: CustomerPrincipal,
  portal: PortalContext,
  { mayIssue, to, refusal }: { mayIssue: boolean; to: string | undefined; refusal: Refusal | null },
): Promise<{ title: string; content: ReactNode }> {
  const programme = await requireRunningProgramme(shop.id);
  const [token, rows] = await Promise.all([
    mayIssue
      ? requireReferralToken(shop.id, customerId, portal.now)
      : findReferralToken(shop.id, customerId).then((found) => found ?? ""),
    listReferralsOf(shop.id, customerId, FRIENDS_SHOWN),
  ]);
  const named = refusal || !to ? null : await unsealFriend(to);
  const { language } = portal.locale;
  const texts = referralTextsOf(language);
  const { friend, own, offerTexts } = toOffer(programme, shop, portal);
  const link = toReferralLink(shop, token);
  const friends = rows.map(({ id, email, status, isClaimed, createdAt, reward }) => ({
    id,
    email: maskEmail(email),
    status: toSeenStatus({ status, isClaimed }, programme.codeDelivery),
    code: reward && {
      code: reward.code,
      isUsable: toCodeState(reward, portal.now) === "ACTIVE",
      endsAt: reward.endsAt,
    },
    date: createdAt,
  }));
  return {
    title: texts.portal.title,
    content: (
      <ReferPage
        context={portal}
        texts={texts}
        lead={texts.portal.lead(friend, own)}
        link={link}
        share={offerTexts.share}
        subject={offerTexts.headline}
        friends={friends}
        to={named && parseEmail(named)}
        refusal={refusal}
      />
    ),
  };
}

/** The link to that page, on the portal's first pages; nothing while no programme runs. */
export async function readReferEntry(shopId: number, portal: PortalContext): Promise<ReactNode> {
  const programme = await findProgramme(shopId);
  if (!programme?.isActive) return null;
  return (
    <p>
      <a className="b3" href={portal.href({ view: "refer" })}>
        {referralTextsOf(portal.locale.language).portal.entry}
      </a>
    </p>
  );
}
