import { type RenderedMail, renderMail } from "~/features/mail/mail-layout";
import { toMailLook } from "~/features/mail/mail-look.server";
import { mailTextsOf } from "~/features/mail/mail-texts";
import { createPortalFrame } from "~/features/portal/portal-frame";
import type { PortalSettings } from "~/features/portal/portal-settings";
import { referralTextsOf, writeDiscount } from "~/features/referrals/offer-words";
import { toShopOrigin } from "~/features/shops/shop-origin";
import type { PrincipalShop } from "~/http/principal";
import type { PortalLanguage } from "~db/schema/portal-settings";

type Setting = { shop: PrincipalShop; settings: PortalSettings; language: PortalLanguage; now: Date };
type Discount = Parameters<typeof writeDiscount>[0];

function render(
  { shop, settings, language }: Setting,
  name: string,
  content: { subject: string; paragraphs: string[] },
): RenderedMail {
  const { greeting, orCopy } = mailTextsOf(language);
  const { landing } = referralTextsOf(language);
  return renderMail(
    {
      subject: content.subject,
      heading: content.subject,
      greeting: greeting(name),
      paragraphs: content.paragraphs,
      button: { label: landing.toShop, url: toShopOrigin(shop), orCopy },
      footer: shop.name,
    },
    toMailLook(shop, settings, language),
  );
}

const write = (discount: Discount, { shop, settings, language, now }: Setting): string =>
  writeDiscount(
    discount,
    shop.currencyCode,
    createPortalFrame(
      shop,
      { ...settings, language, followsBrowser: false },
      { acceptLanguage: null, token: null, now },
    ),
  );

/** To the friend: the code that the page has shown them. */
export function toWelcomeMail(code: string, discount: Discount, setting: Setting): RenderedMail {
  const { mail, landing } = referralTextsOf(setting.language);
  const { name } = setting.shop;
  return render(setting, "", {
    subject: mail.welcomeSubject(name),
    paragraphs: [mail.welcomeText(write(discount, setting), name), mail.codeIs(code), landing.terms],
  });
}

/** To the referrer: their code, or that their next order costs less (`code` null). */
export function toRewardMail(
  referrer: string,
  code: string | null,
  discount: Discount,
  setting: Setting,
): RenderedMail {
  const { mail } = referralTextsOf(setting.language);
  const { name } = setting.shop;
  const value = write(discount, setting);
  return render(setting, referrer, {
    subject: mail.rewardSubject(name),
    paragraphs:
      code === null ? [mail.rewardNext(value, name)] : [mail.rewardText(value, name), mail.codeIs(code)],
  });
}
