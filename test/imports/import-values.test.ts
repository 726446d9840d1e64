import { expect, test } from "vitest";
import {
  Invalid,
  type ParseValue,
  parseCode,
  parseCount,
  parseCountry,
  parseCurrency,
  parseDeliveryMethod,
  parseEmail,
  parseId,
  parseInstant,
  parseInterval,
  parseIntervalCount,
  parseMoney,
  parseProvince,
  parseStatus,
  parseText,
  parseYesNo,
} from "~/features/imports/files/import-values";

/** The value, or "refused". */
const read = <T>(parse: ParseValue<T>, text: string): T | "refused" => {
  const value = parse(text);
  return value instanceof Invalid ? "refused" : value;
};

test.each([
  ["6300561363244", 6300561363244],
  ["'6300561363244", 6300561363244],
  ["gid://platform/Customer/12", 12],
  ["gid://platform/Customer/12?x=1", 12],
  ["9007199254740991", 9007199254740991],
  ["9007199254740992", "refused"],
  ["99999999999999999999", "refused"],
  ["0", "refused"],
  ["-1", "refused"],
  ["1.5", "refused"],
  ["12a", "refused"],
])("the id %j is read as %j", (text, value) => expect(read(parseId, text)).toBe(value));

test("an id that a spreadsheet has rounded is refused with that reason", () => {
  const value = parseId("6.30056E+12");
  expect(value).toBeInstanceOf(Invalid);
  expect((value as Invalid).reason).toContain("spreadsheet");
});

test.each([
  ["0", "0"],
  ["7.5", "7.5"],
  ["12.00", "12.00"],
  ["12.000000", "12.000000"],
  ["9999999999.9999", "9999999999.9999"],
  ["12345678901", "refused"],
  ["1.00001", "refused"],
  ["-1", "refused"],
  ["+1", "refused"],
  ["7,50", "refused"],
  ["$7.50", "refused"],
  ["7.50 USD", "refused"],
  ["1e3", "refused"],
  [".5", "refused"],
  ["NaN", "refused"],
])("the amount %j is read as %j", (text, value) => expect(read(parseMoney, text)).toBe(value));

test.each([
  ["2027-02-19T18:00:00Z", "2027-02-19T18:00:00.000Z"],
  ["2027-02-19T18:00:00.123456Z", "2027-02-19T18:00:00.123Z"],
  ["2027-02-19T18:00Z", "2027-02-19T18:00:00.000Z"],
  ["2027-02-19 18:00:00 +0530", "2027-02-19T12:30:00.000Z"],
  ["2027-02-19T18:00:00-05:00", "2027-02-19T23:00:00.000Z"],
  ["2028-02-29T00:00:00Z", "2028-02-29T00:00:00.000Z"],
  ["2027-02-29T00:00:00Z", "refused"],
  ["2027-13-01T00:00:00Z", "refused"],
  ["2027-02-19T24:00:00Z", "refused"],
  ["2027-02-19T10:60:00Z", "refused"],
  ["2027-02-19T18:00:00", "refused"],
  ["2027-02-19", "refused"],
  ["19.02.2027", "refused"],
  ["1969-12-31T00:00:00Z", "refused"],
  ["2200-01-01T00:00:00Z", "refused"],
  ["2027-02-19T18:00:00+15:00", "refused"],
])("the date %j is read as %j", (text, value) => {
  const parsed = read(parseInstant, text);
  expect(parsed instanceof Date ? parsed.toISOString() : parsed).toBe(value);
});

test.each([
  ["usd", "USD"],
  ["JPY", "JPY"],
  ["XYZ", "refused"],
  ["US", "refused"],
])("the currency %j is read as %j", (text, value) => expect(read(parseCurrency, text)).toBe(value));

test.each([
  ["nl", "NL"],
  ["XK", "XK"],
  ["XX", "refused"],
  ["UK", "refused"],
  ["NLD", "refused"],
  ["Netherlands", "refused"],
])("the country %j is read as %j", (text, value) => expect(read(parseCountry, text)).toBe(value));

test.each([
  ["JP", "JP-13", "13"],
  ["JP", "13", "13"],
  ["GB", "eng", "ENG"],
  [null, "US-OR", "OR"],
  ["JP", "US-OR", "refused"],
  ["US", "Oregon State", "refused"],
])("in country %j the province %j is read as %j", (country, text, value) =>
  expect(read(parseProvince(country), text)).toBe(value),
);

test.each([
  ["active", "ACTIVE"],
  ["CANCELED", "CANCELLED"],
  ["EXPIRED", "EXPIRED"],
  ["DELETED", "refused"],
])("the status %j is read as %j", (text, value) => expect(read(parseStatus, text)).toBe(value));

test.each([
  ["SHIPPING", "SHIPPING"],
  ["LOCAL", "LOCAL_DELIVERY"],
  ["local delivery", "LOCAL_DELIVERY"],
  ["PICK_UP", "PICKUP"],
  ["Pick-up", "PICKUP"],
  ["PICKUP", "PICKUP"],
  ["NONE", "NONE"],
  ["DRONE", "refused"],
])("the delivery method %j is read as %j", (text, value) =>
  expect(read(parseDeliveryMethod, text)).toBe(value),
);

test.each([
  ["month", "MONTH"],
  ["DAY", "DAY"],
  ["FORTNIGHT", "refused"],
])("the interval %j is read as %j", (text, value) => expect(read(parseInterval, text)).toBe(value));

test("an interval count goes from 1 up to ten years of its unit", () => {
  const longest = { DAY: 3650, WEEK: 521, MONTH: 120, YEAR: 10 } as const;
  for (const unit of ["DAY", "WEEK", "MONTH", "YEAR"] as const) {
    const parse = parseIntervalCount(unit);
    expect([
      read(parse, "0"),
      read(parse, "1"),
      read(parse, String(longest[unit])),
      read(parse, String(longest[unit] + 1)),
    ]).toEqual(["refused", 1, longest[unit], "refused"]);
  }
});

test.each([
  ["1", 1],
  ["010", 10],
  ["0", "refused"],
  ["1.5", "refused"],
  ["1000001", "refused"],
  ["99999999999", "refused"],
])("the quantity %j is read as %j", (text, value) => expect(read(parseCount(1_000_000), text)).toBe(value));

test.each([
  ["ada@example.com", "ada@example.com"],
  ["żółw+tag@bücher.example", "żółw+tag@bücher.example"],
  ["ada@example", "refused"],
  ["@example.com", "refused"],
  ["ada example@example.com", "refused"],
  ["ada@@example.com", "refused"],
  [`${"a".repeat(250)}@example.com`, "refused"],
])("the e-mail %j is read as %j", (text, value) => expect(read(parseEmail, text)).toBe(value));

test.each([
  ["yes", true],
  ["TRUE", true],
  ["no", false],
  ["maybe", "refused"],
])("the answer %j is read as %j", (text, value) => expect(read(parseYesNo, text)).toBe(value));

test("phones and zips lose the apostrophe of a spreadsheet, other text keeps it", () => {
  expect(parseCode("'+15551234567")).toBe("+15551234567");
  expect(parseText(50)("'t Hooft")).toBe("'t Hooft");
  expect(read(parseText(3), "four")).toBe("refused");
});
