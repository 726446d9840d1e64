import { beforeAll, describe, expect, test } from "vitest";
import { contractPageLoader } from "~/features/contract-page/page/contract-detail.endpoints.server";
import type { ContractPageData } from "~/features/contract-page/page/contract-detail.service.server";
import { newContractAction, newContractLoader } from "~/features/new-contract/new-contract.endpoints.server";
import { db } from "~db/client.server";
import { contractLines, contracts } from "~db/schema/contracts";
import { customers } from "~db/schema/customers";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { insertCatalogue } from "../support/data/catalogue";
import {
  createTestShop,
  insertCustomer,
  insertPaymentMethod,
  insertStaff,
  signIn,
  type TestShop,
} from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
let editor: string;
let customerId: number;
let beans: number;
let tea: number;
let plan: number;

beforeAll(async () => {
  await resetDatabase();
  shop = await createTestShop();
  editor = await signIn(shop.id, (await insertStaff(shop.id, "editor")).id);
  customerId = (
    await insertCustomer(shop.id, { firstName: "Ada", lastName: "Byron", email: "ada@example.com" })
  ).id;
  const { products, groups } = await insertCatalogue(shop.id, {
    products: [
      { id: 71, title: "Beans", variants: [{ price: "14.50" }] },
      { title: "Tea", variants: [{ price: "5" }] },
    ],
    groups: [
      {
        productIds: [71],
        plans: [
          { name: "Bimonthly", billingInterval: "MONTH", billingIntervalCount: 2, discountPercentage: "10" },
        ],
      },
    ],
  });
  beans = products[0]?.variantIds[0] ?? 0;
  tea = products[1]?.variantIds[0] ?? 0;
  plan = groups[0]?.planIds[0] ?? 0;
});

const open = async (search = "", cookie = editor) =>
  ask(newContractLoader, pageRequest(`/admin/contracts/new${search}`, { cookie }));
const post = (form: Record<string, string>, cookie = editor) =>
  ask(newContractAction, pageRequest("/admin/contracts/new", { cookie, form }));

async function show(location: string | null): Promise<ContractPageData> {
  const contractId = /contracts\/(\d+)/.exec(location ?? "")?.[1] ?? "";
  const { data } = await ask(
    contractPageLoader,
    pageRequest(`/admin/contracts/${contractId}`, { cookie: editor }),
    {
      contractId,
    },
  );
  return data as ContractPageData;
}

const day = () => new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
const ADDRESS = { firstName: "Ada", lastName: "Byron", address1: "Dam 1", zip: "1012 JS", city: "Amsterdam" };
const form = (more: Record<string, string> = {}) => ({
  customerId: String(customerId),
  variant0: String(beans),
  title0: "Beans",
  quantity0: "2",
  price0: "",
  sellingPlanId: "",
  interval: "MONTH",
  intervalCount: "1",
  nextDay: day(),
  deliveryMethodType: "SHIPPING",
  ...ADDRESS,
  countryCode: "NL",
  deliveryPrice: "4.9",
  paymentMethodId: "",
  discountTitle: "",
  kind: "PERCENTAGE",
  discountValue: "",
  cycles: "",
  note: "",
  ...more,
});

describe("whose it is to be", () => {
  test("customers are found with or without contracts, by name, e-mail and id; another shop's are unknown", async () => {
    for (const text of ["byr", "ADA@", String(customerId)])
      expect((await open(`?q=${text}`)).data).toMatchObject({
        found: [{ id: customerId, name: "Ada Byron" }],
      });
    expect((await open("?q=nobody")).data).toMatchObject({ found: [] });
    expect((await open()).data).toMatchObject({ step: "customer", found: null });
    const other = await createTestShop();
    const stranger = await signIn(other.id, (await insertStaff(other.id, "editor")).id);
    expect((await open(`?customerId=${customerId}`, stranger)).status).toBe(404);
    expect((await open(`?q=${customerId}`, stranger)).data).toMatchObject({ found: [] });
    const viewer = await signIn(shop.id, (await insertStaff(shop.id, "viewer")).id);
    expect((await open("", viewer)).status).toBe(403);
    expect((await post(form(), viewer)).status).toBe(403);
  });

  test("somebody new is made with it, once, and not where the e-mail is known", async () => {
    const { customerId: _, ...rest } = form({
      email: "new@example.com",
      newFirstName: "Mary",
      newLastName: "S",
    });
    const made = await post({ ...rest, formKey: "k1" });
    const again = await post({ ...rest, formKey: "k1" });
    expect(again.headers.get("location")).toBe(made.headers.get("location"));
    expect((await show(made.headers.get("location"))).customer).toMatchObject({
      name: "Mary S",
      email: "new@example.com",
    });
    expect((await post({ ...rest, formKey: "k1", note: "Other" })).problem?.code).toBe(
      "idempotency_key_reused",
    );
    const known = await post({ ...rest, email: "ADA@example.com" });
    expect(known.problem?.errors).toMatchObject([{ pointer: "/email", code: "already_exists" }]);
    expect(namesOf((await post({ ...rest, email: "x" })).problem)).toEqual(["/email"]);
    // The number used for "no customer yet" may belong to a customer.
    await insertCustomer(shop.id, { id: 1 });
    const paymentMethodId = await insertPaymentMethod(shop.id, 1);
    const theirs = await post({ ...rest, email: "new2@example.com", paymentMethodId });
    expect(namesOf(theirs.problem)).toEqual(["/paymentMethodId"]);
    const [one, other] = await Promise.all(
      ["a", "b"].map((name) => post({ ...rest, email: `${name}@example.com` })),
    );
    expect([one?.status, other?.status]).toEqual([303, 303]);
    const own = (await db.select().from(customers)).filter(({ id }) => id > 9e15).map(({ id }) => id - 9e15);
    expect(own.sort()).toEqual([1, 2, 3]);
  });
});

