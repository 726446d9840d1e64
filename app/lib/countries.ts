import { iso31661Alpha2ToAlpha3 } from "iso-3166";

/** Assigned codes of ISO 3166-1 alpha-2, and XK, which is user-assigned but what every platform writes for Kosovo. */
const COUNTRY_CODES: ReadonlySet<string> = new Set([...Object.keys(iso31661Alpha2ToAlpha3), "XK"]);
const names = new Intl.DisplayNames("en", { type: "region" });
const nameByCode = new Map<string, string>();

export const isCountryCode = (code: string): boolean => COUNTRY_CODES.has(code);

export const listCountryCodes = (): string[] => [...COUNTRY_CODES];

/** English short name of a country, e.g. "NL" → "Netherlands"; null for what is not a country code. */
export function findCountryName(code: string): string | null {
  if (!isCountryCode(code)) return null;
  let name = nameByCode.get(code);
  if (name === undefined) {
    name = names.of(code) ?? code;
    nameByCode.set(code, name);
  }
  return name;
}

/** All of them, by name. */
export const listCountries = (): { code: string; name: string }[] =>
  [...COUNTRY_CODES]
    .map((code) => ({ code, name: findCountryName(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
