import { beforeEach, describe, expect, test } from "vitest";
import { contractListPageLoader } from "~/features/contract-list/contract-list-page.endpoints.server";
import { getContractListPage } from "~/features/contracts/list-page/contract-list-page.service.server";
import { DAY_MS } from "~/lib/days";
import { ask, pageRequest } from "../support/calls/pages";
import { insertCatalogue } from "../support/data/catalogue";
import {
  createTestShop,
  insertContract,
  insertCustomer,
  insertStaff,
  NOW,
  signIn,
  type TestShop,
} from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

const PATH = "/admin/contracts";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ timeZone: "America/New_York" });
});

const show = (search = "") =>
  getContractListPage({ shop: shop.shop, staffId: shop.staff.id }, new URLSearchParams(search));
const searchOf = (href: string | null) => new URL(href ?? "", "http://localhost").search;

/** `count` contracts, the last made first in the list. */
async function insertMany(count: number) {
  const ids: number[] = [];
  for (let index = 0; index < count; index++) {
    const createdAt = new Date(NOW.getTime() + index * DAY_MS);
    ids.unshift((await insertContract(shop.id, { createdAt })).subscriptionContractId);
  }
  return ids;
}

describe("who may see it", () => {
  test("a viewer sees the shop's contracts and no other shop's", async () => {
    const staff = await insertStaff(shop.id, "viewer");
    const own = await insertContract(shop.id);
    await insertContract((await createTestShop()).id);
    const cookie = await signIn(shop.id, staff.id);
    const answer = await ask(contractListPageLoader, pageRequest(PATH, { cookie }));
    expect(answer).toMatchObject({
      status: 200,
      data: { total: "1", rows: [{ id: own.subscriptionContractId }] },
    });
  });

  test("who is not signed in is led to the sign-in, and afterwards to the same list", async () => {
    const answer = await ask(contractListPageLoader, pageRequest(`${PATH}?status=ACTIVE&page=2`));
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Location")).toContain(encodeURIComponent(`${PATH}?status=ACTIVE&page=2`));
  });
});

test("a row shows as text what a merchant looks for", async () => {
  const catalogue = await insertCatalogue(shop.id, {
    products: [{ title: "Roast", imageUrl: "/demo/roast.png" }],
  });
  const customer = await insertCustomer(shop.id, {
    firstName: "Zoë",
    lastName: "Ng",
    email: "zoe@example.com",
  });
  const contract = await insertContract(shop.id, {
    customerId: customer.id,
    lines: [
      { title: "Roast", productId: catalogue.products[0]?.id, currentPrice: "10.00" },
      { title: "Tea", currentPrice: "5.5" },
      { title: "Cup", currentPrice: "1" },
    ],
    billingInterval: "MONTH",
    billingIntervalCount: 3,
    deliveryInterval: "MONTH",
    deliveryIntervalCount: 1,
    nextBillingDate: new Date("2026-03-09T02:00:00Z"),
    lastPaymentStatus: "FAILED",
  });
  expect((await show()).rows).toEqual([
    {
      id: contract.subscriptionContractId,
      name: "Zoë Ng",
      email: "zoe@example.com",
      product: "Roast",
      more: 2,
      image: "/demo/roast.png",
      status: "ACTIVE",
      next: "8 Mar 2026",
      frequency: "Every 3 months",
      amount: "$16.50",
      plan: "Prepaid",
      paymentFailed: true,
      match: null,
    },
  ]);
});

test("a row without name, e-mail, products and next order is still a row", async () => {
  const customer = await insertCustomer(shop.id, { firstName: null, lastName: null, email: null });
  await insertContract(shop.id, { customerId: customer.id, lines: [], nextBillingDate: null });
  expect((await show()).rows).toMatchObject([
    { name: `Customer ${customer.id}`, email: null, product: null, more: 0, image: null, next: null },
  ]);
});

