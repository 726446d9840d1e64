import fc from "fast-check";
import { iso31661Alpha2ToAlpha3, iso31662 } from "iso-3166";
import { describe, expect, test } from "vitest";
import { shippingAddressSchema } from "~/features/addresses/address.schema.server";
import { toFieldErrors } from "~/http/request/field-errors";
import { requiresPostalCode } from "~/lib/addresses/postal-codes.server";
import {
  findProvinceCode,
  listCountriesThatRequireProvince,
  listProvinces,
  requiresProvince,
} from "~/lib/addresses/provinces";
import { postalCodeSamples } from "../support/data/postal-code-samples";

const COUNTRIES = [...Object.keys(iso31661Alpha2ToAlpha3), "XK"];
const REQUIRED = ["firstName", "lastName", "address1", "city", "countryCode"];

const WHOLE = { firstName: "Ada", lastName: "Lovelace", address1: "1 Main St", city: "Town" };
const sampleOf = (countryCode: string) => ({
  ...WHOLE,
  countryCode,
  ...(postalCodeSamples.has(countryCode) && { zip: postalCodeSamples.get(countryCode)?.[0] }),
  ...(requiresProvince(countryCode) && { provinceCode: listProvinces(countryCode)[0]?.code }),
});

function refusals(body: unknown): string[] {
  const result = shippingAddressSchema.safeParse(body);
  if (result.success) return [];
  return toFieldErrors(result.error, "body", body).map(({ pointer, code }) => `${pointer} ${code}`);
}

describe("every country", () => {
  test("its real postal codes are accepted, as written and as people write them", () => {
    const refused = [...postalCodeSamples].flatMap(([countryCode, codes]) =>
      codes
        .flatMap((zip) => [
          zip,
          zip.toLowerCase(),
          ` ${zip} `,
          `${countryCode}-${zip}`,
          zip.replace(/[- ]/g, ""),
        ])
        .filter((zip) => refusals({ ...sampleOf(countryCode), zip }).length > 0)
        .map((zip) => `${countryCode} ${zip}`),
    );
    expect(refused).toEqual([]);
    expect(postalCodeSamples.size).toBeGreaterThan(170);
  });

  test("its address is accepted whole, and whatever is left out of it is named, all at once", () => {
    const sent = fc.record({
      countryCode: fc.constantFrom(...COUNTRIES),
      absent: fc.subarray([...REQUIRED.slice(0, 4), "zip", "provinceCode"]),
      as: fc.constantFrom(undefined, null, "", "  \t "),
    });
    fc.assert(
      fc.property(sent, ({ countryCode, absent, as }) => {
        const whole = sampleOf(countryCode);
        const blanks = Object.fromEntries(absent.map((name) => [name, as]));
        const expected = absent.filter(
          (name) =>
            (name !== "zip" || requiresPostalCode(countryCode)) &&
            (name !== "provinceCode" || requiresProvince(countryCode)),
        );
        expect(refusals(whole)).toEqual([]);
        expect(refusals({ ...whole, ...blanks }).sort()).toEqual(
          expected.map((name) => `/${name} required`).sort(),
        );
      }),
      { numRuns: 600 },
    );
  });

  test("each of its provinces is accepted by its short and its whole code, and its name is filled in", () => {
    const wrong = iso31662.filter(({ code, name }) => {
      const [countryCode = "", provinceCode = ""] = code.split("-");
      return [provinceCode, code, code.toLowerCase()].some((given) => {
        const { data } = shippingAddressSchema.safeParse({ ...sampleOf(countryCode), provinceCode: given });
        return data?.provinceCode !== provinceCode || data.province !== name;
      });
    });
    expect(wrong).toEqual([]);
  });
});

test.each([
  { countryCode: "DE", address1: "Unter den Linden 77", city: "Berlin", zip: "10117", provinceCode: "BE" },
  {
    countryCode: "JP",
    address1: "千代田1-1",
    city: "千代田区",
    zip: "１００-０００１",
    provinceCode: "JP-13",
  },
  { countryCode: "GB", address1: "10 Downing Street", city: "London", zip: "sw1a 2aa", provinceCode: "ENG" },
  { countryCode: "GB", address1: "HMS Victory", city: "BFPO", zip: "BFPO 61" },
  { countryCode: "NL", address1: "Museumstraat 1", city: "Amsterdam", zip: "1071XX" },
  { countryCode: "CA", address1: "111 Wellington St", city: "Ottawa", zip: "k1a0a9", provinceCode: "on" },
  {
    countryCode: "US",
    address1: "1600 Pennsylvania Ave NW",
    city: "Washington",
    zip: "20500-0005",
    province: "DC",
    phone: "(202) 456-1414",
  },
  { countryCode: "IE", address1: "1 Grafton Street", city: "Dublin" },
  { countryCode: "HK", address1: "8 Finance Street", city: "Central" },
  { countryCode: "AE", address1: "1 Sheikh Mohammed bin Rashid Blvd", city: "Dubai", provinceCode: "DU" },
  { countryCode: "SA", address1: "طريق الملك فهد", city: "الرياض", zip: "12214" },
  { countryCode: "XK", address1: "Rruga Nëna Terezë", city: "Prishtinë" },
])("a real address in $countryCode is accepted", (address) => {
  expect(refusals({ firstName: "Zoë", lastName: "Øster", ...address })).toEqual([]);
});