test("all of it: products, plan, day, address, card, delivery price, discount and note", async () => {
  const method = await insertPaymentMethod(shop.id, customerId, { id: "good" });
  const sent = form({
    variant4: String(tea),
    title4: "Tea",
    quantity4: "1",
    price4: "4.00",
    sellingPlanId: String(plan),
    paymentMethodId: method,
    discountTitle: "Welcome",
    discountValue: "10",
    cycles: "3",
    note: "Ring twice",
  });
  // 2 x 14.50 less 10 %, and 4.00: 30.10; less 10 %: 27.09; and delivery.
  const tried = await post({ ...sent, tryOut: "1" });
  expect(tried.data).toMatchObject({ result: { dryRun: { lines: ["Each order will cost $31.99."] } } });
  const before = (await db.select().from(contracts)).length;
  const { headers } = await post(sent);
  expect(await db.select().from(contracts)).toHaveLength(before + 1);
  expect(headers.get("location")).toContain("done=created");
  const page = await show(headers.get("location"));
  expect(page.price.total).toBe("$31.99");
  expect(page).toMatchObject({ status: "ACTIVE", note: "Ring twice", customer: { name: "Ada Byron" } });
  expect(page.lines).toHaveLength(2);
  expect(page.discounts).toMatchObject([{ title: "Welcome", use: "0 of 3 orders" }]);
  expect(page.upcoming).toHaveLength(3);
  expect(page.upcoming[0]?.date.instant.slice(0, 10)).toBe(day());
  expect(page.delivery.lines.join()).toContain("Amsterdam");
});

test("every field that is wrong is named beside it, at once, as by the API", async () => {
  const wrong = form({
    variant0: "999",
    quantity0: "0",
    price0: "x",
    nextDay: "",
    zip: "1",
    deliveryPrice: "-1",
    discountTitle: "Half",
    discountValue: "101",
    intervalCount: "0",
    sellingPlanId: "888",
  });
  const { problem, data } = await post(wrong);
  expect(namesOf(problem).sort()).toEqual(
    [
      "/deliveryPrice",
      "/discountValue",
      "/nextDay",
      "/price0",
      "/quantity0",
      "/sellingPlanId",
      "/zip",
    ].sort(),
  );
  expect(data).toMatchObject({ submitted: { title0: "Beans", discountTitle: "Half" } });
  expect(namesOf((await post(form({ variant0: "999" }))).problem)).toEqual(["/variant0"]);
  const { variant0: _, ...none } = form();
  expect(namesOf((await post(none)).problem)).toEqual(["/productSearch"]);
  const codeOf = async (more: Record<string, string>) => (await post(form(more))).problem?.errors?.[0]?.code;
  expect(await codeOf({ variant0: "999" })).toBe("unknown_variant");
  expect(await codeOf({ sellingPlanId: "999" })).toBe("unknown_plan");
  expect(await codeOf({ variant0: String(tea), sellingPlanId: String(plan) })).toBe(
    "plan_of_another_product",
  );
  const past = { expiryMonth: 1, expiryYear: 2020 };
  expect(
    await codeOf({ paymentMethodId: await insertPaymentMethod(shop.id, customerId, { id: "old", ...past }) }),
  ).toBe("expired");
  expect(await codeOf({ paymentMethodId: "nobody's" })).toBe("unknown");
  expect(await codeOf({ price0: "1.234" })).toBe("too_many_decimals");
  const fine = { price0: "1.234", deliveryPrice: "0.001", kind: "FIXED_AMOUNT", discountValue: "1.005" };
  expect(namesOf((await post(form({ ...fine, intervalCount: "0" }))).problem).sort()).toEqual([
    "/deliveryPrice",
    "/discountTitle",
    "/discountValue",
    "/intervalCount",
    "/price0",
  ]);
  const today = new Date().toISOString().slice(0, 10);
  expect(namesOf((await post(form({ nextDay: today }))).problem)).toEqual(["/nextDay"]);
});

