import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { refundOrder } from "~/features/billing/charging/refund.service.server";
import {
  orderExport,
  orderListPageLoader,
} from "~/features/billing/orders-admin/order-list-page.endpoints.server";
import type { OrderListPage } from "~/features/billing/orders-admin/order-list-page.service.server";
import { toOrdersHref, withoutFilter, withoutFilters } from "~/features/billing/orders-admin/order-list-url";
import { oneTimeProductAddition } from "~/features/contracts/operations/one-time-products/add-one-time-product.server";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { contracts } from "~db/schema/contracts";
import { billedMonthly, createTestGatewayShop, runAt } from "../../support/calls/billing";
import { ask, pageRequest } from "../../support/calls/pages";
import { insertCatalogue } from "../../support/data/catalogue";
import { readAttempts } from "../../support/data/contract-plan";
import { inDaysAtNine } from "../../support/data/days";
import { insertCustomer, signIn, type TestShop, testAudit } from "../../support/data/factories";
import { insertManyDueOrders } from "../../support/data/many/many-orders";
import { resetDatabase } from "../../support/setup/database";

let shop: TestShop;
let cookie: string;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestGatewayShop();
  cookie = await signIn(shop.id, shop.staff.id);
});

const read = async (search = "", as = cookie): Promise<OrderListPage> =>
  (await ask(orderListPageLoader, pageRequest(`/admin/orders${search}`, { cookie: as })))
    .data as OrderListPage;
const readCsv = async (search = "") => {
  const request = pageRequest(`/admin/orders.csv${search}`, { cookie });
  const response = await orderExport.loader({ request, params: {}, context: {} });
  return { status: response.status, text: await response.text() };
};
const idsOf = (page: OrderListPage) => page.rows.map(({ id }) => id);
const countsOf = (page: OrderListPage) =>
  Object.fromEntries(page.tabs.map(({ tab, count }) => [tab, Number(count)]));

/** A contract whose first order was due this many days ago, by the real clock, which requests use. */
const dueAgo = async (
  days: number,
  lastDigits = "4242",
  customer: Parameters<typeof insertCustomer>[1] = {},
) => {
  const { id } = await insertCustomer(shop.id, customer);
  return billedMonthly(shop, { nextBillingDate: inDaysAtNine(-days), lastDigits, customerId: id });
};
const firstOf = async (contract: Awaited<ReturnType<typeof dueAgo>>) =>
  (await readAttempts(contract))[0]?.id ?? 0;
const billToday = () => runAt(shop, new Date(Date.now() + DAY_MS));