test("names of country and province are filled from their codes unless given; blank parts become null", () => {
  const parse = (more: object) =>
    shippingAddressSchema.parse({ ...WHOLE, zip: "10117", countryCode: "de", ...more });
  expect(parse({ provinceCode: "DE-BY", company: " ", phone: null, address2: undefined })).toEqual({
    ...WHOLE,
    address2: null,
    company: null,
    phone: null,
    zip: "10117",
    countryCode: "DE",
    country: "Germany",
    provinceCode: "BY",
    province: "Bayern",
  });
  expect(parse({ country: "Deutschland", province: "Freistaat Bayern", provinceCode: "BY" })).toMatchObject({
    country: "Deutschland",
    province: "Freistaat Bayern",
  });
});

test.each([
  [{}, REQUIRED.map((name) => `/${name} required`)],
  [{ countryCode: "ZZ" }, ["/countryCode invalid_country"]],
  [{ countryCode: "DEU", zip: "x".repeat(256) }, ["/countryCode invalid_country", "/zip too_long"]],
  [{ zip: "1234" }, ["/zip invalid_zip"]],
  [{ zip: "1".repeat(300) }, ["/zip too_long"]],
  [{ provinceCode: "CA" }, ["/provinceCode invalid_province"]],
  [{ provinceCode: "US-BY" }, ["/provinceCode invalid_province"]],
  [{ countryCode: "MC", provinceCode: "XX", zip: "98000" }, ["/provinceCode invalid_province"]],
  [
    { firstName: 7, zip: ["10117"], phone: {} },
    ["/firstName invalid_type", "/phone invalid_type", "/zip invalid_type"],
  ],
  [{ address1: "1 Main St\nAttn: x", city: "a\u0007" }, ["/address1 invalid_text", "/city invalid_text"]],
  [{ lastName: "x".repeat(256) }, ["/lastName too_long"]],
])("a wrong address is refused with every field named (%#)", (wrong, expected) => {
  const body = Object.keys(wrong).length === 0 ? {} : { ...WHOLE, countryCode: "DE", zip: "10117", ...wrong };
  expect(refusals(body).sort()).toEqual([...expected].sort());
});

test.each([[null], [[]], ["x"], [undefined]])("a body that is no object (%j) is refused", (body) => {
  expect(refusals(body)).toHaveLength(1);
});

describe("codes and names of country and province", () => {
  const read = (body: object) => {
    const { data } = shippingAddressSchema.safeParse({ ...WHOLE, zip: "94016", ...body });
    return data && [data.countryCode, data.country, data.provinceCode, data.province];
  };

  test.each([
    [{ country: "US", province: "CA" }],
    [{ country: "usa", province: "california" }],
    [{ country: "United States of America", province: "US-CA" }],
    [{ countryCode: "us", provinceCode: "us-ca" }],
    [{ countryCode: "US", country: "United States", provinceCode: "CA", province: "California" }],
    [{ countryCode: "US", country: "US", provinceCode: "CA" }],
  ])("%j is California", (body) => expect(read(body)).toEqual(["US", "United States", "CA", "California"]));

  test("the English name of every country is understood, and of every province to choose from its name", () => {
    const names = new Intl.DisplayNames("en", { type: "region" });
    const lost = COUNTRIES.filter(
      (code) => read({ ...sampleOf(code), countryCode: null, country: names.of(code) })?.[0] !== code,
    );
    expect(lost).toEqual([]);
    const unknown = listCountriesThatRequireProvince().flatMap((country) =>
      listProvinces(country)
        .filter(({ name }, _index, all) => all.filter((other) => other.name === name).length === 1)
        .filter(({ code, name }) => findProvinceCode(country, name) !== code)
        .map(({ code, name }) => `${country}-${code} ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  test.each([
    [{ countryCode: "NL", country: "Germany", zip: "1071 XX" }, ["/country contradiction"]],
    [{ countryCode: "NL", country: "Atlantis", zip: "1071 XX" }, ["/country contradiction"]],
    [{ countryCode: null, country: "Atlantis" }, ["/country invalid_country"]],
    [{ countryCode: "US", provinceCode: "CA", province: "Texas" }, ["/province contradiction"]],
    [
      { countryCode: "CA", provinceCode: "ON", province: "Texas", zip: "K1A 0A9" },
      ["/province contradiction"],
    ],
    [{ countryCode: "US", province: "Ontario" }, ["/province invalid_province"]],
    [{ countryCode: "US" }, ["/provinceCode required"]],
    [
      { countryCode: "US", country: "Canada", province: "Nowhere" },
      ["/country contradiction", "/province invalid_province"],
    ],
  ])("%j is refused by name", (body, expected) => {
    expect(refusals({ ...WHOLE, zip: "94016", ...body }).sort()).toEqual(expected);
  });

  test("a country's name in its own language goes with its code; a province that nobody names is kept where none is asked for", () => {
    const berlin = { countryCode: "DE", country: "Deutschland", zip: "10117", province: "Kiez" };
    expect(read(berlin)).toEqual(["DE", "Deutschland", null, "Kiez"]);
  });
});

test.each([
  ["NL", "+1 (415) 555-2671", true],
  ["NL", "06 1234 5678", true],
  ["JP", "０３-１２３４-５６７８", true],
  ["NL", "none", false],
  ["NL", "12", false],
  ["NL", "+99 1234567", false],
])("in %s the phone %j is one: %s", (countryCode, phone, isOne) => {
  expect(refusals({ ...sampleOf(countryCode), phone })).toEqual(isOne ? [] : ["/phone invalid_phone"]);
});
