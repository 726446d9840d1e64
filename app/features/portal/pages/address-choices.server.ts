import type { PortalContext, Refusal } from "~/features/customer-pages/portal-context";
import { listCountryCodes } from "~/lib/addresses/countries";
import { findProvinceCode, listProvinces, requiresProvince } from "~/lib/addresses/provinces";
import type { Address } from "~db/schema/customers";

/** A country by its code, or a province by its whole ISO 3166-2 code, with its name. */
type Choice = { code: string; name: string };

export type AddressChoices = {
  countries: Choice[];
  country: string;
  /** Of that country, if its addresses have a state or province; else empty, and the field is a text field. */
  provinces: Choice[];
  province: string;
};

/**
 * Choices of the address form. The list of provinces is that of the country that the form was sent with (or the address
 * has): without scripts a page shows one country's at a time.
 */
export function listAddressChoices(
  { format, locale }: PortalContext,
  stored: Address | null,
  refusal: Refusal | null,
): AddressChoices {
  const { compare } = new Intl.Collator(locale.locale);
  const byName = (choices: Choice[]) => choices.sort((a, b) => compare(a.name, b.name));
  const country = refusal?.submitted.country ?? stored?.countryCode ?? "";
  const written = stored?.provinceCode ?? stored?.province ?? "";
  const code = stored?.countryCode === country ? findProvinceCode(country, written) : null;
  return {
    countries: byName(listCountryCodes().map((each) => ({ code: each, name: format.country(each) ?? each }))),
    country,
    provinces: requiresProvince(country)
      ? byName(listProvinces(country).map(({ code, name }) => ({ code: `${country}-${code}`, name })))
      : [],
    province: refusal?.submitted.provinceCode ?? (code === null ? "" : `${country}-${code}`),
  };
}