describe("the tabs of the orders page", () => {
  test("each shows the orders in its state, and how many there are", async () => {
    const paid = await firstOf(await dueAgo(0));
    const declined = await firstOf(await dueAgo(0, "9995"));
    const lost = await firstOf(await dueAgo(0, "5126"));
    const stolen = await firstOf(await dueAgo(0, "9235"));
    await billToday();
    await db
      .update(billingAttempts)
      .set({ nextStep: null, nextStepAt: null })
      .where(eq(billingAttempts.id, stolen));
    const late = await firstOf(await dueAgo(6));
    expect(countsOf(await read())).toMatchObject({
      overdue: 1,
      paid: 1,
      dunning: 1,
      failed: 1,
      unknown: 1,
      refunded: 0,
    });
    expect(idsOf(await read("?tab=paid"))).toEqual([paid]);
    expect(idsOf(await read("?tab=dunning"))).toEqual([declined]);
    expect(idsOf(await read("?tab=failed"))).toEqual([stolen]);
    expect(idsOf(await read("?tab=unknown"))).toEqual([lost]);
    expect(idsOf(await read("?tab=overdue"))).toEqual([late]);
    const caller = {
      shop: shop.shop,
      customerId: null,
      audit: testAudit(new Date()),
      receivedAt: new Date(),
    };
    await refundOrder(caller, paid, { amount: "4" });
    expect((await read("?tab=refunded")).rows).toMatchObject([
      { id: paid, amount: "$10.00", refunded: "$4.00", state: { label: "Paid" } },
    ]);
  });

  test("a failed order says why in words, who can act and what comes next", async () => {
    await dueAgo(0, "9995");
    await dueAgo(0, "0069");
    await billToday();
    const { rows, dunning } = await read("?tab=dunning");
    const reasons = rows.map(({ reason }) => `${reason?.why}: ${reason?.who}`).sort();
    expect(reasons).toEqual([
      "The card has expired: Only the customer can put this right",
      "There is not enough money in the account: May succeed later",
    ]);
    expect(rows.map(({ next }) => next?.split(" on ")[0]).sort()).toEqual(["Given up", "Next try"]);
    expect(dunning).toMatchObject({ open: { count: 2, amount: "$20.00" }, all: { count: 0, amount: null } });
  });

  test("orders paid after a failure count as recovered, this month and in all", async () => {
    await dueAgo(0, "0119");
    await billToday();
    await runAt(shop, new Date(Date.now() + 4 * DAY_MS));
    const { dunning } = await read("?tab=dunning");
    expect(dunning).toMatchObject({
      open: { count: 0 },
      month: { count: 1, amount: "$10.00" },
      all: { count: 1, amount: "$10.00" },
    });
  });

  test("a planned order costs what the contract says now, with its one-time products", async () => {
    const catalogue = await insertCatalogue(shop.id, { products: [{ variants: [{ price: "5.00" }] }] });
    const variantId = catalogue.products[0]?.variantIds[0] ?? 0;
    const contract = await billedMonthly(shop, { nextBillingDate: inDaysAtNine(3) });
    const id = await firstOf(contract);
    const caller = {
      shop: shop.shop,
      customerId: null,
      audit: testAudit(new Date()),
      receivedAt: new Date(),
    };
    const product = { billingAttemptId: id, variantId, variantHandle: "pot", quantity: 1 };
    await oneTimeProductAddition.run(caller, { contractId: contract.subscriptionContractId, ...product });
    const { rows } = await read();
    expect(rows.map(({ amount }) => amount)).toEqual(["$15.00", "$10.00", "$10.00"]);
  });
});

