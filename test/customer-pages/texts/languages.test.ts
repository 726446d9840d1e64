import { describe, expect, test } from "vitest";
import { boxTextsOf } from "~/features/bundles/storefront/texts/texts-of";
import { choosePortalLocale, textsOf } from "~/features/customer-pages/portal-language";
import { directionOf } from "~/features/portal-settings/portal-languages";
import { LANGUAGE_NAMES } from "~/features/portal-settings/portal-settings-labels";
import { referralTextsOf } from "~/features/referrals/offer-text";
import { PORTAL_LANGUAGES } from "~db/schema/portal-enums";
import type { PortalLanguage } from "~db/schema/portal-settings";
import { allTexts } from "./all-texts";

const INTERVALS = ["DAY", "WEEK", "MONTH", "YEAR"] as const;
const OTHERS = PORTAL_LANGUAGES.filter((language) => language !== "en");

/** Words that are the same in some other languages. */
const SAME = new Set(["E-mail", "Plan", "Total", "Subtotal", "Postcode"]);

/** Texts of a bundle's page and of discounts whose form depends on a number. */
function listCounted(language: PortalLanguage) {
  const { items, choose, order } = boxTextsOf(language);
  const { atLeast, upTo, exactly, different } = choose;
  const { forOrders } = textsOf(language).discount;
  return { items, atLeast, upTo, exactly, different, ...order, forOrders };
}

/** Placeholders: those filled by code, and those in texts that merchants edit. */
const FILL = /⟦\d⟧|\{\{\w+\}\}/g;
const fills = (text: string) => [...new Set(text.match(FILL) ?? [])].sort();
const english = new Map(allTexts("en"));

describe.each(OTHERS)("%s", (language) => {
  const texts = allTexts(language);

  test("has every text that English has, and none in English", () => {
    expect(texts.map(([path]) => path).sort()).toEqual([...english.keys()].sort());
    const wrong = texts.filter(
      ([path, text]) =>
        text.trim() === "" ||
        (text === english.get(path) && !SAME.has(text) && /\p{L}{3}/u.test(text.replaceAll(FILL, ""))),
    );
    expect(wrong).toEqual([]);
  });

  test("fills in what English fills in", () => {
    const wrong = texts.filter(
      ([path, text]) => fills(text).join() !== fills(english.get(path) ?? "").join(),
    );
    expect(wrong).toEqual([]);
  });

  test("has no sentence that is cut: it ends as it does in English", () => {
    const isSentence = (text: string) => /[.?!:,。？！：，،؟；]\s*$/u.test(text);
    const wrong = texts.filter(([path, text]) => {
      const said = english.get(path) ?? "";
      return /\.$/.test(said) && said.length > 25 && !isSentence(text);
    });
    expect(wrong).toEqual([]);
  });

  test("says every frequency, and each number in the number's own form", () => {
    const { every, cancel } = textsOf(language);
    for (const interval of INTERVALS) {
      const said = [1, 2, 3, 5, 11, 22, 101].map((count) => every(interval, count, String(count)));
      expect(new Set(said).size, said.join()).toBe(said.length);
      for (const count of [3, 5, 11, 22])
        expect(every(interval, count, `«${count}»`)).toContain(`«${count}»`);
    }
    expect(cancel.afterMore(5, "«5»")).toContain("«5»");
    expect(cancel.afterMore(1, "1")).not.toBe("");
    for (const [name, text] of Object.entries(listCounted(language))) {
      for (const count of [3, 5, 11, 22, 101]) expect(text(count, "«n»"), name).toContain("«n»");
      expect(text(1, "1"), name).not.toBe(text(2, "2"));
    }
  });
});

test.each(PORTAL_LANGUAGES)("a discount within a sentence of %s begins small", (language) => {
  const { discount, cancel } = textsOf(language);
  const { offer, share, portal, mail } = referralTextsOf(language);
  for (const value of [discount.percentOff("20 %"), discount.amountOff("5 €")]) {
    if (!/^\p{Lu}/u.test(value)) continue;
    const said = [
      offer(value, "X"),
      share(value, "X"),
      portal.lead(value, value),
      mail.welcomeText(value, "X"),
      mail.rewardText(value, "X"),
      mail.rewardNext(value, "X"),
      cancel.offer.DISCOUNT(value),
    ];
    expect(said.filter((text) => text.includes(value))).toEqual([]);
  }
});