test("more terms: when it ends, how few and how many orders, and a plan of its own for each product", async () => {
  const read = async (location: string | null) => {
    const contractId = Number(/contracts\/(\d+)/.exec(location ?? "")?.[1]);
    const rows = await db.select().from(contracts);
    return rows.find(({ subscriptionContractId }) => subscriptionContractId === contractId);
  };
  const more = form({
    variant1: String(tea),
    title1: "Tea",
    quantity1: "1",
    price1: "",
    plan0: String(plan),
    intervalCount: "2",
    endDay: "2031-05-20",
    minCycles: "2",
    maxCycles: "12",
  });
  const { headers } = await post(more);
  const made = await read(headers.get("location"));
  expect(made).toMatchObject({ minCycles: 2, maxCycles: 12, billingInterval: "MONTH" });
  expect(made?.endsAt?.toISOString()).toBe("2031-05-20T23:59:59.999Z");
  const lines = async (sent: Record<string, string>) => {
    const contract = await read((await post(sent)).headers.get("location"));
    const rows = await db.select().from(contractLines);
    return rows
      .filter(({ contractId }) => contractId === contract?.id)
      .sort((one, other) => one.position - other.position)
      .map(({ sellingPlanId, currentPrice }) => [sellingPlanId, Number(currentPrice)]);
  };
  expect(await lines(more)).toEqual([
    [plan, 13.05],
    [null, 5],
  ]);
  // The contract's plan is for beans, but the beans may be without it.
  expect(await lines({ ...more, sellingPlanId: String(plan), plan0: "none" })).toEqual([
    [null, 14.5],
    [null, 5],
  ]);

  const wrong = await post({
    ...more,
    plan0: "999",
    plan1: String(plan),
  });
  expect(wrong.problem?.errors).toMatchObject([
    { pointer: "/plan0", code: "unknown_plan" },
    { pointer: "/plan1", code: "plan_of_another_product" },
  ]);
  const often = await post({ ...more, intervalCount: "1" });
  expect(often.problem?.errors).toMatchObject([{ pointer: "/plan0", code: "plan_of_another_frequency" }]);
  const terms = await post({ ...more, endDay: "2031-02-31", minCycles: "9", maxCycles: "3", plan0: "x" });
  expect(namesOf(terms.problem).sort()).toEqual(["/endDay", "/maxCycles", "/plan0"]);
  expect(terms.data).toMatchObject({ submitted: { endDay: "2031-02-31", minCycles: "9", plan0: "x" } });
  expect(namesOf((await post({ ...more, endDay: "2020-01-01" })).problem)).toEqual(["/endDay"]);
  expect(namesOf((await post({ ...more, minCycles: "many" })).problem)).toEqual(["/minCycles"]);
  const removed = await post({ ...more, step: "remove:0" });
  expect(removed.data).toMatchObject({ result: { sent: { maxCycles: "12", endDay: "2031-05-20" } } });
});

test("without scripts a product is looked for, added and removed, and nothing else of the form changes", async () => {
  const { variant0: _, title0: __, quantity0: ___, price0: ____, ...empty } = form({ note: "Keep me" });
  const search = await post({ ...empty, productSearch: "tea", step: "products" });
  expect(search.data).toMatchObject({
    result: {
      sent: { note: "Keep me", city: "Amsterdam" },
      found: [{ variantId: String(tea), note: "$5.00" }],
    },
  });
  const added = await post({ ...empty, productSearch: "tea", step: `add:${tea}` });
  const { sent } = (added.data as { result: { sent: Record<string, string> } }).result;
  expect(sent).toMatchObject({ variant0: String(tea), quantity0: "1", note: "Keep me" });
  const removed = await post({ ...sent, step: "remove:0" });
  const { sent: rest } = (removed.data as { result: { sent: Record<string, string> } }).result;
  expect(Object.keys(rest).filter((name) => name.endsWith("0"))).toEqual([]);
  expect((await post(sent)).status).toBe(303);
});
