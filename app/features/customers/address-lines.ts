import { formatAddress } from "localized-address-format";
import type { Address } from "~db/schema/customers";

/** Where post is addressed with the short form of the state or province ("Portland, OR"); elsewhere its name is written. */
const SHORT_PROVINCE_COUNTRIES = new Set(["US", "CA", "AU", "BR", "IT"]);

const countryNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

function findCountryName(address: Address): string | null {
  const code = address.countryCode?.toUpperCase() ?? "";
  if (address.country) return address.country;
  return /^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : code || null;
}

/**
 * An address as its country writes it, one string a line, the country last. A province is left out where post does not
 * name it; a city or postcode that the country's form has no place for is kept all the same.
 */
export function toAddressLines(address: Address): string[] {
  const name = [address.firstName, address.lastName].filter(Boolean).join(" ");
  const countryCode = address.countryCode?.toUpperCase() ?? "";
  const province = SHORT_PROVINCE_COUNTRIES.has(countryCode)
    ? address.provinceCode || address.province
    : address.province || address.provinceCode;
  const parts = {
    name,
    organization: address.company ?? "",
    addressLines: [address.address1, address.address2].filter((line): line is string => Boolean(line)),
    locality: address.city ?? "",
    administrativeArea: province ?? "",
    postalCode: address.zip ?? "",
  };
  const write = (addressLines: string[]) =>
    formatAddress({ postalCountry: countryCode || "ZZ", ...parts, addressLines }).filter(Boolean);
  let lines = write(parts.addressLines);
  // Some forms have no place for the city (Japan's, where it belongs to the street): it then goes before the street.
  if (parts.locality && !lines.join("\n").includes(parts.locality))
    lines = write([parts.locality, ...parts.addressLines]);
  if (parts.postalCode && !lines.join("\n").includes(parts.postalCode)) lines.push(parts.postalCode);
  const country = findCountryName(address);
  return country ? [...lines, country] : lines;
}