test.each(PORTAL_LANGUAGES)("the message in %s that a link follows ends in a colon", (language) => {
  expect(referralTextsOf(language).share("20 %", "X")).toMatch(/[:：]$/);
});

test.each([
  ["pl", "MONTH", ["Co miesiąc", "Co 2 miesiące", "Co 5 miesięcy", "Co 12 miesięcy", "Co 22 miesiące"]],
  ["cs", "WEEK", ["Každý týden", "Každé 2 týdny", "Každých 5 týdnů", "Každých 12 týdnů", "Každých 22 týdnů"]],
  ["ar", "MONTH", ["كل شهر", "كل شهرين", "كل 5 أشهر", "كل 12 شهرًا", "كل 22 شهرًا"]],
  ["sv", "WEEK", ["Varje vecka", "Varannan vecka", "Med 5 veckors mellanrum"]],
  ["nb", "DAY", ["Hver dag", "Annenhver dag", "Hver 5. dag"]],
  ["ko", "YEAR", ["매년", "2년마다", "5년마다"]],
] as const)("plurals of %s are those of the language", (language, interval, wanted) => {
  const { every } = textsOf(language);
  const counts = [1, 2, 5, 12, 22].slice(0, wanted.length);
  expect(counts.map((count) => every(interval, count, String(count)))).toEqual(wanted);
});

test.each([
  ["en", ["1 item", "2 items", "5 items", "0 items"]],
  ["fr", ["1 article", "2 articles", "5 articles", "0 article"]],
  ["pl", ["1 produkt", "2 produkty", "5 produktów", "0 produktów"]],
  ["cs", ["1 produkt", "2 produkty", "5 produktů", "0 produktů"]],
  ["fi", ["1 tuote", "2 tuotetta", "5 tuotetta", "0 tuotetta"]],
  ["ar", ["منتج واحد", "منتجان", "5 منتجات", "لا منتجات"]],
  ["ja", ["1点", "2点", "5点", "0点"]],
] as const)("what is in a box is counted as %s counts", (language, wanted) => {
  const { items } = boxTextsOf(language);
  expect([1, 2, 5, 0].map((count) => items(count, String(count)))).toEqual(wanted);
});

test.each([
  ["pt", "pt-BR", "pt-BR"],
  ["pt-AO", "pt-PT", "pt-AO"],
  ["pt-PT", "pt-PT", "pt-PT"],
  ["zh", "zh-Hans", "zh-Hans"],
  ["zh-TW", "zh-Hant", "zh-Hant-TW"],
  ["zh-HK", "zh-Hant", "zh-Hant-HK"],
  ["zh-Hant-MO", "zh-Hant", "zh-Hant-MO"],
  ["zh-CN", "zh-Hans", "zh-Hans-CN"],
  ["no", "nb", "nb"],
  ["nn-NO", "nb", "nb-NO"],
  ["nb-NO", "nb", "nb-NO"],
  ["ar-EG", "ar", "ar-EG"],
  ["es-419", "es", "es"],
  ["ru, vi", "sv", "sv"],
])("who asks for %s reads %s, written as in %s", (header, language, locale) => {
  expect(choosePortalLocale({ language: "sv", followsBrowser: true }, header)).toEqual({ language, locale });
});

test("a merchant chooses among twenty languages by their own names, of which one runs from right to left", () => {
  expect(Object.keys(LANGUAGE_NAMES)).toEqual([...PORTAL_LANGUAGES]);
  expect(new Set(Object.values(LANGUAGE_NAMES)).size).toBe(20);
  for (const [language, name] of Object.entries(LANGUAGE_NAMES))
    expect(
      new Intl.DisplayNames(language, { type: "language" })
        .of(language)
        ?.toLocaleLowerCase(language)
        .slice(0, 2),
    ).toBe(name.toLocaleLowerCase(language).slice(0, 2));
  expect(PORTAL_LANGUAGES.filter((language) => directionOf(language) === "rtl")).toEqual(["ar"]);
});
