import { toShopOrigin } from "~/access/shop-origin";
import { createPortalContext } from "~/features/customer-pages/portal-context";
import { toLimits, writeDiscount, writeLimits } from "~/features/customer-pages/write-discount";
import type { RenderedMail } from "~/features/mail/mail-layout";
import { composeMail, type MailSetting } from "~/features/mail/mail-theme.server";
import { referralTextsOf } from "./offer-text";

type Setting = MailSetting & { now: Date };
type Discount = Parameters<typeof writeDiscount>[0];
/** A friend's discount, as the code has it. */
type FriendsDiscount = Discount & Parameters<typeof toLimits>[0];
/** A personal code as its mail names it. */
type MailedCode = { code: string; endsAt: Date | null };

const render = (setting: Setting, name: string, subject: string, paragraphs: string[]): RenderedMail => {
  const button = { label: referralTextsOf(setting.language).landing.toShop, url: toShopOrigin(setting.shop) };
  return composeMail(
    { subject, heading: subject, name, paragraphs, button, footer: setting.shop.name },
    setting,
  );
};

const toPortal = ({ shop, settings, language, now }: Setting) =>
  createPortalContext(
    shop,
    { ...settings, language, followsBrowser: false },
    { acceptLanguage: null, token: null, now },
  );
const write = (discount: Discount, setting: Setting): string =>
  writeDiscount(discount, setting.shop.currencyCode, toPortal(setting));

/** The code, and its last day if it has one: who keeps it for later reads the mail, not the page. */
function writeCode({ code, endsAt }: MailedCode, setting: Setting): string[] {
  const { mail, landing } = referralTextsOf(setting.language);
  const until = endsAt ? [landing.until(toPortal(setting).format.pastDate(endsAt))] : [];
  return [mail.codeIs(code), ...until];
}

/** To the friend: the code that the page has already shown. */
export function toWelcomeMail(code: MailedCode, discount: FriendsDiscount, setting: Setting): RenderedMail {
  const { mail, landing } = referralTextsOf(setting.language);
  const { name } = setting.shop;
  const limits = writeLimits(toLimits(discount), toPortal(setting));
  const paragraphs = [
    mail.welcomeText(write(discount, setting), name),
    ...(limits ? [limits] : []),
    ...writeCode(code, setting),
    // Who gets the code by mail only reads it here alone.
    landing.done,
    landing.terms,
  ];
  return render(setting, "", mail.welcomeSubject(name), paragraphs);
}

/** To the referrer: their code, or (`code` null) that their next order costs less. */
export function toRewardMail(
  referrer: string,
  code: MailedCode | null,
  discount: Discount,
  setting: Setting,
): RenderedMail {
  const { mail } = referralTextsOf(setting.language);
  const { name } = setting.shop;
  const value = write(discount, setting);
  const paragraphs =
    code === null
      ? [mail.rewardNext(value, name)]
      : [mail.rewardText(value, name), ...writeCode(code, setting)];
  return render(setting, referrer, mail.rewardSubject(name), paragraphs);
}
