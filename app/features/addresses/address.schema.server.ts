import { z } from "zod";
import { findCountryCode, findCountryName, isCountryCode, isNameOfCountry } from "~/lib/addresses/countries";
import { isPhoneNumber } from "~/lib/addresses/phone-numbers.server";
import { isPostalCode, requiresPostalCode } from "~/lib/addresses/postal-codes.server";
import {
  findProvinceCode,
  findProvinceName,
  isNameOfAnotherProvince,
  requiresProvince,
} from "~/lib/addresses/provinces";
import { MAX_LINE_OF_TEXT } from "~/lib/limits";
import type { Address } from "~db/schema/customers";

export const ADDRESS_PARTS = [
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
type Part = (typeof ADDRESS_PARTS)[number];
const REQUIRED = ["firstName", "lastName", "address1", "city"] as const;

const FIELD_MESSAGES: Record<(typeof REQUIRED)[number] | "countryCode" | "provinceCode" | "zip", string> = {
  firstName: "Write the first name.",
  lastName: "Write the last name.",
  address1: "Write the street and house number.",
  city: "Write the city.",
  countryCode: "Choose the country.",
  provinceCode: "Choose the state or province.",
  zip: "Write the postal code.",
};

/** Any type at first, so that a field of the wrong type does not hide errors of the others. */
const part = (description: string) =>
  z
    .unknown()
    .optional()
    .meta({ type: ["string", "null"], maxLength: MAX_LINE_OF_TEXT, description });

export const ADDRESS_EXAMPLE = {
  firstName: "Ada",
  lastName: "Lovelace",
  company: "Analytical Engines",
  address1: "1 Market Street",
  address2: "Floor 3",
  city: "San Francisco",
  provinceCode: "CA",
  zip: "94105",
  countryCode: "US",
  phone: "+1 415 555 2671",
};

type Refuse = (name: Part, code: string, message: string) => void;

/**
 * A postal address as the body of operation 7 has it. Output: complete, with the names of its codes. Every missing or
 * wrong field is named at once. Source: wire.md §2 "7 address" and §4.
 */
export const shippingAddressSchema = z
  .object({
    firstName: part("Required."),
    lastName: part("Required."),
    address1: part("Required."),
    address2: part("Second line: flat, floor, care of."),
    city: part("Required."),
    zip: part("Required in countries with postal codes; must have that country's format."),
    countryCode: part("Required unless country is given. ISO 3166-1 alpha-2, such as NL."),
    country: part("Code or English name of the country. If countryCode is given, its name in any language."),
    provinceCode: part(
      "ISO 3166-2 code, whole or only the part after the hyphen. Either this or province is required for countries whose addresses name a state or province.",
    ),
    province: part("Code or name of the province. If provinceCode is given, its name."),
    company: part("Company at that address."),
    phone: part("Phone number for the carrier: in the country's own format, or with + and the country code."),
  })
  .meta({ required: [...REQUIRED] })
  .transform((given, context): Address => {
    const address = Object.fromEntries(ADDRESS_PARTS.map((name) => [name, tidy(given[name])])) as Address;
    const isText = (name: Part) => typeof (given[name] ?? "") === "string";
    const refused = new Set<Part>();
    const refuse: Refuse = (name, code, message) => {
      // One error per field: a country that is a number is not reported as missing, too.
      if (refused.has(name)) return;
      refused.add(name);
      context.issues.push({ code: "custom", input: given[name], path: [name], params: { code }, message });
    };

    for (const name of REQUIRED)
      if (address[name] === null && isText(name)) refuse(name, "required", FIELD_MESSAGES[name]);
    for (const name of ADDRESS_PARTS) {
      const text = address[name] ?? "";
      if (!isText(name)) refuse(name, "invalid_type", "Use text.");
      else if (text.length > MAX_LINE_OF_TEXT)
        refuse(name, "too_long", `Use at most ${MAX_LINE_OF_TEXT} characters.`);
      else if (/\p{Cc}/u.test(text)) refuse(name, "invalid_text", "Use one line without control characters.");
    }
    const country = readCountry(address, refuse);
    if (country !== null) {
      if (address.zip === null && requiresPostalCode(country)) refuse("zip", "required", FIELD_MESSAGES.zip);
      if (address.zip !== null && !isPostalCode(country, address.zip))
        refuse("zip", "invalid_zip", `This is not a postal code of ${findCountryName(country)}.`);
      readProvince(address, country, refuse);
    }
    if (address.phone !== null && !isPhoneNumber(address.phone, country))
      refuse(
        "phone",
        "invalid_phone",
        "This is not a phone number. Write it with + and the country's number.",
      );
    return context.issues.length > 0 ? z.NEVER : address;
  });

/** Adds code and name of the country. @returns its code; null when it was refused */
function readCountry(address: Address, refuse: Refuse): string | null {
  const { country, countryCode } = address;
  const code = countryCode?.toUpperCase() ?? (country && findCountryCode(country));
  if (code === null) {
    if (country === null) refuse("countryCode", "required", FIELD_MESSAGES.countryCode);
    else refuse("country", "invalid_country", "Use the code or the English name of a country.");
    return null;
  }
  if (!isCountryCode(code)) {
    refuse("countryCode", "invalid_country", "Use a country code of ISO 3166-1, two letters such as NL.");
    return null;
  }
  if (country !== null && !isNameOfCountry(code, country))
    refuse("country", "contradiction", `This is not a name of ${findCountryName(code)} (${code}).`);
  address.countryCode = code;
  // Labels on parcels need the country's name, not its code.
  if (country === null || findCountryCode(country) === code) address.country = findCountryName(code);
  return code;
}

/** Adds code and name of the province. Where the country requires none, a name that ISO does not know stays. */
function readProvince(address: Address, country: string, refuse: Refuse): void {
  const { province, provinceCode } = address;
  const countryName = findCountryName(country);
  if (province === null && provinceCode === null) {
    if (requiresProvince(country)) refuse("provinceCode", "required", FIELD_MESSAGES.provinceCode);
    return;
  }
  const code = findProvinceCode(country, provinceCode ?? province ?? "");
  if (code === null && provinceCode !== null)
    refuse("provinceCode", "invalid_province", `ISO 3166-2 has no such province of ${countryName}.`);
  else if (code === null && requiresProvince(country))
    refuse("province", "invalid_province", `This is no state or province of ${countryName} that we know.`);
  if (code === null) return;
  const name = findProvinceName(country, code);
  if (provinceCode !== null && province !== null && isNameOfAnotherProvince(country, code, province))
    refuse("province", "contradiction", `This is not a name of ${name} (${country}-${code}).`);
  address.provinceCode = code;
  if (provinceCode === null || province === null) address.province = name;
}

/** Trimmed; null when nothing is left. */
const tidy = (given: unknown): string | null => (typeof given === "string" && given.trim()) || null;
