import { expect, test } from "vitest";
import type { z } from "zod";
import { orderListPageLoader } from "~/features/billing/orders-admin/order-list-page.endpoints.server";
import type { OrderListPage } from "~/features/billing/orders-admin/order-list-page.service.server";
import { addDays } from "~/features/insights/definitions/day-range";
import { calendarSchema, getCalendar } from "~/features/insights/plans/calendar.endpoints.server";
import { toDayString } from "~/lib/format";
import { db } from "~db/client.server";
import { oneTimeProducts } from "~db/schema/one-time-products";
import { billedMonthly } from "../support/calls/billing";
import { askJson } from "../support/calls/json-endpoints";
import { ask, pageRequest } from "../support/calls/pages";
import { readAttempts } from "../support/data/contract-plan";
import { inDaysAtNine } from "../support/data/days";
import { insertContract, signIn } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const ZONE = "Pacific/Auckland";
const shop = shopOfEachTest({ gateway: "test", timeZone: ZONE });
const today = () => toDayString(new Date(), ZONE);

async function read(search = ""): Promise<z.output<typeof calendarSchema>> {
  const response = await askJson(getCalendar, `/api/external/v2/analytics/calendar${search}`, {
    key: shop.readKey,
  });
  expect(response.status).toBe(200);
  const body = await response.json();
  expect(calendarSchema.safeParse(body).error).toBeUndefined();
  return body;
}
async function readList(day: string): Promise<OrderListPage> {
  const cookie = await signIn(shop.id, shop.staff.id);
  const { data } = await ask(
    orderListPageLoader,
    pageRequest(`/admin/orders?from=${day}&to=${day}`, { cookie }),
  );
  return data as OrderListPage;
}
const withOrders = (days: z.output<typeof calendarSchema>) => days.filter(({ orders }) => orders > 0);

test("sixty days from today, each with as many orders, and as much money, as its list", async () => {
  const lines = [
    { variantId: 71, title: "Beans", variantTitle: "250 g", currentPrice: "10.00", quantity: 3 },
    { variantId: 72, title: "Filters", currentPrice: "4.50", quantity: 1, skippedNextOrder: true },
  ];
  const one = await billedMonthly(shop, { lines, nextBillingDate: inDaysAtNine(3), deliveryPrice: "5.00" });
  await billedMonthly(shop, { lines, nextBillingDate: inDaysAtNine(3) });
  await billedMonthly(shop, { lines: lines.slice(0, 1), nextBillingDate: inDaysAtNine(8) });
  await billedMonthly(shop, { lines, nextBillingDate: inDaysAtNine(-20) });
  await insertContract(shop.id, { status: "PAUSED", pausedOn: new Date() });
  const [order] = await readAttempts(one);
  await db.insert(oneTimeProducts).values({
    shopId: shop.id,
    contractId: one.id,
    billingAttemptId: order?.id ?? 0,
    variantId: 73,
    variantHandle: "mug",
    price: "7.25",
    quantity: 2,
    createdAt: new Date(),
  });
  const days = await read();
  expect(days).toHaveLength(60);
  expect(days[0]?.date).toBe(today());
  expect(days.at(-1)?.date).toBe(addDays(today(), 59));
  for (const { date, orders, amount } of withOrders(days)) {
    const list = await readList(date);
    expect(list.rows.length, date).toBe(orders);
    const sum = list.rows.reduce((total, row) => total + Number(row.amount?.replace(/[^\d.]/g, "")), 0);
    expect(amount, date).toBeCloseTo(sum, 4);
  }
  const [first] = withOrders(days);
  expect(first).toEqual({
    date: toDayString(inDaysAtNine(3), ZONE),
    orders: 2,
    amount: 30 + 5 + 14.5 + 30,
    units: [
      { variantId: 71, title: "Beans · 250 g", quantity: 6 },
      { variantId: 73, title: null, quantity: 2 },
    ],
  });
});

test("the next order but one has what the next one leaves out", async () => {
  const lines = [
    { variantId: 72, title: "Filters", currentPrice: "4.50", quantity: 2, skippedNextOrder: true },
  ];
  await billedMonthly(shop, { lines, nextBillingDate: inDaysAtNine(2) });
  const [next, after] = withOrders(await read());
  expect(next).toMatchObject({ orders: 1, amount: 0, units: [] });
  expect(after).toMatchObject({ amount: 9, units: [{ variantId: 72, quantity: 2 }] });
});

test("money is of one currency, orders of all; other shops' orders are not there", async () => {
  await billedMonthly(shop, { nextBillingDate: inDaysAtNine(2), currencyCode: "EUR" });
  await billedMonthly(shop, { nextBillingDate: inDaysAtNine(2) });
  const day = toDayString(inDaysAtNine(2), ZONE);
  const range = `?from=${day}&to=${day}`;
  expect(await read(range)).toMatchObject([{ date: day, orders: 2, amount: 10 }]);
  expect(await read(`${range}&currency=EUR`)).toMatchObject([{ orders: 2, amount: 10 }]);
  expect(await read(`${range}&currency=GBP`)).toMatchObject([{ orders: 2, amount: 0 }]);
});

test("wrong days are refused by name", async () => {
  const response = await askJson(
    getCalendar,
    "/api/external/v2/analytics/calendar?from=2026-03-02&to=2026-03-01",
    {
      key: shop.readKey,
    },
  );
  expect(response.status).toBe(400);
  expect((await response.json()).errors).toMatchObject([{ parameter: "to" }]);
});
