import { iso31661Alpha2ToAlpha3 } from "iso-3166";
import { toComparable } from "./comparable-name";
import { toCountryName } from "./country-name";

/** Assigned codes of ISO 3166-1 alpha-2, and XK, which is user-assigned but what every platform writes for Kosovo. */
const COUNTRY_CODES: ReadonlySet<string> = new Set([...Object.keys(iso31661Alpha2ToAlpha3), "XK"]);

/** Common names that Unicode does not list. */
const OTHER_NAMES: Record<string, string[]> = {
  AE: ["UAE"],
  CZ: ["Czech Republic"],
  GB: ["England", "Great Britain", "Northern Ireland", "Scotland", "Wales"],
  KR: ["Korea", "Republic of Korea"],
  NL: ["Holland", "The Netherlands"],
  RU: ["Russian Federation"],
  TR: ["Turkey"],
  US: ["America", "United States of America"],
};

/** Languages in which a country's name is known besides its code: those of shops' customers. */
const NAME_LANGUAGES =
  "en de fr es ja it nl pt pt-BR da sv nb fi pl cs ko zh-Hans zh-Hant tr ar el hu ro uk".split(" ");

let codeByName: Map<string, string> | null = null;

export const isCountryCode = (code: string): boolean => COUNTRY_CODES.has(code);

export const listCountryCodes = (): string[] => [...COUNTRY_CODES];

/** English short name of a country, e.g. "NL" → "Netherlands"; null for what is not a country code. */
export const findCountryName = (code: string): string | null =>
  isCountryCode(code) ? toCountryName(code) : null;

/** The country for a code of two or three letters, or an English name; null for none. */
export function findCountryCode(written: string): string | null {
  codeByName ??= new Map(
    [...COUNTRY_CODES].flatMap((code) => listEnglishSpellings(code).map((name) => [name, code] as const)),
  );
  return codeByName.get(toComparable(written)) ?? null;
}

/** Whether the text is a name of this country in any of the languages we know. */
export function isNameOfCountry(code: string, written: string): boolean {
  const wanted = toComparable(written);
  return (
    listEnglishSpellings(code).includes(wanted) ||
    NAME_LANGUAGES.some(
      (language) =>
        toComparable(new Intl.DisplayNames(language, { type: "region" }).of(code) ?? "") === wanted,
    )
  );
}

function listEnglishSpellings(code: string): string[] {
  const styles = (["long", "short"] as const).map((style) =>
    new Intl.DisplayNames("en", { type: "region", style }).of(code),
  );
  return [code, iso31661Alpha2ToAlpha3[code], ...styles, ...(OTHER_NAMES[code] ?? [])].flatMap((name) =>
    name ? [toComparable(name)] : [],
  );
}

/** All of them, by name. */
export const listCountries = (): { code: string; name: string }[] =>
  [...COUNTRY_CODES]
    .map((code) => ({ code, name: toCountryName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
