import { findCountryName } from "~/lib/addresses/countries";
import { findProvinceName } from "~/lib/addresses/provinces";
import type { Address } from "~db/schema/customers";

/** An address with the names its codes stand for; null when all of it is empty. */
export function toAddress(parts: Omit<Address, "country" | "province">): Address | null {
  if (Object.values(parts).every((part) => part === null)) return null;
  const { countryCode, provinceCode } = parts;
  return {
    ...parts,
    country: countryCode && findCountryName(countryCode),
    province: countryCode && provinceCode && findProvinceName(countryCode, provinceCode),
  };
}
