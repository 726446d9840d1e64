import { toCustomerName } from "~/access/customer-name";
import { failureTextsOf } from "~/features/billing/dunning/failure-texts";
import type { RenderedMail } from "~/features/mail/mail-layout";
import { composeMail, type MailSetting } from "~/features/mail/mail-theme.server";

type Failure = {
  about: "act" | "retry" | "blocked" | "ended";
  nextTryAt: Date | null;
  /** What the contract is now. */
  outcome: "ACTIVE" | "PAUSED" | "CANCELLED" | "EXPIRED" | "FAILED";
  url: string;
};

/** To the customer: their payment did not go through, what comes next, and where they put it right. */
export function toPaymentFailedMail(
  customer: { firstName: string | null; lastName: string | null },
  { about, nextTryAt, outcome, url }: Failure,
  setting: MailSetting,
): RenderedMail {
  const { shop, language } = setting;
  const texts = failureTextsOf(language);
  const writeDay = (at: Date) =>
    new Intl.DateTimeFormat(language, { timeZone: shop.timeZone, month: "long", day: "numeric" }).format(at);
  const isOver = about === "ended";
  const said = {
    act: texts.act,
    blocked: texts.blocked,
    retry: nextTryAt ? texts.retry(writeDay(nextTryAt)) : texts.act,
    ended:
      outcome === "PAUSED"
        ? texts.paused
        : outcome === "CANCELLED"
          ? texts.cancelled
          : outcome === "ACTIVE"
            ? texts.skipped
            : texts.stopped,
  }[about];
  return composeMail(
    {
      subject: isOver ? texts.endedSubject(shop.name) : texts.subject(shop.name),
      heading: isOver ? texts.endedHeading : texts.heading,
      name: toCustomerName(customer),
      paragraphs: [texts.intro(shop.name), said],
      button: { label: texts.button, url },
    },
    setting,
  );
}
