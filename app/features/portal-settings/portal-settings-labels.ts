import type { LINE_CHOICES } from "~db/schema/portal-enums";
import type { CancelOffer, PortalAction, PortalLanguage } from "~db/schema/portal-settings";

export const SETTING_LABELS: Record<string, string> = {
  language: "Language",
  followsBrowser: "Use the customer’s own language where it is one of these",
  accentColor: "Accent",
  backgroundColor: "Background",
  heading: "Heading above the list",
  welcome: "Welcome",
  cancelIntro: "Introduction to cancelling",
  help: "Help at the foot of each page",
  coverage: "Products customers may add",
  productIds: "Products",
  shopAddress: "Your address on receipts",
  lineChoice: "Customers swap a product for, or add for good",
  forbidsSecondCode: "Only one discount code at a time",
  singleUseLinks: "Each link opens the portal only once",
};

/** Labels of the portal's switches. */
export const ACTION_LABELS: Record<PortalAction, string> = {
  skip: "Skip an order",
  reschedule: "Change the next date",
  pause: "Pause",
  resume: "Resume",
  cancel: "Cancel",
  reactivate: "Restart a cancelled subscription",
  address: "Change the address",
  frequency: "Change the frequency",
  quantity: "Change quantities",
  attributes: "Change a product’s details",
  skip_line: "Skip one product once",
  discount_code: "Use discount codes",
  one_time_products: "Add one-time products",
  payment_update: "Use another card",
  order_now: "Have the next order now (charged at once)",
  payment_method: "Pay with another saved payment method",
  add_line: "Add a product for good",
  remove_line: "Remove a product",
  swap_line: "Swap a product",
  change_plan: "Change the selling plan",
  order_note: "Write a note on an order",
};

export const LINE_CHOICE_LABELS: Record<(typeof LINE_CHOICES)[number], string> = {
  SAME_PRODUCT: "Variants of the products they have",
  OFFERED: "Whatever they may add to an order",
};

export const OFFER_LABELS: Record<CancelOffer, string> = {
  NONE: "Nothing",
  SKIP: "Skip an order",
  PAUSE: "Pause",
  DISCOUNT: "Discount",
};

/** As each language names itself. */
export const LANGUAGE_NAMES: Record<PortalLanguage, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  it: "Italiano",
  nl: "Nederlands",
  "pt-BR": "Português (Brasil)",
  "pt-PT": "Português (Portugal)",
  da: "Dansk",
  sv: "Svenska",
  nb: "Norsk bokmål",
  fi: "Suomi",
  pl: "Polski",
  cs: "Čeština",
  ja: "日本語",
  ko: "한국어",
  "zh-Hans": "简体中文",
  "zh-Hant": "繁體中文",
  tr: "Türkçe",
  ar: "العربية",
};

/** As many reasons as a customer will read. */
export const MAX_REASONS = 8;

/** As many details as a customer will fill in. */
export const MAX_ATTRIBUTE_FIELDS = 8;
