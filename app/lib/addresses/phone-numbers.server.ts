import parsePhoneNumber, { type CountryCode, isSupportedCountry, type PhoneNumber } from "libphonenumber-js";

function read(text: string, countryCode: string | null): PhoneNumber | undefined {
  const country =
    countryCode !== null && isSupportedCountry(countryCode) ? (countryCode as CountryCode) : undefined;
  return parsePhoneNumber(text.normalize("NFKC"), country);
}

/**
 * Whether a text can be a phone number: written with its country's code, or as people of `countryCode` write one. Only
 * its form and length are looked at: new ranges of numbers must not be refused.
 *
 * @param countryCode ISO 3166-1 alpha-2; null = none is known
 */
export const isPhoneNumber = (text: string, countryCode: string | null): boolean =>
  read(text, countryCode)?.isPossible() ?? false;

/** The same number in E.164, such as `+12024561414`; null for what cannot be one, or has an extension. */
export function toE164(text: string, countryCode: string | null): string | null {
  const number = read(text, countryCode);
  return number?.isPossible() && !number.ext ? number.number : null;
}
