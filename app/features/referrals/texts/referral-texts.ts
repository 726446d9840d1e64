import type { AcceptanceRefusal } from "~/features/referrals/rules/acceptance";
import type { SeenStatus } from "~/features/referrals/rules/referral";

/**
 * Everything referral pages say to friends and customers, once a language: a text that is missing in any of them does not
 * compile. `value` comes written ("20% off").
 */
export type ReferralTexts = {
  /** What the merchant may put in words of their own. `shop` is its name. */
  headline(shop: string): string;
  offer(value: string, shop: string): string;
  /** What a customer passes on; the link follows. */
  share(value: string, shop: string): string;

  landing: {
    /** The first name of who invites. */
    from(name: string): string;
    email: string;
    submit: string;
    terms: string;
    until(date: string): string;
    doneTitle: string;
    code: string;
    done: string;
    mailed: string;
    /** Where codes come by mail only: it must not say whether one comes. */
    mailedTitle: string;
    mailedText: string;
    toShop: string;
    closedTitle: string;
    refused: Record<AcceptanceRefusal | "invalid_email" | "too_many" | "fault", string>;
  };
  portal: {
    title: string;
    /** What the friend and what the customer gets. */
    lead(friend: string, own: string): string;
    link: string;
    message: string;
    byMail: string;
    bySms: string;
    qr: string;
    /** The form that names a friend, and what it leads to. */
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
    rewardedNext: string;
    entry: string;
  };
  /** The mails' own words; greeting and footer are those of every mail. */
  mail: {
    welcomeSubject(shop: string): string;
    welcomeText(value: string, shop: string): string;
    rewardSubject(shop: string): string;
    rewardText(value: string, shop: string): string;
    rewardNext(value: string, shop: string): string;
    codeIs(code: string): string;
  };
};
