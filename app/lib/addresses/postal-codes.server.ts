import { postcodeValidator, postcodeValidatorExistsForCountry } from "postcode-validator";

/**
 * Countries whose post needs a postal code, by the address metadata that Google publishes (CC BY 4.0). Many more
 * countries have codes, but mail arrives there without one.
 */
const REQUIRING_COUNTRIES: ReadonlySet<string> = new Set(
  (
    "AS AT AU AX BE BL BR CA CH CN CZ DE DK EE ES FI FK FM FR GB GF GG GL GP GR GS GU HU IM IN IO IT JE JP KR LI LT LU LV " +
    "MF MH MP MQ MX MY NC NL NO NZ PF PL PM PN PR PT PW RE RO RU SE SG SH SJ SK SM TC TR TW UA US VI WF YT ZA"
  ).split(" "),
);
/** British Forces Post Office: a postcode of its own that tables of British ones leave out. */
const FORCES_POST = /^BFPO ?\d{1,4}$/;
const LONGEST_WRITTEN = 16;

export const requiresPostalCode = (countryCode: string): boolean => REQUIRING_COUNTRIES.has(countryCode);

/**
 * Whether this is a postal code of that country. Checked only where one is required: elsewhere what people write is too
 * varied to refuse. Case, full-width digits, the separator and a country prefix ("D-10115") do not matter.
 */
export function isPostalCode(countryCode: string, text: string): boolean {
  if (!REQUIRING_COUNTRIES.has(countryCode) || !postcodeValidatorExistsForCountry(countryCode)) return true;
  const written = text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[‐-―−ー]/g, "-")
    .trim();
  if (written.length > LONGEST_WRITTEN) return false;
  return [written, written.replace(/^[A-Z]{1,2}[- ]/, "")].some(
    (code) =>
      (countryCode === "GB" && FORCES_POST.test(code)) ||
      toSpellings(code).some((spelling) => postcodeValidator(spelling, countryCode)),
  );
}

/** The code as written, without a separator, and with one at any other place. */
function toSpellings(code: string): string[] {
  const bare = code.replace(/[- ]/g, "");
  const spellings = [code, bare];
  for (let at = 1; at < bare.length; at++)
    for (const separator of [" ", "-"]) spellings.push(bare.slice(0, at) + separator + bare.slice(at));
  return spellings;
}
