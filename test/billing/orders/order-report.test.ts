import { describe, expect, test } from "vitest";
import { z } from "zod";
import { reportOrders } from "~/features/billing/orders/order-report.endpoints.server";
import { orderRecord } from "~/features/contracts/order-record/order-record.server";
import { ORDER_STATUSES } from "~/features/contracts/order-record/order-status";
import { ATTEMPT_STATUSES } from "~db/schema/attempt-enums";
import { askJson } from "../../support/calls/json-endpoints";
import { readAttempts } from "../../support/data/contract-plan";
import { createTestShop, insertContract, NOW } from "../../support/data/factories";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";

const shop = shopOfEachTest();
const day = (days: number) => new Date(+NOW + days * 86_400_000);

async function ask(search = "") {
  const response = await askJson(reportOrders, `/x${search}`, { key: shop.readKey });
  return { status: response.status, body: await response.json(), headers: response.headers };
}
async function report(search = "") {
  const { status, body, headers } = await ask(search);
  expect(status).toBe(200);
  expect(z.array(orderRecord.strict()).parse(body)).toEqual(body);
  return { orders: z.array(orderRecord).parse(body), total: Number(headers.get("X-Total-Count")), headers };
}
const idsOf = async (search: string) => (await report(search)).orders.map(({ id }) => id);

describe("past-orders/report", () => {
  test("has the orders of all contracts of the shop, newest date first, with the same records as other lists", async () => {
    const first = await insertContract(shop.id, {
      lines: [{ currentPrice: "5.00", quantity: 2 }],
      attempts: [
        { billingDate: day(-3), status: "SUCCESS", orderId: 5, orderName: "#5", orderAmount: "9.00" },
        { billingDate: day(400) },
      ],
    });
    const second = await insertContract(shop.id, {
      attempts: [{ billingDate: day(-1), status: "FAILURE", attemptCount: 3 }],
    });
    await insertContract((await createTestShop()).id, { attempts: [{ billingDate: day(-2) }] });
    const [paid, queued] = (await readAttempts(first)).map(({ id }) => id);
    const [failed] = (await readAttempts(second)).map(({ id }) => id);
    const { orders, total } = await report();
    expect(total).toBe(3);
    expect(orders.map(({ id, status, orderAmount }) => [id, status, orderAmount])).toEqual([
      [queued, "QUEUED", 10],
      [failed, "FAILURE", 10],
      [paid, "SUCCESS", 9],
    ]);
    expect(await idsOf("?sort=billingDate,asc")).toEqual([paid, failed, queued]);
    expect(await idsOf("?attemptCount=3")).toEqual([failed]);
    expect(await idsOf("?attemptCount=0")).toEqual([queued, paid]);
    expect(await idsOf(`?contractId=${first.subscriptionContractId}&status=success`)).toEqual([paid]);
    expect(await idsOf(`?customerId=gid://platform/Customer/${second.customerId}`)).toEqual([failed]);
    expect(await idsOf("?fromDay=2026-02-27&toDay=2026-03-01")).toEqual([failed, paid]);
    expect(await idsOf("?fromDay=2026-02-28&toDay=2026-03-01")).toEqual([failed]);
    expect(await idsOf("?contractId=1")).toEqual([]);
    const { orders: one, headers } = await report("?size=1&page=1");
    expect(one.map(({ id }) => id)).toEqual([failed]);
    expect(headers.get("Link")).toMatch(
      /page=0>; rel="first", .*page=0>; rel="prev", .*page=2>; rel="next", .*page=2>; rel="last"/,
    );
  });

  test("each state finds the orders that carry its name, of few contracts and of all, and together they are all", async () => {
    const customerIds: number[] = [];
    for (const status of ["ACTIVE", "EXPIRED"] as const) {
      const { customerId } = await insertContract(shop.id, {
        status,
        attempts: ATTEMPT_STATUSES.map((each, index) => ({ status: each, billingDate: day(-index) })),
      });
      customerIds.push(customerId);
    }
    for (const narrowed of [
      "",
      `&customerId=${customerIds[0]}`,
      `&customerId=${customerIds[1]}`,
      "&contractStatus=expired",
    ]) {
      let found = 0;
      for (const status of ORDER_STATUSES) {
        const { orders, total } = await report(`?status=${status}${narrowed}&size=100`);
        expect(new Set(orders.map((order) => order.status))).toEqual(new Set(total === 0 ? [] : [status]));
        expect(orders).toHaveLength(total);
        found += total;
      }
      expect(found).toBe((await report(`?size=100${narrowed}`)).total);
      expect(found).toBe(ATTEMPT_STATUSES.length * (narrowed === "" ? 2 : 1));
    }
  });

  test("the first and the last day of the calendar, accepted like all others, end no search with a fault", async () => {
    const id = (
      await readAttempts(
        await insertContract(shop.id, {
          attempts: [{ billingDate: day(-3), status: "SUCCESS", completedAt: day(-3), orderAmount: "9.00" }],
        }),
      )
    )[0]?.id;
    expect(await idsOf("?fromDay=0001-01-01&toDay=9999-12-31")).toEqual([id]);
    expect(await idsOf("?dayOf=PAID&fromDay=0001-01-01&toDay=9999-12-31")).toEqual([id]);
    expect(await idsOf("?dayOf=REFUNDED&toDay=9999-12-31")).toEqual([]);
    expect((await ask("?dayOf=PAID&toDay=2026-02-31")).status).toBe(400);
  });

  test("every parameter that is wrong is named at once", async () => {
    const { status, body } = await ask(
      "?status=PAID&contractId=x&customerId=-1&fromDay=soon&attemptCount=a&contractStatus=GONE&sort=id",
    );
    expect(status).toBe(400);
    expect(body.errors.map(({ parameter }: { parameter: string }) => parameter).sort()).toEqual([
      "attemptCount",
      "contractId",
      "contractStatus",
      "customerId",
      "fromDay",
      "sort",
      "status",
    ]);
  });
});