describe("search, filters and places in the list", () => {
  test("finds by customer, contract, order and id, and keeps the text over the tabs", async () => {
    const ada = await dueAgo(0, "4242", { firstName: "Ada", lastName: "Lovelace" });
    await dueAgo(0, "4242", { firstName: "Grace", lastName: "Hopper" });
    await billToday();
    const [order] = await readAttempts(ada);
    for (const text of [
      "lovel",
      String(ada.subscriptionContractId),
      order?.orderName ?? "",
      String(order?.id),
    ])
      expect(idsOf(await read(`?tab=paid&q=${encodeURIComponent(text)}`)), text).toEqual([order?.id]);
    const { tabs, rows } = await read("?tab=paid&q=nobody");
    expect(rows).toEqual([]);
    expect(tabs.find(({ tab }) => tab === "all")?.href).toBe("/admin/orders?tab=all&q=nobody");
  });

  test("days are the shop's, the last one included; a status is of the tab of all orders", async () => {
    const contract = await billedMonthly(shop, { nextBillingDate: inDaysAtNine(3) });
    const [first, second] = await readAttempts(contract);
    const day = (at: Date | undefined) => at?.toISOString().slice(0, 10);
    const only = await read(`?from=${day(first?.billingDate)}&to=${day(first?.billingDate)}`);
    expect(idsOf(only)).toEqual([first?.id]);
    expect(idsOf(await read(`?from=${day(second?.billingDate)}`))).not.toContain(first?.id);
    expect((await read("?tab=all&status=SUCCESS")).rows).toEqual([]);
    expect((await read("?tab=all&status=QUEUED")).total).toBe("3");
  });

  test("whatever is wrong in the address is named, and filters nothing", async () => {
    await dueAgo(0);
    const page = await read("?tab=all&from=yesterday&to=2026-02-31&status=LATE&sort=amount,up&cursor=xyz");
    expect(Object.keys(page.problems).sort()).toEqual(["cursor", "from", "sort", "status", "to"]);
    expect(page.rows).toHaveLength(3);
    const { status, text } = await readCsv("?tab=all&from=yesterday&status=LATE");
    expect(status).toBe(400);
    expect(JSON.parse(text).errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      "from",
      "status",
    ]);
  });

  test("exports and views leave out what was refused, and so work", async () => {
    await dueAgo(0);
    const page = await read(
      "?tab=all&from=yesterday&q=1&status=LATE&by=moon&part=full&sort=amount,up&cursor=xyz",
    );
    expect(Object.keys(page.problems).sort()).toEqual(["by", "cursor", "from", "sort", "status"]);
    expect(page.here).toBe("tab=all&q=1");
    expect(page.kept).toBe("tab=all&q=1");
    expect((await readCsv(`?${page.kept}`)).status).toBe(200);
  });

  test("the order by a filter's day goes with the filter", async () => {
    const byDay = "?tab=all&dayOf=PAID&sort=day_of,asc";
    const { state, here } = await read(byDay);
    expect(here).toBe("tab=all&dayOf=PAID&sort=day_of%2Casc");
    for (const href of [withoutFilter(state, "dayOf"), withoutFilters(state)].map(toOrdersHref))
      expect(href).toBe("/admin/orders?tab=all");
    // The form of filters keeps the sort, since it cannot know which day will be chosen.
    const left = await read("?tab=all&dayOf=&sort=day_of,asc");
    expect([left.problems, left.kept, left.sort]).toEqual([{}, "tab=all", "billing_date,desc"]);
  });

  test("pages lead forward and back through every order once, in both directions of the sort", async () => {
    for (let each = 0; each < 40; each++) await billedMonthly(shop, { nextBillingDate: inDaysAtNine(each) });
    for (const sort of ["", "?sort=billing_date,desc"]) {
      const seen: number[] = [];
      let page = await read(sort);
      expect(page.previousHref).toBeNull();
      const first = idsOf(page);
      for (;;) {
        seen.push(...idsOf(page));
        if (!page.nextHref) break;
        page = await read(page.nextHref.slice("/admin/orders".length));
      }
      expect(new Set(seen).size).toBe(120);
      expect(seen).toHaveLength(120);
      while (page.previousHref) page = await read(page.previousHref.slice("/admin/orders".length));
      expect(idsOf(page)).toEqual(first);
    }
  });

  test("a search that fits too many contracts walks the list, and counts nothing", async () => {
    await insertManyDueOrders(shop.id, 2100, inDaysAtNine(1));
    const [contract] = await db.select().from(contracts).where(eq(contracts.shopId, shop.id)).limit(1);
    const text = encodeURIComponent(contract?.customerName ?? "");
    const page = await read(`?q=${text}`);
    expect([page.rows.length, page.total, page.tabs.map(({ count }) => count)]).toEqual([
      50,
      null,
      page.tabs.map(() => null),
    ]);
    const next = await read(page.nextHref?.slice("/admin/orders".length));
    expect(new Set([...idsOf(page), ...idsOf(next)]).size).toBe(100);
    expect((await read("?q=nobody")).total).toBe("0");
  });

  test("shows nothing of another shop, and lets nobody in without a session", async () => {
    await dueAgo(0);
    const other = await createTestGatewayShop();
    const page = await read("?tab=all", await signIn(other.id, other.staff.id));
    expect([page.rows, page.total]).toEqual([[], "0"]);
    expect((await ask(orderListPageLoader, pageRequest("/admin/orders"))).status).toBe(302);
  });
});

describe("the CSV", () => {
  test("holds the filtered list with amounts, state and reason, formulas made harmless", async () => {
    await dueAgo(0, "9995", { firstName: "=1+1", lastName: "Sum", email: "sum@example.com" });
    await dueAgo(0);
    await billToday();
    const { status, text } = await readCsv("?tab=dunning");
    expect(status).toBe(200);
    const [head, row, ...rest] = text.trim().split("\r\n");
    expect(head).toMatch(/^Id,Order,Date,Status,Customer,E-mail,Contract,Amount/);
    expect(row).toContain("Payment failed,'=1+1 Sum,sum@example.com");
    expect(row).toContain(",10.00,,USD,1,");
    expect(row).toContain("INSUFFICIENT_FUNDS,There is not enough money in the account");
    expect(rest).toEqual([]);
  });
});
