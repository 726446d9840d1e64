import { describe, expect, test } from "vitest";
import { orderListPageLoader } from "~/features/billing/orders-admin/order-list-page.endpoints.server";
import type { OrderListPage } from "~/features/billing/orders-admin/order-list-page.service.server";
import { getOrderPage } from "~/features/billing/orders-admin/order-page.service.server";
import { readHome } from "~/features/home/home.service.server";
import {
  billedMonthly,
  DUE,
  daysAfterDue,
  firstOrderOf,
  listTriesOf,
  openWithFaults,
  runAt,
} from "../../support/calls/billing";
import { ask, pageRequest } from "../../support/calls/pages";
import { listPlan, readContractRow } from "../../support/data/contract-plan";
import { inDaysAtNine } from "../../support/data/days";
import { insertContract, signIn } from "../../support/data/factories";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";

const shop = shopOfEachTest({ gateway: "test" });

const read = async (search: string): Promise<OrderListPage> => {
  const cookie = await signIn(shop.id, shop.staff.id);
  return (await ask(orderListPageLoader, pageRequest(`/admin/orders${search}`, { cookie })))
    .data as OrderListPage;
};
const listHeld = async () => (await read("?tab=held")).rows;
const countAtHome = async () => (await readHome(shop.shop, DUE)).heldOrders;
const minutesAfterDue = (minutes: number) => daysAfterDue(0, minutes / 60);

describe("orders that only the merchant can help", () => {
  test("an order that cannot be sent to the gateway is reported after the third time, with the time of the first, until it can", async () => {
    const contract = await billedMonthly(shop);
    const { id } = await firstOrderOf(contract);
    const open = openWithFaults(() => ({ prepare: () => Promise.reject(new Error("the gateway is away")) }));
    await runAt(shop, DUE, { open });
    await runAt(shop, minutesAfterDue(5), { open });
    expect([await listHeld(), (await countAtHome()).count]).toEqual([[], 0]);
    await runAt(shop, minutesAfterDue(10), { open });
    const since =
      "The payment gateway has not taken it since 31 Mar 2026, 09:00. It is tried every few minutes";
    expect(await listHeld()).toMatchObject([{ id }]);
    expect(await countAtHome()).toEqual({ count: 1, isEstimate: false, href: "/admin/orders?tab=held" });
    const at = { now: minutesAfterDue(11), receivedAt: minutesAfterDue(11) };
    const page = await getOrderPage(shop.shop, id, at, { action: null, given: {}, mayEdit: true });
    expect(page.next).toBe(since);
    await runAt(shop, minutesAfterDue(15));
    expect([await listHeld(), (await firstOrderOf(contract)).status]).toEqual([[], "SUCCESS"]);
    expect(await firstOrderOf(contract)).toMatchObject({ putOffSince: null });
  });

  test("out of stock: the merchant is notified at once, the order tried daily five times, then skipped; the card is not blamed", async () => {
    const contract = await billedMonthly(shop, {
      lines: [
        { title: "Coffee", variantTitle: "Dark", quantity: 2, currentPrice: "10.00" },
        { title: "Tea", currentPrice: "5.00" },
      ],
    });
    const open = openWithFaults(() => ({
      charge: async () => ({
        kind: "declined",
        code: "INSUFFICIENT_INVENTORY",
        message: "A product is out of stock.",
        class: "merchant",
      }),
    }));
    await runAt(shop, DUE, { open });
    expect(await listHeld()).toMatchObject([
      { reason: { why: "A product is out of stock", who: "Waits until it is in stock again" } },
    ]);
    expect((await countAtHome()).count).toBe(1);
    const { customerId } = contract;
    expect((await read("?tab=stock")).rows).toMatchObject([
      {
        customerId,
        products: ["2 × Coffee, Dark", "1 × Tea"],
        since: { text: "31 Mar 2026" },
        next: "Next try on 1 Apr 2026, 09:00",
        tries: 1,
        amount: "$25.00",
      },
    ]);
    for (const sort of ["first_failed_at", "next_step_at", "billing_date", "amount"])
      expect(await read(`?tab=stock&sort=${sort},desc`)).toMatchObject({
        problems: {},
        rows: [{ customerId }],
      });
    for (const day of [1, 2, 3, 4]) await runAt(shop, daysAfterDue(day), { open });
    expect(await listHeld()).toHaveLength(1);
    await runAt(shop, daysAfterDue(5), { open });
    expect(await listTriesOf(shop.id)).toHaveLength(6);
    expect((await listPlan(contract))[0]).toBe("SKIPPED 2026-03-31T07:00");
    expect(await readContractRow(contract)).toMatchObject({ status: "ACTIVE", dunning: false });
    expect([await listHeld(), (await countAtHome()).count]).toEqual([[], 0]);
    expect((await read("?tab=stock")).rows).toEqual([]);
  });
});