describe("the search", () => {
  const find = async (text: string) =>
    (await show(`search=${encodeURIComponent(text)}`)).rows.map(({ id, match }) => ({ id, match }));

  test("finds customers, e-mails, orders, contracts, import handles and products, and says which it was", async () => {
    const catalogue = await insertCatalogue(shop.id, {
      products: [{ title: "Harbour roast" }, { title: "Zola's tea" }],
    });
    const customer = await insertCustomer(shop.id, {
      firstName: "Zoë",
      lastName: "Ng",
      email: "zoe@example.com",
    });
    const [roast, tea] = catalogue.products;
    const { subscriptionContractId: id } = await insertContract(shop.id, {
      customerId: customer.id,
      importedId: "Sub-0042",
      originOrderName: "#1001",
      lines: [{ productId: roast?.id }, { productId: tea?.id }],
      attempts: [
        { status: "SUCCESS", orderName: "#2002", billingDate: new Date("2026-01-01T00:00:00Z") },
        { status: "SUCCESS", orderName: "#2003", billingDate: new Date("2026-02-01T00:00:00Z") },
      ],
    });
    await insertContract(shop.id);
    expect(await find("zoë")).toEqual([{ id, match: "Found by name" }]);
    expect(await find("ZOE@")).toEqual([{ id, match: "Found by e-mail" }]);
    expect(await find("1001")).toEqual([{ id, match: "Found by order #1001" }]);
    expect(await find("#2002")).toEqual([{ id, match: "Found by order #2002" }]);
    expect(await find("#200")).toEqual([{ id, match: "Found by order #2003" }]);
    expect(await find(String(id))).toEqual([{ id, match: "Found by contract ID" }]);
    expect(await find(`gid://platform/SubscriptionContract/${id}`)).toEqual([
      { id, match: "Found by contract ID" },
    ]);
    expect(await find("sub-00")).toEqual([{ id, match: "Found by import handle Sub-0042" }]);
    expect(await find("harbour")).toEqual([{ id, match: "Found by product Harbour roast" }]);
    expect(await find("zo")).toEqual([{ id, match: "Found by name, e-mail and product Zola's tea" }]);
    expect(await find("nothing of this kind")).toEqual([]);
  });

  test("takes the text as it is: percent signs, underscores and backslashes are no wildcards", async () => {
    await insertContract(shop.id, { importedId: "sub_1", originOrderName: "A%1" });
    await insertContract(shop.id, { importedId: "subX1", originOrderName: "AX\\1" });
    expect(await find("sub_")).toMatchObject([{ match: "Found by import handle sub_1" }]);
    expect(await find("a%1")).toMatchObject([{ match: "Found by order A%1" }]);
    expect(await find("x\\")).toMatchObject([{ match: "Found by order AX\\1" }]);
  });

  test("is a filter like the others: it has a chip, and what it leaves is counted in the tabs", async () => {
    const customer = await insertCustomer(shop.id, { firstName: "Zoë", lastName: "Ng" });
    await insertContract(shop.id, { customerId: customer.id, status: "PAUSED" });
    await insertContract(shop.id, { status: "PAUSED" });
    const page = await show("status=PAUSED&search=zo%C3%AB");
    expect(page.chips.map(({ label, value }) => `${label}: ${value}`)).toEqual(["Search: zoë"]);
    expect(page.tabs.map(({ count }) => count)).toEqual(["1", "0", "1", "0", "0", "0"]);
    expect((await show()).rows.map(({ match }) => match)).toEqual([null, null]);
  });

  test("a link from before it, by customer and order, still shows its list with a chip for each", async () => {
    const customer = await insertCustomer(shop.id, { firstName: "Zoë", lastName: "Ng" });
    await insertContract(shop.id, { customerId: customer.id, originOrderName: "#1001" });
    await insertContract(shop.id, { customerId: customer.id, originOrderName: "#2" });
    const page = await show("customerName=ng&orderName=1001");
    expect(page.rows).toHaveLength(1);
    expect(page.chips.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      "Customer: ng",
      "Order: 1001",
    ]);
  });
});

test("tabs count what the other filters leave in each, and keep those filters", async () => {
  await insertContract(shop.id, { status: "PAUSED" });
  await insertContract(shop.id, { status: "PAUSED", billingInterval: "WEEK", deliveryInterval: "WEEK" });
  await insertContract(shop.id);
  const page = await show("status=PAUSED&billingPolicyInterval=MONTH&page=7");
  expect(page.tabs.map(({ status, count, isCurrent }) => [status, count, isCurrent])).toEqual([
    [null, "2", false],
    ["ACTIVE", "1", false],
    ["PAUSED", "1", true],
    ["CANCELLED", "0", false],
    ["EXPIRED", "0", false],
    ["FAILED", "0", false],
  ]);
  expect(page.tabs.map((tab) => searchOf(tab.href)).slice(0, 2)).toEqual([
    "?billingPolicyInterval=MONTH",
    "?status=ACTIVE&billingPolicyInterval=MONTH",
  ]);
});

