import type { Address } from "~db/schema/customers";

/** Ada Lovelace's, in Germany. */
export const BERLIN_ADDRESS: Address = {
  firstName: "Ada",
  lastName: "Lovelace",
  company: null,
  address1: "Gartenweg 5",
  address2: null,
  city: "Berlin",
  province: null,
  provinceCode: null,
  country: "Germany",
  countryCode: "DE",
  zip: "10115",
  phone: null,
};
