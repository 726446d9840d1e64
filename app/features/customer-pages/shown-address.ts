import { toAddressLines } from "~/features/addresses/address-lines";
import type { Address } from "~db/schema/customers";
import { writeCountry } from "./portal-format";
import type { PortalLocale } from "./portal-language";

/** An address as its country writes it, one string per line; the country's name is in the customer's language. */
export const toShownAddress = (address: Address, locale: PortalLocale): string[] =>
  toAddressLines({
    ...address,
    country: (address.countryCode && writeCountry(locale, address.countryCode)) || address.country,
  });
