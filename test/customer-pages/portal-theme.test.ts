import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPortalFormat } from "~/features/customer-pages/portal-format";
import { choosePortalLocale, textsOf } from "~/features/customer-pages/portal-language";
import {
  isReadableAccent,
  isReadableGround,
  toReadableColors,
  toThemeStyles,
} from "~/features/customer-pages/portal-theme";
import { contrast, textOn } from "~/features/portal-settings/colors";

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

describe("colours", () => {
  test("contrast is that of the standard's own examples", () => {
    expect(contrast("#ffffff", "#000000")).toBeCloseTo(21, 5);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
    expect(contrast("#767676", "#ffffff")).toBeGreaterThan(4.5);
  });

  test("any two colours are adjusted until they are readable; readable ones stay", () => {
    fc.assert(
      fc.property(color, color, (accentColor, backgroundColor) => {
        const readable = toReadableColors({ accentColor, backgroundColor });
        expect(isReadableGround(readable.backgroundColor)).toBe(true);
        expect(isReadableAccent(readable)).toBe(true);
        expect(toReadableColors(readable)).toEqual(readable);
      }),
      { numRuns: 50 },
    );
  });

  test("text on a button and links on cards reach 4.5 in the dark scheme, whatever the merchant chose", () => {
    fc.assert(
      fc.property(color, (accentColor) => {
        expect(contrast(textOn(accentColor), accentColor)).toBeGreaterThanOrEqual(4.5);
        const styles = toThemeStyles({ accentColor, backgroundColor: "#ffffff" });
        const dark = styles.slice(styles.indexOf("@media"));
        const read = (name: string) => new RegExp(`--${name}:(#[0-9a-f]{6})`).exec(dark)?.[1] ?? "";
        for (const [text, ground] of [
          ["accent", "card"],
          ["accent", "ground"],
          ["on-accent", "accent"],
          ["muted", "card"],
          ["muted", "ground"],
          ["ink", "soft"],
          ["bad", "card"],
        ] as const)
          expect(contrast(read(text), read(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 50 },
    );
  });
});

describe("the locale", () => {
  const settings = { language: "de", followsBrowser: true } as const;
  test.each([
    [null, "de", "de"],
    ["", "de", "de"],
    ["fr-CA,en;q=0.8", "fr", "fr-CA"],
    ["hu,ru;q=0.9", "de", "de"],
    ["en;q=0.2, ja;q=0.9", "ja", "ja"],
    ["es;q=0, en-GB;q=0.1", "en", "en-GB"],
    ["*", "de", "de"],
    ["vi-VN, de-AT", "de", "de-AT"],
    ["x".repeat(10_000), "de", "de"],
    ["en-, fr;q=abc, __proto__", "de", "de"],
  ])("for %s is %s, written as in %s", (header, language, locale) => {
    expect(choosePortalLocale(settings, header)).toEqual({ language, locale });
  });

  test("of a shop that does not follow browsers keeps the region of its own language", () => {
    const own = { language: "de", followsBrowser: false } as const;
    expect(choosePortalLocale(own, "en-US, de-CH;q=0.5")).toEqual({ language: "de", locale: "de-CH" });
  });
});

describe("what is written", () => {
  test("days are those of the shop's zone, with the year if it is not the present one", () => {
    const now = new Date("2026-12-30T23:30:00Z");
    const format = createPortalFormat({ language: "en", locale: "en-GB" }, "Asia/Tokyo", now);
    expect(format.date(now)).toBe("Thursday 31 December");
    expect(format.date(new Date("2026-12-31T15:00:00Z"))).toBe("Friday, 1 January 2027");
    expect(format.relativeDay(new Date("2026-12-31T15:00:00Z"))).toBe("tomorrow");
    expect(format.day(now)).toBe("2026-12-31");
  });

  test("a currency of letters stays as it is in an amount that runs from right to left", () => {
    const write = (language: "ar" | "de", amount: string) =>
      createPortalFormat({ language, locale: language }, "UTC", new Date(0)).money(amount, "USD");
    expect(write("ar", "1800")).toContain("1,800.00\u00a0\u2068US$\u2069");
    expect(write("ar", "-1")).toContain("-1.00\u00a0\u2068US$\u2069");
    expect(write("de", "1800")).toBe("1.800,00\u00a0$");
  });

  test("what may be chosen is listed as the language lists", () => {
    const list = (language: "en" | "pl" | "ja") =>
      createPortalFormat({ language, locale: language }, "UTC", new Date(0)).either(["6", "12"]);
    expect([list("en"), list("pl"), list("ja")]).toEqual(["6 or 12", "6 lub 12", "6または12"]);
  });

  test.each([
    ["en", "Every month", "Every 2 weeks"],
    ["de", "Jeden Monat", "Alle 2 Wochen"],
    ["fr", "Tous les mois", "Toutes les 2 semaines"],
    ["es", "Cada mes", "Cada 2 semanas"],
    ["ja", "毎月", "2週間ごと"],
  ] as const)("frequencies in %s: %s, %s", (language, monthly, fortnightly) => {
    const { every } = textsOf(language);
    expect([every("MONTH", 1, "1"), every("WEEK", 2, "2")]).toEqual([monthly, fortnightly]);
  });
});
