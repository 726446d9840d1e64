import { describe, expect, test } from "vitest";
import { loader as contractList } from "~/api/contract-list";
import { collapseActivity, type HomeActivity, toNewsText } from "~/features/home/home";
import { readHome } from "~/features/home/home.service.server";
import { importFiles } from "../support/calls/run-import";
import { insertCatalogue } from "../support/data/catalogue";
import {
  type ContractOverrides,
  createTestShop,
  insertContract,
  insertCustomer,
  NOW,
} from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { catalogue, contractsCsv, headRow } from "../support/processes/shop-files";

const shop = shopOfEachTest({ timeZone: "America/New_York", currencyCode: "EUR" });

const home = (now = NOW) => readHome(shop.shop, now);

/** X-Total-Count of the public list under the filters of an address of the home page. */
async function totalOf(href: string): Promise<number> {
  const request = new Request(
    `http://localhost/api/external/v2/subscription-contract-details${new URL(href, "http://localhost").search}`,
    { headers: { "X-API-Key": shop.readKey } },
  );
  const response = await contractList({ request, params: {}, context: {} });
  return Number(response.headers.get("X-Total-Count"));
}

async function insertShopOfEveryKind() {
  const catalogue = await insertCatalogue(shop.id, {
    products: [{ deletedAt: NOW }, { variants: [{ deletedAt: NOW }, {}] }],
  });
  const [goneProduct, goneVariant] = catalogue.products;
  const many: ContractOverrides[] = [
    {},
    { lastPaymentStatus: "FAILED" },
    { status: "PAUSED", lastPaymentStatus: "FAILED", nextBillingDate: new Date("2026-03-03T12:00:00Z") },
    { status: "CANCELLED", emailBouncedOrFailed: true, nextBillingDate: null },
    { lines: [{ productId: goneProduct?.id ?? null }] },
    { status: "EXPIRED", nextBillingDate: null, lines: [{ variantId: goneVariant?.variantIds[0] ?? null }] },
    { lines: [{ variantId: goneVariant?.variantIds[1] ?? null }] },
    // 2 March in New York begins at 05:00 UTC; seven days later the clock has gone forward.
    { nextBillingDate: new Date("2026-03-02T05:00:00.000Z") },
    { nextBillingDate: new Date("2026-03-02T04:59:59.999Z") },
    { nextBillingDate: new Date("2026-03-09T03:59:59.999Z"), currencyCode: "EUR" },
    { nextBillingDate: new Date("2026-03-09T04:00:00.000Z") },
  ];
  for (const overrides of many) await insertContract(shop.id, overrides);
}

describe("the numbers of the home page", () => {
  test("each equals the total of the list it opens", async () => {
    await insertShopOfEveryKind();
    const { byStatus, dueSoon, failedPayments, deletedProducts, bouncedMail, total } = await home();
    for (const { count, href } of [...byStatus, dueSoon, failedPayments, deletedProducts, bouncedMail])
      expect([href, await totalOf(href)]).toEqual([href, count]);
    expect(await totalOf("/admin/contracts")).toBe(total);
  });

  test("count what they say", async () => {
    await insertShopOfEveryKind();
    const numbers = await home();
    expect(Object.fromEntries(numbers.byStatus.map(({ status, count }) => [status, count]))).toEqual({
      ACTIVE: 8,
      PAUSED: 1,
      CANCELLED: 1,
      EXPIRED: 1,
      FAILED: 0,
    });
    expect(numbers.failedPayments.count).toBe(2);
    expect(numbers.deletedProducts.count).toBe(2);
    expect(numbers.bouncedMail.count).toBe(1);
  });

  test("the next seven days are the shop's own days, of active contracts, with a sum for each currency", async () => {
    await insertShopOfEveryKind();
    const { dueSoon } = await home();
    expect(dueSoon.count).toBe(2);
    expect(dueSoon.amounts.map(({ currencyCode, amount }) => [currencyCode, Number(amount)])).toEqual(
      expect.arrayContaining([
        ["EUR", 10],
        ["USD", 10],
      ]),
    );
  });

  test("never count another shop's contracts", async () => {
    const other = await createTestShop();
    await insertContract(other.id, { lastPaymentStatus: "FAILED", emailBouncedOrFailed: true });
    const numbers = await home();
    expect(numbers.total).toBe(0);
    expect(numbers.failedPayments.count).toBe(0);
    expect(numbers.bouncedMail.count).toBe(0);
    expect(numbers.activity.every(({ action }) => !action.startsWith("contract."))).toBe(true);
  });
});

describe("a shop without contracts", () => {
  test("is shown the first steps, done ones as done", async () => {
    expect((await home()).firstSteps).toEqual({ hasProducts: false, hasCustomers: false });
    await insertCatalogue(shop.id);
    await insertCustomer(shop.id);
    expect((await home()).firstSteps).toEqual({ hasProducts: true, hasCustomers: true });
  });

  test("is shown none once it has a contract, whatever its status", async () => {
    await insertContract(shop.id, { status: "CANCELLED" });
    expect((await home()).firstSteps).toBeNull();
  });
});

describe("latest activity", () => {
  const entry = (id: number, changes: Partial<HomeActivity> = {}): HomeActivity => ({
    id,
    action: "contract.paused",
    actorType: "staff",
    actorName: "Ada",
    createdAt: NOW,
    subscriptionContractId: id,
    customerName: "Ada Lovelace",
    importId: null,
    contractsImported: null,
    ...changes,
  });

  test("of the same hand doing the same to contracts in a row is one entry with how many more", () => {
    const entries = [entry(9), entry(8), entry(7), entry(6, { actorName: "Bob" }), entry(5)];
    expect(collapseActivity(entries).map(({ id, more }) => [id, more])).toEqual([
      [9, 2],
      [6, 0],
      [5, 0],
    ]);
  });

  test.each([
    ["import.completed", 1200, "1,200 contracts imported"],
    ["import.completed", 1, "1 contract imported"],
    ["import.completed", null, "Catalogue and customers imported"],
    ["import.failed", 300, "Import failed after 300 contracts"],
    ["import.failed", 0, "Import failed"],
    ["contract.paused", null, "Contract paused"],
  ])("%s with %s contracts reads: %s", (action, contractsImported, expected) => {
    expect(toNewsText(entry(1, { action, contractsImported }))).toBe(expected);
  });

  test("of the shop itself stays apart", () => {
    const change = { action: "shop.settings_changed", subscriptionContractId: null };
    expect(collapseActivity([entry(3, change), entry(2, change)])).toHaveLength(2);
  });

  test("has one line for what an import did, and the changes before it stay in sight", async () => {
    const headRows = Array.from({ length: 120 }, (_, index) => headRow(`sub-${index}`));
    const { importId } = await importFiles(shop.id, { ...catalogue, contracts: contractsCsv(headRows) });
    await importFiles(shop.id, { customers: catalogue.customers });
    const { activity } = await home();
    expect(activity.map(({ action }) => action)).toEqual([
      "import.completed",
      "import.completed",
      "api_key.created",
      "api_key.created",
      "shop.created",
    ]);
    expect(activity[0]).toMatchObject({ contractsImported: null });
    expect(activity[1]).toMatchObject({ importId, contractsImported: 120, more: 0 });
  });

  test("shows the newest first, with the shop's own changes", async () => {
    const { activity } = await home();
    expect(activity.map(({ action }) => action)).toEqual([
      "api_key.created",
      "api_key.created",
      "shop.created",
    ]);
  });
});
