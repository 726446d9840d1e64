import type { Address } from "~db/schema/customers";
import { NOW } from "../data/factories";

/** Is in every text about the customer, and nowhere else. */
export const MARK = /zqx|5550199/i;
export const EMAIL = "zqx.ada@zqxmail.example";
export const PHONE = "+49305550199";
export const NOTE = "zqx rings twice";

export const ADDRESS: Address = {
  firstName: "Zqxada",
  lastName: "Zqxlove",
  company: "Zqx & Co",
  address1: "Zqxweg 5",
  address2: "Zqxhof",
  city: "Zqxstadt",
  province: "Zqxland",
  provinceCode: "ZQX",
  country: "Germany",
  countryCode: "DE",
  zip: "ZQX10115",
  phone: PHONE,
};
export const ATTRIBUTES = [
  { key: "Engraving", value: "For zqx" },
  { key: "_bundle", value: "tea-box" },
];
export const stamp = { createdAt: NOW };
