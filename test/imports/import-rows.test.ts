import { expect, test } from "vitest";
import { readContractRow } from "~/features/imports/files/contract-rows";
import { readCustomerRow } from "~/features/imports/files/customer-rows";
import { readProduct } from "~/features/imports/files/product-rows";
import { CONTRACT_COLUMNS } from "~/features/imports/records/import-files";
import { CUSTOMER_ID, customerRow, headRow, lineRow, toProduct } from "../support/processes/shop-files";

const LINE_ID = "1e3f4a52-6a0e-4a52-8a44-2b8f4b4f3a11";
const readContract = (cells: Record<string, string>, line = 2) =>
  readContractRow((column) => cells[column] ?? "", line, LINE_ID);
const readCustomer = (cells: Record<string, string>, line = 2) =>
  readCustomerRow((column) => cells[column] ?? "", line);

test("a contract's first row carries the contract and a line item", () => {
  const { staged, errors } = readContract(headRow("sub-1", { customer_payment_method_id: "pm-1" }));
  expect(errors).toEqual([]);
  expect(staged).toMatchObject({
    handle: "sub-1",
    line: 2,
    isBad: false,
    isHead: true,
    status: "ACTIVE",
    customerId: Number(CUSTOMER_ID),
    billingInterval: "MONTH",
    billingIntervalCount: 1,
    currencyCode: "USD",
    currencyDecimals: 2,
    deliveryPrice: "4.99",
    paymentMethodId: "pm-1",
    lineId: LINE_ID,
    quantity: 2,
    currentPrice: "10.50",
  });
  expect(staged?.deliveryAddress).toMatchObject({
    countryCode: "ES",
    country: "Spain",
    provinceCode: "M",
    province: "Madrid",
  });
});

test("a further row carries a line item only", () => {
  const { staged, errors } = readContract(lineRow("sub-1"));
  expect(errors).toEqual([]);
  expect(staged).toMatchObject({ isHead: false, isBad: false, quantity: 2 });
  expect(staged?.status).toBeUndefined();
});

test("every wrong value of a row is reported with its column, and the row keeps its contract out", () => {
  const { staged, errors } = readContract(
    headRow("sub-1", {
      upcoming_billing_date: "soon",
      currency_code: "",
      cadence_interval: "FORTNIGHT",
      delivery_price: "free",
      delivery_address_country_code: "XX",
      line_quantity: "0",
      line_variant_id: "",
    }),
  );
  expect(staged).toEqual({ handle: "sub-1", line: 2, isBad: true, isHead: false });
  expect(errors.map(({ column, value }) => [column, value]).sort()).toEqual([
    ["cadence_interval", "FORTNIGHT"],
    ["currency_code", ""],
    ["delivery_address_country_code", "XX"],
    ["delivery_price", "free"],
    ["line_quantity", "0"],
    ["line_variant_id", ""],
    ["upcoming_billing_date", "soon"],
  ]);
});

test("a row without a handle is reported and belongs to no contract", () => {
  const { staged, errors } = readContract(lineRow(""));
  expect(staged).toBeNull();
  expect(errors).toEqual([{ column: "handle", value: "", reason: "Is required." }]);
});

test("a contract that is over needs no upcoming date, any other does", () => {
  const withoutDate = (status: string) =>
    readContract(headRow("s", { status, upcoming_billing_date: "" })).errors;
  expect(withoutDate("CANCELLED")).toEqual([]);
  expect(withoutDate("EXPIRED")).toEqual([]);
  expect(withoutDate("PAUSED").map(({ column }) => column)).toEqual(["upcoming_billing_date"]);
});

test("payment method, selling plan and phone may be empty; a pick-up needs no address", () => {
  const { staged, errors } = readContract({
    ...headRow("s", { delivery_method_type: "PICK_UP", delivery_pickup_method_location_id: "loc-9" }),
    line_selling_plan_id: "",
    line_selling_plan_name: "",
    ...Object.fromEntries(
      CONTRACT_COLUMNS.filter((column) => column.startsWith("delivery_address_")).map((column) => [
        column,
        "",
      ]),
    ),
  });
  expect(errors).toEqual([]);
  expect(staged).toMatchObject({
    deliveryMethodType: "PICKUP",
    deliveryAddress: null,
    pickupLocationId: "loc-9",
  });
});

