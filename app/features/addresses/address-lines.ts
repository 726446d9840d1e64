import { formatAddress } from "localized-address-format";
import { toCountryName } from "~/lib/addresses/country-name";
import type { Address } from "~db/schema/customers";

/** Countries whose addresses use the short form of the state or province ("Portland, OR"); others use its name. */
const SHORT_PROVINCE_COUNTRIES = new Set(["US", "CA", "AU", "BR", "IT"]);

/**
 * An address in the format of its country, one string per line, the country last. The province is left out where the
 * format does not have it; city and postcode are kept in any case.
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
  // Some formats lack the city (in Japan it is part of the street): it then goes before the street.
  if (parts.locality && !lines.join("\n").includes(parts.locality))
    lines = write([parts.locality, ...parts.addressLines]);
  if (parts.postalCode && !lines.join("\n").includes(parts.postalCode)) lines.push(parts.postalCode);
  const country = address.country || toCountryName(countryCode);
  return country ? [...lines, country] : lines;
}
