import parsePhoneNumber, { type CountryCode, isSupportedCountry } from "libphonenumber-js";

/**
 * Whether a text can be a phone number: written with its country's code, or as people of `countryCode` write one. Only
 * its form and length are looked at: new ranges of numbers must not be refused.
 *
 * @param countryCode ISO 3166-1 alpha-2; null = none is known
 */
export function isPhoneNumber(text: string, countryCode: string | null): boolean {
  const country =
    countryCode !== null && isSupportedCountry(countryCode) ? (countryCode as CountryCode) : undefined;
  return parsePhoneNumber(text.normalize("NFKC"), country)?.isPossible() ?? false;
}
