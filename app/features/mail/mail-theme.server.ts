import type { PrincipalShop } from "~/access/principal";
import { toShopOrigin } from "~/access/shop-origin";
import { textOn } from "~/features/portal-settings/colors";
import { toWrittenLanguage } from "~/features/portal-settings/portal-languages";
import type { PortalSettings } from "~/features/portal-settings/portal-settings";
import { toShownLogo } from "~/features/portal-settings/shop-logo";
import type { PortalLanguage } from "~db/schema/portal-settings";
import { type MailContent, type MailTheme, type RenderedMail, renderMail } from "./mail-layout";
import { mailTextsOf } from "./mail-texts";

/** The shop's name, logo and colours, as in its portal. */
export const toMailTheme = (
  shop: PrincipalShop,
  settings: PortalSettings,
  language: PortalLanguage,
): MailTheme => ({
  language,
  shopName: shop.name,
  accentColor: settings.accentColor,
  onAccent: textOn(settings.accentColor),
  backgroundColor: settings.backgroundColor,
  logo: toShownLogo(settings, `${toShopOrigin(shop)}/${shop.portalPath}`),
});

/** The shop and the language of a mail. */
export type MailSetting = { shop: PrincipalShop; settings: PortalSettings; language: PortalLanguage };

/** Of a mail to a customer: in the language that they are written to in. */
export const toCustomersSetting = (
  shop: PrincipalShop,
  settings: PortalSettings,
  { language }: { language: PortalLanguage | null },
): MailSetting => ({ shop, settings, language: toWrittenLanguage(settings, language) });

type ComposedMail = Omit<MailContent, "greeting" | "button" | "footer"> & {
  /** Name in the greeting; empty for a greeting without a name. */
  name: string;
  button?: { label: string; url: string };
  /** Default: why customers get mails. */
  footer?: string;
};

/** A mail in the shop's look, with the texts common to all mails of the language. */
export function composeMail({ name, button, ...content }: ComposedMail, setting: MailSetting): RenderedMail {
  const { shop, settings, language } = setting;
  const { greeting, footer, orCopy } = mailTextsOf(language);
  const around = { greeting: greeting(name), button: button && { ...button, orCopy } };
  return renderMail(
    { footer: footer(shop.name), ...content, ...around },
    toMailTheme(shop, settings, language),
  );
}
