import { toNameIn } from "~/access/customer-name";
import { toPortalUrl } from "~/access/shop-origin";
import { writeMoney } from "~/features/customer-pages/portal-format";
import { textsOf } from "~/features/customer-pages/portal-language";
import { toShownAddress } from "~/features/customer-pages/shown-address";
import type { RenderedMail } from "~/features/mail/mail-layout";
import { composeMail, type MailSetting } from "~/features/mail/mail-theme.server";
import { fillIn, toParagraphs, type VariableValues } from "~/features/notice-settings/rules/notice-template";
import type { NoticeTemplate } from "~/features/notice-settings/texts/notice-texts";
import { noticeTextsOf } from "~/features/notice-settings/texts/texts-of";
import { nameIn } from "~/features/portal-settings/portal-languages";
import { writeDate } from "~/lib/languages/dates";
import type { NoticeSubject } from "./notices.repo.server";
import type { OrderContents } from "./order-contents.service.server";

/** For missing values, such as the next order of a contract that has ended. */
const NOTHING = "–";

/** Variables that only a notice of a failed payment has. */
export type FailureMessage = Pick<VariableValues, "what_happened" | "what_to_do">;

/** The order that a notice is about. Without contents it has those of the contract. */
type OrderOfNotice = { billingDate: Date; orderName: string | null; contents?: OrderContents };

/** The variables' values, in the customer's language and the shop's time zone. */
export function toValues(
  { contract, lines, customer, card }: Omit<NoticeSubject, "isOptedOut">,
  order: OrderOfNotice | null,
  { shop, language }: MailSetting,
  failure: FailureMessage = { what_happened: NOTHING, what_to_do: NOTHING },
): VariableValues {
  const writeDay = (at: Date | null | undefined) =>
    at
      ? writeDate(
          new Intl.DateTimeFormat(language, { timeZone: shop.timeZone, dateStyle: "long" }),
          language,
          at,
        )
      : NOTHING;
  const number = (value: number) => new Intl.NumberFormat(language).format(value);
  const { billingInterval, billingIntervalCount: count, deliveryAddress: to } = contract;
  const { amount = contract.orderAmount, products: sold = lines } = order?.contents ?? {};
  const products = sold.map(({ title, variantTitle, quantity }) => {
    const name = nameIn(language, variantTitle ? `${title} (${variantTitle})` : title);
    return quantity === 1 ? name : `${number(quantity)} × ${name}`;
  });
  // Without the name: the customer knows to whom it goes, and a text message is paid for by its length.
  const address =
    to && toShownAddress({ ...to, firstName: null, lastName: null }, { language, locale: language });
  return {
    customer_name: toNameIn(language, customer) || NOTHING,
    shop_name: shop.name,
    contract_number: String(contract.subscriptionContractId),
    products: new Intl.ListFormat(language, { type: "conjunction" }).format(products) || NOTHING,
    amount: writeMoney({ language, locale: language }, amount, contract.currencyCode),
    frequency: textsOf(language).every(billingInterval, count, number(count)),
    next_order_date: writeDay(contract.nextBillingDate),
    address: address?.join(", ") || NOTHING,
    order_date: writeDay(order?.billingDate),
    order_name: order?.orderName ? nameIn(language, order.orderName) : NOTHING,
    ...failure,
    good_for: NOTHING,
    portal_address: toPortalUrl(shop, {}).replace(/\?$/, ""),
    card: card?.lastDigits ? nameIn(language, `${card.brand ?? ""} •••• ${card.lastDigits}`.trim()) : NOTHING,
  };
}

/** A notice as a mail. @param stopUrl of a reminder: the page that turns reminders off */
export function toNoticeMail(
  template: NoticeTemplate,
  values: VariableValues,
  { name, url, stopUrl }: { name: string; url: string; stopUrl: string | null },
  setting: MailSetting,
): RenderedMail {
  const texts = noticeTextsOf(setting.language);
  const subject = fillIn(template.subject ?? "", values);
  return composeMail(
    {
      subject,
      heading: subject,
      name,
      paragraphs: toParagraphs(template.body).map((paragraph) => fillIn(paragraph, values)),
      button: { label: texts.button, url },
      ...(stopUrl && { afterwards: [{ label: texts.unsubscribe, url: stopUrl }] }),
    },
    setting,
  );
}

/** A notice as a text message. */
export const toNoticeText = (template: NoticeTemplate, values: VariableValues): string =>
  fillIn(template.body, values);
