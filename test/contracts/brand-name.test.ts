import { expect, test } from "vitest";
import { toBrandName } from "~/features/contracts/payment-view";
import { en } from "~/features/customer-pages/texts/en";
import { toInstrument } from "~/features/portal/view/contract-view";

test.each([
  ["visa", "Visa"],
  ["VISA", "Visa"],
  ["american_express", "American Express"],
  ["american express", "American Express"],
  ["MasterCard", "MasterCard"],
  ["diners-club", "Diners-club"],
  ["visa2", "Visa2"],
])("a card of the brand %s is a %s for staff and customers", (brand, name) => {
  expect(toBrandName(brand)).toBe(name);
  expect(toInstrument({ instrumentType: null, brand, lastDigits: null }, { texts: en() })).toBe(name);
});