test("a local delivery takes its phone and instructions along", () => {
  const { staged } = readContract(
    headRow("s", {
      delivery_method_type: "LOCAL",
      delivery_local_delivery_phone: "'+15550001",
      delivery_local_delivery_instructions: "Ring\ntwice",
    }),
  );
  expect(staged).toMatchObject({ deliveryMethodType: "LOCAL_DELIVERY", deliveryInstructions: "Ring\ntwice" });
  expect(staged?.deliveryAddress?.phone).toBe("+15550001");
});

test("a shipped contract without street, city and country is bad", () => {
  const { errors } = readContract(
    headRow("s", {
      delivery_address_address1: "",
      delivery_address_city: "",
      delivery_address_country_code: "",
      delivery_address_province_code: "",
    }),
  );
  expect(errors.map(({ column }) => column).sort()).toEqual([
    "delivery_address_address1",
    "delivery_address_city",
    "delivery_address_country_code",
  ]);
});

test("a long value is shown by its beginning", () => {
  const { errors } = readContract(headRow("s", { line_selling_plan_name: "x".repeat(300) }));
  expect(errors[0]?.value).toBe(`${"x".repeat(100)}…`);
});

test("a customer is read without the apostrophes that spreadsheets put before numbers", () => {
  const { staged, errors } = readCustomer(
    customerRow({ "Last Name": "'t Hooft", Note: "Prefers\nmornings" }),
  );
  expect(errors).toEqual([]);
  expect(staged).toMatchObject({
    customerId: Number(CUSTOMER_ID),
    lastName: "'t Hooft",
    phone: "+15551234567",
    acceptsEmailMarketing: true,
    acceptsSmsMarketing: false,
    note: "Prefers\nmornings",
    tags: ["vip", "wholesale"],
    defaultAddress: { zip: "97201", province: "Oregon", country: "United States", firstName: "Zoë" },
  });
});

test("a customer without an address has none", () => {
  const { staged } = readCustomer({ "Customer ID": "5", "First Name": "A" });
  expect(staged).toMatchObject({ customerId: 5, defaultAddress: null, email: null, tags: [] });
});

test("every wrong value of a customer is reported, and the customer stays out", () => {
  const { staged, errors } = readCustomer(
    customerRow({ "Customer ID": "x", Email: "nobody", "Accepts Email Marketing": "perhaps" }),
  );
  expect(staged).toBeNull();
  expect(errors.map(({ column }) => column).sort()).toEqual([
    "Accepts Email Marketing",
    "Customer ID",
    "Email",
  ]);
});

test("a product goes in with its first picture and its variants", () => {
  const { staged, errors, warnings } = readProduct(toProduct(), 3, "USD");
  expect([errors, warnings]).toEqual([[], []]);
  expect(staged).toMatchObject({
    line: 3,
    isBad: false,
    imageUrl: "https://cdn.example.com/roast.jpg",
    variants: [
      { title: "250 g", price: "12.50", position: 1, available: true, requiresShipping: true, isBad: false },
    ],
  });
});

test("a variant gets its own picture; an invalid URL is a warning", () => {
  const { staged, errors, warnings } = readProduct(
    toProduct({
      variants: [
        { id: 1, title: "a", price: 5 },
        { id: 2, title: "b", price: "6" },
      ],
      images: [
        { src: "javascript:alert(1)", variant_ids: [1] },
        { src: "//cdn.example.com/b.jpg", width: 10, height: 20, variant_ids: [2] },
      ],
    }),
    1,
    "USD",
  );
  expect(errors).toEqual([]);
  expect(warnings).toMatchObject([{ column: "images[0].src", value: "javascript:alert(1)" }]);
  expect(staged?.variants).toMatchObject([
    { id: 1, imageUrl: null, price: "5" },
    { id: 2, imageUrl: "https://cdn.example.com/b.jpg", imageWidth: 10 },
  ]);
});

