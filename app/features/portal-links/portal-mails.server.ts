import { toNameIn } from "~/access/customer-name";
import type { RenderedMail } from "~/features/mail/mail-layout";
import { mailTextsOf } from "~/features/mail/mail-texts";
import { composeMail, type MailSetting } from "~/features/mail/mail-theme.server";
import { fillIn, toParagraphs } from "~/features/notice-settings/rules/notice-template";
import type { NoticeTemplate } from "~/features/notice-settings/texts/notice-texts";
import { writeDate } from "~/lib/languages/dates";

type Customer = { firstName: string | null; lastName: string | null };

/** `2 March, 14:05 UTC`: in the customer's language and the shop's time zone, with its name. */
const writeInstant = (instant: Date, { shop, language }: MailSetting): string =>
  writeDate(
    new Intl.DateTimeFormat(language, {
      timeZone: shop.timeZone,
      month: "long",
      day: "numeric",
      hour: "numeric",
      minute: "2-digit",
      timeZoneName: "short",
    }),
    language,
    instant,
  );

/** The mail with a customer's link. @param template the shop's text, or ours */
export function toPortalLinkMail(
  template: NoticeTemplate,
  customer: Customer,
  link: { url: string; expiresAt: Date; isSingleUse: boolean },
  setting: MailSetting,
): RenderedMail {
  const { shop, language } = setting;
  const { portalLink: texts } = mailTextsOf(language);
  const goodFor = [
    texts.goodUntil(writeInstant(link.expiresAt, setting)),
    ...(link.isSingleUse ? [texts.once] : []),
  ];
  const values = {
    customer_name: toNameIn(language, customer),
    shop_name: shop.name,
    good_for: goodFor.join(" "),
  };
  const subject = fillIn(template.subject ?? "", values);
  return composeMail(
    {
      subject,
      heading: subject,
      name: toNameIn(language, customer),
      paragraphs: toParagraphs(template.body).map((paragraph) => fillIn(paragraph, values)),
      afterwards: [texts.notYou],
      button: { label: texts.button, url: link.url },
    },
    setting,
  );
}

/** To the customer: confirms that the shop knows about their request. */
export function toPaymentAskedMail(customer: Customer, setting: MailSetting): RenderedMail {
  const { name } = setting.shop;
  const { paymentAsked: texts } = mailTextsOf(setting.language);
  const paragraphs = [texts.text(name), texts.notYou(name)];
  const content = { subject: texts.subject(name), heading: texts.heading, paragraphs };
  return composeMail({ ...content, name: toNameIn(setting.language, customer) }, setting);
}

/** To the shop's owners: only the platform can send that customer the payment provider's link. */
export function toPaymentWantedMail(
  { name, email }: { name: string; email: string | null },
  contract: string,
  setting: MailSetting,
): RenderedMail {
  const { paymentWanted: texts } = mailTextsOf(setting.language);
  const paragraphs = [texts.text(email && email !== name ? `${name} (${email})` : name, contract)];
  const content = { subject: texts.subject(name), heading: texts.heading, paragraphs };
  return composeMail({ ...content, name: "", footer: setting.shop.storeDomain }, setting);
}

/** To the customer: the shop asks for another card. */
export function toCardAskedMail(
  customer: Customer,
  link: { url: string; expiresAt: Date },
  setting: MailSetting,
): RenderedMail {
  const { name } = setting.shop;
  const { cardAsked: texts, portalLink } = mailTextsOf(setting.language);
  return composeMail(
    {
      subject: texts.subject(name),
      heading: texts.heading,
      name: toNameIn(setting.language, customer),
      paragraphs: [texts.text(name), portalLink.goodUntil(writeInstant(link.expiresAt, setting))],
      button: { label: texts.button, url: link.url },
    },
    setting,
  );
}
