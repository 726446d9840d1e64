import { z } from "zod";
import { findCountryName } from "~/lib/countries";
import { MAX_LINE_OF_TEXT } from "~/lib/limits";
import { isPostalCode, requiresPostalCode } from "~/lib/postal-codes.server";
import { findProvinceName } from "~/lib/provinces.server";
import type { Address } from "~db/schema/customers";

const PARTS = [
  "firstName",
  "lastName",
  "company",
  "address1",
  "address2",
  "city",
  "province",
  "provinceCode",
  "country",
  "countryCode",
  "zip",
  "phone",
] as const satisfies readonly (keyof Address)[];
type Part = (typeof PARTS)[number];
const REQUIRED = ["firstName", "lastName", "address1", "city", "countryCode"] as const;

const WORDS: Record<(typeof REQUIRED)[number] | "zip", string> = {
  firstName: "Write the first name.",
  lastName: "Write the last name.",
  address1: "Write the street and house number.",
  city: "Write the city.",
  countryCode: "Choose the country.",
  zip: "Write the postal code.",
};

/** Of any type at first: a field that is no text must not keep the others from being named. */
const part = (description: string) =>
  z
    .unknown()
    .optional()
    .meta({ type: ["string", "null"], maxLength: MAX_LINE_OF_TEXT, description });

/**
 * A postal address as the body of operation 7 brings it; output: whole, with the names its codes stand for. Every field
 * that is missing or wrong is named at once. Source: wire.md §2 "7 address".
 */
export const shippingAddressSchema = z
  .object({
    firstName: part("Required."),
    lastName: part("Required."),
    address1: part("Required."),
    address2: part("Second line: flat, floor, care of."),
    city: part("Required."),
    zip: part("Required where post needs one; then it must look like one of that country."),
    countryCode: part("Required. ISO 3166-1 alpha-2, such as NL."),
    country: part("Name of the country; filled from the code when absent."),
    provinceCode: part("The part after the hyphen of an ISO 3166-2 code of that country, or the whole code."),
    province: part("Name of the province; filled from the code when absent."),
    company: part("Company at that address."),
    phone: part("For the carrier."),
  })
  .meta({ required: [...REQUIRED] })
  .transform((given, context): Address => {
    const address = Object.fromEntries(PARTS.map((name) => [name, tidy(given[name])])) as Address;
    const isText = (name: Part) => typeof (given[name] ?? "") === "string";
    const refuse = (name: Part, code: string, message: string) =>
      context.issues.push({ code: "custom", input: given[name], path: [name], params: { code }, message });

    address.countryCode = address.countryCode?.toUpperCase() ?? null;
    const countryName = address.countryCode && findCountryName(address.countryCode);
    const country = countryName ? address.countryCode : null;
    for (const name of REQUIRED)
      if (address[name] === null && isText(name)) refuse(name, "required", WORDS[name]);
    for (const name of PARTS) {
      const text = address[name] ?? "";
      if (!isText(name)) refuse(name, "invalid_type", "Use text.");
      else if (text.length > MAX_LINE_OF_TEXT)
        refuse(name, "too_long", `Use at most ${MAX_LINE_OF_TEXT} characters.`);
      else if (/\p{Cc}/u.test(text)) refuse(name, "invalid_text", "Use one line without control characters.");
    }
    if (address.countryCode !== null && country === null)
      refuse("countryCode", "invalid_country", "Use a country code of ISO 3166-1, two letters such as NL.");
    if (country !== null) {
      if (address.zip === null && isText("zip") && requiresPostalCode(country))
        refuse("zip", "required", WORDS.zip);
      if (
        address.zip !== null &&
        address.zip.length <= MAX_LINE_OF_TEXT &&
        !isPostalCode(country, address.zip)
      )
        refuse("zip", "invalid_zip", `This is not a postal code of ${countryName}.`);
      if (address.provinceCode !== null) {
        address.provinceCode = withoutCountry(address.provinceCode, country);
        const provinceName = findProvinceName(country, address.provinceCode);
        if (provinceName === null)
          refuse("provinceCode", "invalid_province", `ISO 3166-2 has no such province of ${countryName}.`);
        address.province ??= provinceName;
      }
      address.country ??= countryName;
    }
    return context.issues.length > 0 ? z.NEVER : address;
  });

/** Trimmed, and nothing at all when nothing is left. */
const tidy = (given: unknown): string | null => (typeof given === "string" && given.trim()) || null;

/** "JP-13" and "13" are both Tokyo. */
function withoutCountry(provinceCode: string, countryCode: string): string {
  const code = provinceCode.toUpperCase();
  return code.startsWith(`${countryCode}-`) ? code.slice(countryCode.length + 1) : code;
}
