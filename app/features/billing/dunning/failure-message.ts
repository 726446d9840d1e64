import type { ContractStatus } from "~/features/contracts/change/contract-transitions";
import { writeDate } from "~/lib/languages/dates";
import type { PortalLanguage } from "~db/schema/portal-settings";
import { failureTextsOf } from "./failure-texts";

/** A failed payment, for a customer. */
export type Failure = {
  about: "act" | "retry" | "blocked" | "ended";
  nextTryAt: Date | null;
  /** The contract's status afterwards. */
  outcome: ContractStatus;
};

/** Texts for what has happened to a payment, and what comes next; the shop's own texts surround them. */
export function toFailureMessage(
  { about, nextTryAt, outcome }: Failure,
  shop: { name: string; timeZone: string },
  language: PortalLanguage,
): { what_happened: string; what_to_do: string } {
  const texts = failureTextsOf(language);
  const writeDay = (at: Date) =>
    writeDate(
      new Intl.DateTimeFormat(language, { timeZone: shop.timeZone, month: "long", day: "numeric" }),
      language,
      at,
    );
  const ended =
    outcome === "PAUSED"
      ? texts.paused
      : outcome === "CANCELLED"
        ? texts.cancelled
        : outcome === "ACTIVE"
          ? texts.skipped
          : texts.stopped;
  const retry = nextTryAt ? texts.retry(writeDay(nextTryAt)) : texts.act;
  return {
    what_happened: about === "ended" ? texts.endedSubject(shop.name) : texts.subject(shop.name),
    what_to_do: { act: texts.act, blocked: texts.blocked, retry, ended }[about],
  };
}
