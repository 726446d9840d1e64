import { toCustomerName } from "~/features/customers/customer";
import { type RenderedMail, renderMail } from "~/features/mail/mail-layout";
import { toMailLook } from "~/features/mail/mail-look.server";
import { mailTextsOf } from "~/features/mail/mail-texts";
import type { PortalSettings } from "~/features/portal/portal-settings";
import type { PrincipalShop } from "~/http/principal";
import type { PortalLanguage } from "~db/schema/portal-settings";

type Customer = { firstName: string | null; lastName: string | null };
type Setting = { shop: PrincipalShop; settings: PortalSettings; language: PortalLanguage };

/** `2 March, 14:05 UTC`: in the customer's language and the shop's time zone, which is named. */
const writeInstant = (instant: Date, { shop, language }: Setting): string =>
  new Intl.DateTimeFormat(language, {
    timeZone: shop.timeZone,
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(instant);

/** The mail that brings a customer their link. */
export function toPortalLinkMail(
  customer: Customer,
  link: { url: string; expiresAt: Date; isSingleUse: boolean },
  setting: Setting,
): RenderedMail {
  const { shop, settings, language } = setting;
  const { portalLink: texts, greeting, footer, orCopy } = mailTextsOf(language);
  const goodFor = [
    texts.goodUntil(writeInstant(link.expiresAt, setting)),
    ...(link.isSingleUse ? [texts.once] : []),
  ];
  return renderMail(
    {
      subject: texts.subject(shop.name),
      heading: texts.heading,
      greeting: greeting(toCustomerName(customer)),
      paragraphs: [texts.intro(shop.name), goodFor.join(" ")],
      afterwards: [texts.notYou],
      button: { label: texts.button, url: link.url, orCopy },
      footer: footer(shop.name),
    },
    toMailLook(shop, settings, language),
  );
}

/** To the customer: the shop knows that they want another payment method. */
export function toPaymentAskedMail(customer: Customer, { shop, settings, language }: Setting): RenderedMail {
  const { paymentAsked: texts, greeting, footer } = mailTextsOf(language);
  return renderMail(
    {
      subject: texts.subject(shop.name),
      heading: texts.heading,
      greeting: greeting(toCustomerName(customer)),
      paragraphs: [texts.text(shop.name), texts.notYou(shop.name)],
      footer: footer(shop.name),
    },
    toMailLook(shop, settings, language),
  );
}

/** To the shop's owners: only the commerce platform can send that customer a link of the payment provider. */
export function toPaymentWantedMail(
  { name, email }: { name: string; email: string | null },
  contract: string,
  { shop, settings, language }: Setting,
): RenderedMail {
  const { paymentWanted: texts, greeting } = mailTextsOf(language);
  return renderMail(
    {
      subject: texts.subject(name),
      heading: texts.heading,
      greeting: greeting(""),
      paragraphs: [texts.text(email && email !== name ? `${name} (${email})` : name, contract)],
      footer: shop.storeDomain,
    },
    toMailLook(shop, settings, language),
  );
}
