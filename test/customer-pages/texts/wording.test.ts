import { expect, test } from "vitest";
import { toFailureMessage } from "~/features/billing/dunning/failure-message";
import { createPortalFormat } from "~/features/customer-pages/portal-format";
import { allTexts } from "./all-texts";

test.each([
  ["de", /Abonnement|auslassen|ausgelassen|(nächste|diese|weitere)\w* Lieferung|(?<!-)Mail\b/],
  ["fr", /suspendu|\bla passer|est passée|refusé/],
  ["es", /\bsalt|método|dirección que tenemos/i],
  ["it", /annullato|Vale fino a|ordine di ⟦1⟧|Riproveremo il/],
  ["nl", /ander abonnement|beëindigd|(minimum|maximum) aantal/],
  ["pt-BR", /recusado|\bcom (⟦|\{\{shop)|chega em|de novo em ⟦0⟧\. Você também/],
  ["pt-PT", /chega em|de volta|tentar em ⟦0⟧\. Também/],
] as const)("%s keeps to the words chosen for a thing", (language, others) => {
  expect(allTexts(language).filter(([, text]) => others.test(text))).toEqual([]);
});

test("French signs do not begin a line, and text messages keep plain blanks", () => {
  const texts = allTexts("fr");
  const isMessage = (path: string) => path.endsWith(".sms");
  const wrong = texts.filter(([path, text]) =>
    isMessage(path) ? /[\u00a0\u202f]/.test(text) : /[^\u00a0]:(?!\/)|[^\u202f][;!?]/.test(text),
  );
  expect(wrong).toEqual([]);
  expect(texts.filter(([path]) => isMessage(path))).not.toEqual([]);
});

test("French counts the first day of a month, and no other", () => {
  const now = new Date("2026-09-30T12:00:00Z");
  const { date, pastDate } = createPortalFormat({ language: "fr", locale: "fr-CA" }, "Europe/Paris", now);
  const first = new Date("2026-10-01T11:05:00Z");
  expect([date(first), pastDate(first)]).toEqual(["jeudi 1er octobre", "1er octobre 2026"]);
  expect(date(new Date("2026-10-11T12:00:00Z"))).toBe("dimanche 11 octobre");

  const shop = { name: "Café", timeZone: "Europe/Paris" };
  const failure = { about: "retry", nextTryAt: first, outcome: "ACTIVE" } as const;
  expect(toFailureMessage(failure, shop, "fr").what_to_do).toContain("le 1er octobre.");
  expect(toFailureMessage(failure, shop, "it").what_to_do).toContain("in data 1º ottobre.");
});

test.each([
  ["it", "it-CH", "giovedì 1º ottobre", "domenica 11 ottobre"],
  ["pt-BR", "pt-BR", "quinta-feira, 1º de outubro", "domingo, 11 de outubro"],
  ["pt-PT", "pt-PT", "quinta-feira, 1 de outubro", "domingo, 11 de outubro"],
] as const)(
  "%s counts the first day of a month as it is usual, and no other",
  (language, locale, first, later) => {
    const now = new Date("2026-09-30T12:00:00Z");
    const { date } = createPortalFormat({ language, locale }, "Europe/Rome", now);
    expect(date(new Date("2026-10-01T12:00:00Z"))).toBe(first);
    expect(date(new Date("2026-10-11T12:00:00Z"))).toBe(later);
  },
);
