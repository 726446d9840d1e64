import { toAddressLines } from "~/features/addresses/address-lines";
import { writeCountry } from "~/features/customer-pages/portal-format";
import type { PortalLocale } from "~/features/customer-pages/portal-language";
import type { Address } from "~db/schema/customers";

/** An address as its country writes it, one string per line; the country's name is in the customer's language. */
export const toShownAddress = (address: Address, locale: PortalLocale): string[] =>
  toAddressLines({
    ...address,
    country: (address.countryCode && writeCountry(locale, address.countryCode)) || address.country,
  });