test("of several pictures of a variant the first counts; ids may be text or name no variant", () => {
  const { staged, warnings } = readProduct(
    toProduct({
      variants: [
        { id: 1, title: "a", price: 5 },
        { id: "2", title: "b", price: 6 },
        { id: 3, title: "c", price: 7 },
      ],
      images: [
        { src: "https://cdn.example.com/a.jpg", variant_ids: [2, "1", null, "x", 9] },
        { src: "https://cdn.example.com/b.jpg", variant_ids: ["2", 1] },
      ],
    }),
    1,
    "USD",
  );
  expect(warnings).toEqual([]);
  expect(staged?.variants.map(({ imageUrl }) => imageUrl)).toEqual([
    "https://cdn.example.com/a.jpg",
    "https://cdn.example.com/a.jpg",
    null,
  ]);
});

const toVariants = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, title: "a", price: "1" }));
const toImages = (count: number) =>
  Array.from({ length: count }, () => ({ src: "https://cdn.example.com/a.jpg" }));

test("a product with as much as the platform allows goes in", () => {
  const { staged, errors } = readProduct(
    toProduct({ variants: toVariants(2_048), images: toImages(250) }),
    1,
    "USD",
  );
  expect(errors).toEqual([]);
  expect(staged).toMatchObject({ isBad: false });
  expect(staged?.variants).toHaveLength(2_048);
});

test("a product with more variants than the platform allows stays out, without a look at each", () => {
  expect(readProduct(toProduct({ variants: toVariants(2_049) }), 1, "USD")).toMatchObject({
    staged: { isBad: true, variants: [], imageUrl: null },
    hasUnreadableIds: true,
    errors: [{ column: "variants", value: "2,049", reason: "A product has at most 2,048." }],
    warnings: [],
  });
});

test("a product with more images than the platform allows goes in with the first ones", () => {
  expect(readProduct(toProduct({ images: toImages(251) }), 1, "USD")).toMatchObject({
    staged: { isBad: false, imageUrl: "https://cdn.example.com/a.jpg" },
    hasUnreadableIds: false,
    errors: [],
    warnings: [
      {
        column: "images",
        value: "251",
        reason: "A product has at most 250; it is imported with the first ones.",
      },
    ],
  });
});

test("a bad variant stays out and is named by its place, the rest of its product goes in", () => {
  const { staged, errors } = readProduct(
    toProduct({
      variants: [
        { id: 1, title: "a", price: "free" },
        { id: 2, title: "b", price: "6" },
      ],
    }),
    1,
    "USD",
  );
  expect(errors).toEqual([
    { column: "variants[0].price", value: "free", reason: expect.stringContaining("amount") },
  ]);
  expect(staged).toMatchObject({
    isBad: false,
    variants: [
      { id: 1, isBad: true },
      { id: 2, isBad: false },
    ],
  });
});

test.each([
  ["a number too large to be kept exactly", { id: 2 ** 53 }, "id"],
  ["a missing title", { title: "" }, "title"],
  ["a list for a title", { title: ["x"] }, "title"],
  ["text that Postgres cannot keep", { title: "a\0b" }, "title"],
  ["half a surrogate pair", { title: "a\ud800b" }, "title"],
  ["no list of variants", { variants: null }, "variants"],
  [
    "a variant of another product",
    { variants: [{ id: 1, title: "a", price: "1", product_id: 9 }] },
    "variants[0].product_id",
  ],
])("%s in a product is reported", (_name, part, column) => {
  expect(readProduct(toProduct(part), 1, "USD").errors.map((error) => error.column)).toEqual([column]);
});

test("something that is no object is reported and leaves the catalogue's ids unknown", () => {
  expect(readProduct("text", 1, "USD")).toMatchObject({
    staged: null,
    hasUnreadableIds: true,
    errors: [{ value: "text" }],
  });
});