describe("orders by amount", () => {
  test("both ways, page after page, with equal ones in a fixed order", async () => {
    await insertContract(shop.id, {
      attempts: Array.from({ length: 57 }, (_, index) => ({
        status: "SUCCESS" as const,
        billingDate: daysAfterDue(-1 - index),
        orderName: `#${index}`,
        orderAmount: String((index * 7) % 20),
      })),
    });
    const readAll = async (sort: string) => {
      const first = await read(`?tab=paid&sort=${sort}`);
      const second = await read((first.nextHref ?? "").replace("/admin/orders", ""));
      expect([first.rows.length, second.rows.length, second.problems]).toEqual([50, 7, {}]);
      const back = await read((second.previousHref ?? "").replace("/admin/orders", ""));
      expect(back.rows).toEqual(first.rows);
      return [...first.rows, ...second.rows].map(({ id, amount }) => ({
        id,
        amount: Number(amount?.slice(1)),
      }));
    };
    const up = await readAll("amount,asc");
    expect(up.map(({ amount }) => amount)).toEqual(up.map(({ amount }) => amount).sort((a, b) => a - b));
    expect(await readAll("amount,desc")).toEqual(up.toReversed());
    expect(new Set(up.map(({ id }) => id)).size).toBe(57);
  });

  test("of a failed one it is what the last try asked for; lists of all states are not sorted by it", async () => {
    const prices = ["30", "10", "20"];
    for (const currentPrice of prices)
      await billedMonthly(shop, { lastDigits: "0002", lines: [{ title: "Tea", currentPrice }] });
    await runAt(shop, DUE);
    const { rows } = await read("?tab=dunning&sort=amount,desc");
    expect(rows.map(({ amount }) => amount)).toEqual(["$30.00", "$20.00", "$10.00"]);
    expect((await read("?tab=all&sort=amount,desc")).problems).toEqual({
      sort: "The list cannot be sorted this way.",
    });
  });

  test("of planned ones it is what they are shown with, lines that are left out of them counted", async () => {
    type Lines = NonNullable<Parameters<typeof billedMonthly>[1]>["lines"];
    const nextBillingDate = inDaysAtNine(5);
    const plan = (lines: Lines) => billedMonthly(shop, { nextBillingDate, lines });
    for (const price of ["20", "9.5", "100"]) await plan([{ title: "Tea", currentPrice: price }]);
    const skipping = await plan([
      { title: "Tea", currentPrice: "15" },
      { title: "Pot", currentPrice: "300", skippedNextOrder: true },
    ]);
    const up = await read("?sort=amount,asc");
    expect(up.problems).toEqual({});
    const amounts = up.rows.map(({ amount }) => Number(amount?.slice(1)));
    expect(amounts).toEqual([9.5, 9.5, 9.5, 15, 20, 20, 20, 100, 100, 100, 315, 315]);
    expect((await read("?sort=amount,desc")).rows).toEqual(up.rows.toReversed());
    expect(up.rows[3]).toMatchObject({ contractId: skipping.subscriptionContractId });
  });
});
