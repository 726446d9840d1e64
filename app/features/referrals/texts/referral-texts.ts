import type { AcceptanceRefusal } from "~/features/referrals/rules/acceptance";
import type { SeenStatus } from "~/features/referrals/rules/referral";

/**
 * All texts of the referral pages in one language. A text that is missing in any language does not compile. `value` is
 * formatted ("20% off").
 */
export type ReferralTexts = {
  /** Texts that the merchant may replace. `shop` is its name. */
  headline(shop: string): string;
  offer(value: string, shop: string): string;
  /** The text a customer shares; the link follows it. */
  share(value: string, shop: string): string;

  landing: {
    /** `name`: first name of the referrer. */
    from(name: string): string;
    email: string;
    submit: string;
    terms: string;
    until(date: string): string;
    doneTitle: string;
    code: string;
    /** Where the code is entered. It is unknown at the shop's checkout, so it is for later orders. */
    done: string;
    mailed: string;
    /** Where codes come by mail only: must not reveal whether a code is sent. */
    mailedTitle: string;
    mailedText: string;
    toShop: string;
    closedTitle: string;
    refused: Record<AcceptanceRefusal | "invalid_email" | "too_many" | "fault", string>;
  };
  portal: {
    title: string;
    /** What friend and customer get. */
    lead(friend: string, own: string): string;
    link: string;
    message: string;
    byMail: string;
    bySms: string;
    qr: string;
    /** The form that invites a friend, and its results. */
    invite: {
      title: string;
      email: string;
      hint: string;
      submit: string;
      ready: string;
      open: string;
    };
    friends: string;
    none: string;
    status: Record<SeenStatus, string>;
    reward: string;
    /** Beside a code that was used, has ended or was switched off. */
    rewardGone: string;
    rewardedNext: string;
    /** Title of the discount that a reward is, on contracts and receipts. */
    rewardTitle: string;
    entry: string;
  };
  /** Texts of the referral mails; greeting and footer are those of every mail. */
  mail: {
    welcomeSubject(shop: string): string;
    welcomeText(value: string, shop: string): string;
    rewardSubject(shop: string): string;
    rewardText(value: string, shop: string): string;
    rewardNext(value: string, shop: string): string;
    codeIs(code: string): string;
  };
};
