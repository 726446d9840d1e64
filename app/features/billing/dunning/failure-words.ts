import { failureTextsOf } from "~/features/billing/dunning/failure-texts";
import type { ContractStatus } from "~/features/contracts/change/contract-transitions";
import type { PortalLanguage } from "~db/schema/portal-settings";

/** What a customer is told of a failed payment. */
export type Failure = {
  about: "act" | "retry" | "blocked" | "ended";
  nextTryAt: Date | null;
  /** What the contract is now. */
  outcome: ContractStatus;
};

/** What has happened to a payment, and what comes next: by its failure, whatever words a shop puts around. */
export function toFailureWords(
  { about, nextTryAt, outcome }: Failure,
  shop: { name: string; timeZone: string },
  language: PortalLanguage,
): { what_happened: string; what_to_do: string } {
  const texts = failureTextsOf(language);
  const writeDay = (at: Date) =>
    new Intl.DateTimeFormat(language, { timeZone: shop.timeZone, month: "long", day: "numeric" }).format(at);
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
