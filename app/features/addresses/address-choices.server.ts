import { listCountries } from "~/lib/addresses/countries";
import { findProvinceCode, listCountriesThatRequireProvince, listProvinces } from "~/lib/addresses/provinces";
import type { Address } from "~db/schema/customers";

const toChoice = ({ code, name }: { code: string; name: string }) => ({ value: code, label: name });

const NO_ADDRESS: Address = {
  firstName: null,
  lastName: null,
  company: null,
  address1: null,
  address2: null,
  city: null,
  province: null,
  provinceCode: null,
  country: null,
  countryCode: null,
  zip: null,
  phone: null,
};

/** Includes the country, so that a choice from one country's list is invalid for another. */
function withWholeProvinceCode(address: Address): Address {
  const { countryCode, provinceCode, province } = address;
  const code = countryCode && findProvinceCode(countryCode, provinceCode ?? province ?? "");
  return { ...address, provinceCode: code && `${countryCode}-${code}` };
}

/** An address to edit, with the countries and the states to choose from in countries whose addresses have one. */
export const toAddressChoices = (address: Address | null) => ({
  address: withWholeProvinceCode(address ?? NO_ADDRESS),
  countries: listCountries().map(toChoice),
  provinces: Object.fromEntries(
    listCountriesThatRequireProvince().map((country) => [
      country,
      listProvinces(country).map(({ code, name }) => toChoice({ code: `${country}-${code}`, name })),
    ]),
  ),
});
