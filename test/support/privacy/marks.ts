import type { Address } from "~db/schema/customers";
import { NOW } from "../data/factories";

/** Is in every text about the customer, and nowhere else: too long to stand in a key or a sealed text by chance. */
export const MARK = /zqxjv|5550199/i;
export const EMAIL = "zqxjv.ada@zqxjvmail.example";
export const PHONE = "+49305550199";
export const NOTE = "zqxjv rings twice";
/** The customer who has referred them; not erased with them. */
export const REFERRER = "Rosa Referrer";

export const ADDRESS: Address = {
  firstName: "Zqxjvada",
  lastName: "Zqxjvlove",
  company: "Zqxjv & Co",
  address1: "Zqxjvweg 5",
  address2: "Zqxjvhof",
  city: "Zqxjvstadt",
  province: "Zqxjvland",
  provinceCode: "ZQXJV",
  country: "Germany",
  countryCode: "DE",
  zip: "ZQXJV10115",
  phone: PHONE,
};
export const ATTRIBUTES = [
  { key: "Engraving", value: "For zqxjv" },
  { key: "_bundle", value: "tea-box" },
];
export const stamp = { createdAt: NOW };
