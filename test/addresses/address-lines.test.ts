import fc from "fast-check";
import { expect, test } from "vitest";
import { toAddressLines } from "~/features/addresses/address-lines";
import type { Address } from "~db/schema/customers";

const NOTHING: Address = {
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
const JO = { ...NOTHING, firstName: "Jo", lastName: "Doe", address1: "1 Main St" };

test.each([
  [
    { ...JO, city: "Portland", province: "Oregon", provinceCode: "OR", countryCode: "US", zip: "97201" },
    ["Jo Doe", "1 Main St", "Portland, OR 97201", "United States"],
  ],
  [
    { ...JO, city: "Berlin", province: "Berlin", provinceCode: "BE", countryCode: "DE", zip: "10115" },
    ["Jo Doe", "1 Main St", "10115 Berlin", "Germany"],
  ],
  [
    {
      ...JO,
      city: "Madrid",
      province: "Madrid",
      provinceCode: "M",
      country: "España",
      countryCode: "ES",
      zip: "28013",
    },
    ["Jo Doe", "1 Main St", "28013 Madrid Madrid", "España"],
  ],
  [
    { ...JO, city: "Chiyoda", province: "Tokyo", provinceCode: "13", countryCode: "JP", zip: "100-0001" },
    ["〒100-0001", "Tokyo", "Chiyoda", "1 Main St", "Jo Doe", "Japan"],
  ],
])("an address reads as its country writes it", (address, lines) => {
  expect(toAddressLines(address)).toEqual(lines);
});

test("nothing at all gives no line", () => {
  expect(toAddressLines(NOTHING)).toEqual([]);
});

test("whatever the country, name, street, city and postcode are all there", () => {
  const text = fc.stringMatching(/^[A-Za-z0-9]{3,12}$/);
  const countryCode = fc.stringMatching(/^[A-Z]{2}$/);
  fc.assert(
    fc.property(text, text, text, text, countryCode, (lastName, address1, city, zip, code) => {
      const lines = toAddressLines({ ...NOTHING, lastName, address1, city, zip, countryCode: code }).join(
        "\n",
      );
      for (const part of [lastName, address1, city, zip]) expect(lines).toContain(part);
    }),
    { numRuns: 500 },
  );
});