test("walking through the pages and back shows every contract once, and says where one is", async () => {
  const ids = await insertMany(7);
  const seen: number[] = [];
  const places: (string | null)[] = [];
  let page = await show("size=3");
  for (;;) {
    seen.push(...page.rows.map((row) => row.id));
    places.push(page.range);
    if (!page.nextHref) break;
    page = await show(searchOf(page.nextHref));
  }
  expect(seen).toEqual(ids);
  expect(places).toEqual(["1–3", "4–6", "7–7"]);
  page = await show(searchOf(page.previousHref));
  expect([page.range, page.rows.map((row) => row.id)]).toEqual(["4–6", ids.slice(3, 6)]);
  page = await show(searchOf(page.previousHref));
  expect([page.range, page.previousHref]).toEqual(["1–3", null]);
});

test("a page asked for by its number alone is found too", async () => {
  const ids = await insertMany(5);
  const page = await show("size=2&page=1");
  expect(page.rows.map((row) => row.id)).toEqual(ids.slice(2, 4));
  expect([page.range, page.total]).toEqual(["3–4", "5"]);
  expect(searchOf(page.nextHref)).toBe("?size=2&page=2");
});

test("wrong filters are named beside their chips, and the others still count", async () => {
  await insertContract(shop.id, { status: "PAUSED" });
  await insertContract(shop.id);
  const page = await show("status=PAUSED&planType=weekly&fromNextDate=soon&size=9999&sort=price,asc");
  expect(page.rows).toHaveLength(1);
  expect(page.chips.map(({ label, value, problem }) => [label, value, problem !== null])).toEqual([
    ["Plan", "weekly", true],
    ["Next order from", "soon", true],
  ]);
  expect(Object.keys(page.problems).toSorted()).toEqual(["fromNextDate", "planType", "size", "sort"]);
});

test("chips name products, variants, plans and customers, and each links to the list without its filter", async () => {
  const catalogue = await insertCatalogue(shop.id, {
    products: [{ title: "Roast", variants: [{ title: "250 g" }] }],
    groups: [{ name: "Coffee club", plans: [{ name: "Monthly" }, { name: "Weekly" }] }],
  });
  const customer = await insertCustomer(shop.id, { firstName: "Zoë", lastName: "Ng" });
  const [product] = catalogue.products;
  const planIds = catalogue.groups[0]?.planIds ?? [];
  const filters = new URLSearchParams({
    customerId: String(customer.id),
    recordType: "SELLING_PLAN_GROUP",
    productId: String(product?.id),
    variantId: String(product?.variantIds[0]),
    sellingPlanIds: planIds.join(","),
    billingPolicyIntervalCount: "2",
    billingPolicyInterval: "WEEK",
    fromCreatedDate: "2026-01-05",
    endedProductId: String(product?.id),
    emailBouncedOrFailed: "true",
  });
  const { chips } = await show(filters.toString());
  expect(chips.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    "Customer: Zoë Ng",
    "Product: Roast (in the plan's group)",
    "Variant: Roast, 250 g (in the plan's group)",
    "Selling plan: Coffee club (whole group)",
    "Frequency: Every 2 weeks",
    "Created from: 5 Jan 2026",
    "Ended with: Roast",
    "E-mail: Bounced or failed",
  ]);
  for (const chip of chips) {
    const without = await show(searchOf(chip.removeHref));
    expect(without.chips.map((other) => other.label)).toEqual(
      chips.filter((other) => other !== chip).map((other) => other.label),
    );
  }
});

test("the menu of plans has each group as a whole and each of its plans", async () => {
  const catalogue = await insertCatalogue(shop.id, {
    groups: [{ name: "Coffee club", plans: [{ name: "Monthly" }, { name: "Weekly" }] }],
  });
  const [monthly, weekly] = catalogue.groups[0]?.planIds ?? [];
  const { planGroups } = await show();
  expect(planGroups).toEqual([
    {
      name: "Coffee club",
      options: [
        { value: `${monthly},${weekly}`, label: "Any plan of Coffee club" },
        { value: String(monthly), label: "Monthly" },
        { value: String(weekly), label: "Weekly" },
      ],
    },
  ]);
});
