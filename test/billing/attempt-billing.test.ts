import { describe, expect, test } from "vitest";
import { attemptBilling } from "~/features/billing/actions/bill-now.endpoints.server";
import { refundPaidOrder } from "~/features/billing/actions/refund.endpoints.server";
import { createTestPaymentMethod } from "~/features/billing/gateway/test/test-cards.endpoints.server";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { orderReschedule } from "~/features/contracts/operations/orders/reschedule-order.server";
import { type OrderRecord, orderRecord } from "~/features/contracts/order-record/order-record.server";
import type { ProblemBody } from "~/lib/problem";
import { db } from "~db/client.server";
import { testGatewayRefunds } from "~db/schema/test-gateway";
import {
  type BilledContract,
  billedMonthly,
  billOrderNow,
  callerAt,
  createTestGatewayShop,
  findDisagreements,
  listOrdersOf,
  listTriesOf,
  runAt,
} from "../support/calls/billing";
import { askJson, sendJson } from "../support/calls/json-endpoints";
import { asCustomer } from "../support/calls/portal";
import { listPlan, readAttempts, readContractRow } from "../support/data/contract-plan";
import { inDaysAtNine, monthsAfter } from "../support/data/days";
import { createTestShop, insertCustomer, type TestShop, testAudit } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest({ gateway: "test" });

type Answer = { status: number; body: OrderRecord & Omit<ProblemBody, "status"> };
const answer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: await response.json(),
});
const idOf = async (contract: BilledContract, index = 0) => (await readAttempts(contract))[index]?.id ?? 0;
const bill = async (id: number, key = shop.writeKey) =>
  answer(await askJson(attemptBilling.merchant, "/x", { method: "PUT", key, params: { id: String(id) } }));
const pay = async (id: number, by: number) =>
  answer(
    await askJson(attemptBilling.portal, "/x", {
      method: "PUT",
      headers: { ...(await asCustomer(shop, by)), "Content-Type": "application/json" },
      params: { id: String(id) },
    }),
  );
const refund = async (id: number, query = "", body?: object) =>
  answer(
    await askJson(refundPaidOrder, `/x${query}`, {
      method: "PUT",
      key: shop.writeKey,
      params: { id: String(id) },
      ...(body && sendJson(body)),
    }),
  );
/** Its first order is due today by the real clock, which requests use. */
const dueToday = (overrides: Parameters<typeof billedMonthly>[1] = {}) =>
  billedMonthly(shop, { nextBillingDate: inDaysAtNine(0), ...overrides });

describe("billing an order now", () => {
  test("charges it and answers the order with its tries; asked again it is paid already", async () => {
    const contract = await dueToday();
    const id = await idOf(contract);
    const { status, body } = await bill(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      status: "SUCCESS",
      contractId: contract.subscriptionContractId,
      attemptCount: 1,
      orderAmount: 10,
      paymentMethod: { lastDigits: "4242" },
      attempts: [{ number: 1, state: "PAID", errorCode: null }],
      billingAttemptId: expect.stringMatching(/SubscriptionBillingAttempt/),
      graphOrderId: expect.stringMatching(/Order/),
      variantList: [{ quantity: 1, price: 10, oneTime: false }],
    });
    // Every answer has the same record.
    expect(orderRecord.strict().parse(body)).toEqual(body);
    expect(await bill(id)).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(await listOrdersOf(shop.id)).toHaveLength(1);
  });

  test("before its day: the next orders count from today, at their time of day", async () => {
    const contract = await billedMonthly(shop, { nextBillingDate: inDaysAtNine(10) });
    await bill(await idOf(contract));
    const [paid, next] = await readAttempts(contract);
    expect(paid).toMatchObject({ status: "SUCCESS" });
    const expected = monthsAfter(inDaysAtNine(0), 1);
    expect(next?.billingDate).toEqual(expected);
    expect((await readContractRow(contract)).nextBillingDate).toEqual(expected);
    expect((await listPlan(contract)).filter((order) => order.startsWith("QUEUED"))).toHaveLength(3);
  });

  test("a week before its day: the next order is a week from today, on the day that the paid one had", async () => {
    const weekly = { billingInterval: "WEEK", nextBillingDate: inDaysAtNine(7) } as const;
    const contract = await billedMonthly(shop, weekly);
    const { body } = await bill(await idOf(contract));
    const planned = (await readAttempts(contract)).filter(({ status }) => status === "QUEUED");
    expect(planned.map(({ billingDate }) => billingDate)).toEqual([7, 14, 21].map(inDaysAtNine));
    expect((await readContractRow(contract)).nextBillingDate).toEqual(inDaysAtNine(7));
    // The record has the day on which the order was billed.
    expect(body.billingDate.slice(0, 10)).toBe(new Date().toISOString().slice(0, 10));
  });

  test("two before their days, at one instant of the shop's clock: each has its day, and a week later comes the next", async () => {
    const contract = await billedMonthly(shop, { billingInterval: "WEEK", nextBillingDate: inDaysAtNine(7) });
    const caller = callerAt(shop, new Date());
    await billOrderNow(caller, await idOf(contract));
    await billOrderNow(caller, await idOf(contract, 1));
    const orders = await readAttempts(contract);
    expect(orders.map(({ status }) => status)).toEqual(["SUCCESS", "SUCCESS", "QUEUED", "QUEUED", "QUEUED"]);
    expect(orders.slice(2).map(({ billingDate }) => billingDate)).toEqual([7, 14, 21].map(inDaysAtNine));
  });

  test("on its day, after it was moved to a later hour: the days that follow stay those of the plan", async () => {
    const contract = await billedMonthly(shop, { nextBillingDate: inDaysAtNine(3) });
    const planned = (await readAttempts(contract)).slice(1).map(({ billingDate }) => billingDate);
    const attemptId = await idOf(contract);
    const noon = new Date(+inDaysAtNine(3) + 3 * 3_600_000);
    await orderReschedule.run(callerAt(shop, new Date()), {
      ...{ contractId: contract.subscriptionContractId, attemptId, billingDate: noon, withLater: false },
    });
    const { scheduleAnchor } = await readContractRow(contract);
    await billOrderNow(callerAt(shop, new Date(+noon + 60_000)), attemptId);
    const orders = await readAttempts(contract);
    expect(orders[0]).toMatchObject({ status: "SUCCESS", billingDate: noon });
    expect(orders.slice(1, 3).map(({ billingDate }) => billingDate)).toEqual(planned);
    expect((await readContractRow(contract)).scheduleAnchor).toEqual(scheduleAnchor);
  });

  test("twice at once, and beside a run: one charge", async () => {
    const contract = await dueToday();
    const id = await idOf(contract);
    const [first, second, third] = await Promise.all([bill(id), bill(id), bill(id), runAt(shop, new Date())]);
    // A call that arrives after the order was made is refused: it is paid already.
    for (const { status, body } of [first, second, third])
      expect(["SUCCESS", "REQUESTING", "conflict"]).toContain(status === 200 ? body.status : body.code);
    expect(await listOrdersOf(shop.id)).toHaveLength(1);
    expect(await listTriesOf(shop.id)).toHaveLength(1);
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("that is declined answers the failure, and when it is tried again; the schedule stays", async () => {
    const contract = await dueToday({ lastDigits: "9995" });
    const { body } = await bill(await idOf(contract));
    expect(body).toMatchObject({
      status: "FAILURE",
      attempts: [{ state: "DECLINED", errorCode: "INSUFFICIENT_FUNDS", errorClass: "later" }],
    });
    const again = await bill(body.id);
    expect(again.body).toMatchObject({ attemptCount: 2, nextTryAt: body.nextTryAt });
  });

  test("the bank's question comes with the URL where it is answered; an unknown outcome is UNKNOWN", async () => {
    const asked = await dueToday({ lastDigits: "3155" });
    const { body } = await bill(await idOf(asked));
    expect(body).toMatchObject({ status: "ACTION_REQUIRED", attempts: [{ state: "CHALLENGE" }] });
    expect(body.actionUrl).toMatch(/apps\/memberships\/cp\?test-page=[\w-]{22}$/);
    expect((await bill(body.id)).body).toMatchObject({ status: "SUCCESS", actionUrl: null });
    const lost = await dueToday({ lastDigits: "5126" });
    expect((await bill(await idOf(lost))).body).toMatchObject({ status: "UNKNOWN" });
    // The look-up before another try finds it paid.
    expect((await bill(await idOf(lost))).body).toMatchObject({ status: "SUCCESS" });
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("is refused for what is not there, is over, or is never charged", async () => {
    expect(await bill(987_654)).toMatchObject({ status: 404 });
    const other = await createTestGatewayShop();
    expect(await bill(await idOf(await dueToday()), other.writeKey)).toMatchObject({ status: 404 });
    expect(await bill(await idOf(await dueToday()), shop.readKey)).toMatchObject({ status: 403 });
    const cancelled = await dueToday();
    const caller = { shop: shop.shop, customerId: null, audit: testAudit(new Date()) };
    await contractStatus.run(caller, { contractId: cancelled.subscriptionContractId, status: "CANCELLED" });
    expect(await bill(await idOf(cancelled))).toMatchObject({ status: 409 });
    expect(await bill(await idOf(await dueToday({ autoCharge: false })))).toMatchObject({ status: 409 });
    const without = await createTestShop();
    const contract = await billedMonthly(without);
    expect(await bill(await idOf(contract), without.writeKey)).toMatchObject({ status: 409 });
    expect(await listOrdersOf(shop.id)).toEqual([]);
  });
});

describe("a customer who pays", () => {
  test("a failed order of their own: it is charged at once", async () => {
    const contract = await dueToday({ lastDigits: "0119" });
    const id = await idOf(contract);
    await bill(id);
    expect(await pay(id, contract.customerId)).toMatchObject({ status: 200, body: { status: "SUCCESS" } });
    expect(await readContractRow(contract)).toMatchObject({ dunning: false });
  });

  test("tries one order ten times an hour, also through the interface; the merchant as often as they like", async () => {
    const contract = await dueToday({ lastDigits: "0002" });
    const id = await idOf(contract);
    await bill(id);
    for (let time = 0; time < 10; time++)
      expect((await pay(id, contract.customerId)).body).toMatchObject({ status: "FAILURE" });
    const tries = await listTriesOf(shop.id);
    expect(await pay(id, contract.customerId)).toMatchObject({
      status: 429,
      body: { code: "too_many_requests" },
    });
    expect(await listTriesOf(shop.id)).toEqual(tries);
    expect((await bill(id)).status).toBe(200);
  });

  test("not an upcoming one unless the shop offers it, and nobody else's", async () => {
    const contract = await dueToday();
    const id = await idOf(contract);
    expect(await pay(id, contract.customerId)).toMatchObject({ status: 403, body: { code: "switched_off" } });
    const stranger = await insertCustomer(shop.id);
    expect(await pay(id, stranger.id)).toMatchObject({ status: 404 });
  });
});

describe("a refund", () => {
  test("gives back a part, then the rest, and never more than was paid", async () => {
    const contract = await dueToday();
    const id = await idOf(contract);
    await bill(id);
    expect(await refund(id, "?amount=4&reason=Late")).toMatchObject({
      status: 200,
      body: { refundedAmount: 4 },
    });
    expect(await refund(id, "?amount=6.01")).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: "amount" }] },
    });
    expect(await refund(id)).toMatchObject({ body: { refundedAmount: 10 } });
    expect(await refund(id)).toMatchObject({ status: 409 });
    const given = await db.select().from(testGatewayRefunds);
    expect(given.map(({ amount }) => amount)).toEqual(["4.0000", "6.0000"]);
  });

  test("is of the amount in the query or in a JSON body; the query counts where both have one", async () => {
    const id = await idOf(await dueToday());
    await bill(id);
    expect(await refund(id, "", { amount: 4, reason: "Late" })).toMatchObject({
      body: { refundedAmount: 4 },
    });
    expect(await refund(id, "?amount=1", { amount: "3" })).toMatchObject({ body: { refundedAmount: 5 } });
    const { status, body } = await refund(id, `?reason=${"x".repeat(256)}`, { amount: "6" });
    expect([status, body.errors?.map(({ parameter }) => parameter)]).toEqual([400, ["reason", "amount"]]);
    expect(await refund(id, "", { amount: null })).toMatchObject({ body: { refundedAmount: 10 } });
    const given = await db.select().from(testGatewayRefunds);
    expect(given.map(({ amount }) => amount)).toEqual(["4.0000", "1.0000", "5.0000"]);
  });

  test("asked several times at once gives back no more than there is", async () => {
    const contract = await dueToday();
    const id = await idOf(contract);
    await bill(id);
    const answers = await Promise.all([refund(id), refund(id), refund(id, "?amount=5")]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const given = await db.select().from(testGatewayRefunds);
    expect(given.reduce((sum, { amount }) => sum + Number(amount), 0)).toBeLessThanOrEqual(10);
  });

  test("of an order that was not paid, or with an invalid amount, is refused with every error named", async () => {
    const contract = await dueToday();
    const id = await idOf(contract);
    expect(await refund(id)).toMatchObject({ status: 409 });
    expect(await refund(424_242)).toMatchObject({ status: 404 });
    const { status, body } = await refund(id, `?amount=-1&reason=${"x".repeat(256)}`);
    expect([status, body.errors?.map(({ parameter }) => parameter)]).toEqual([400, ["amount", "reason"]]);
    await bill(id);
    expect(await refund(id, "?amount=1.234")).toMatchObject({ status: 400 });
    expect(await refund(id, "?amount=0")).toMatchObject({ status: 400 });
    const long = `&reason=${"x".repeat(256)}`;
    const namesOf = async (query: string) =>
      (await refund(id, query)).body.errors?.map(({ parameter, detail }) => `${parameter}: ${detail}`);
    const tooLong = "reason: At most 255 characters.";
    expect(await namesOf(`?amount=1.234${long}`)).toEqual([tooLong, "amount: Use at most 2 decimals."]);
    expect(await namesOf(`?amount=0${long}`)).toEqual([tooLong, "amount: Use an amount above zero."]);
    expect(await namesOf(`?amount=11${long}`)).toEqual([
      tooLong,
      "amount: At most 10.00 USD can be refunded.",
    ]);
    expect(await namesOf(`?amount=5${long}`)).toEqual([tooLong]);
    const unpaid = await idOf(await dueToday());
    expect((await refund(unpaid, `?amount=1.234${long}`)).body.errors).toHaveLength(1);
    const stranger = await createTestGatewayShop();
    const theirs = await askJson(refundPaidOrder, `/x?amount=1.234${long}`, {
      method: "PUT",
      key: stranger.writeKey,
      params: { id: String(id) },
    });
    expect((await answer(theirs)).body.errors).toHaveLength(1);
  });
});

describe("a test card", () => {
  const create = async (by: TestShop, customerId: number, lastDigits: unknown) =>
    answer(
      await askJson(createTestPaymentMethod, "/x", {
        method: "POST",
        key: by.writeKey,
        params: { customerId: String(customerId) },
        headers: sendJson({}).headers,
        body: JSON.stringify({ lastDigits }),
      }),
    );

  test("is the customer's, and behaves by its digits", async () => {
    const customer = await insertCustomer(shop.id);
    const made = await create(shop, customer.id, "0002");
    expect(made).toMatchObject({ status: 201, body: { lastDigits: "0002" } });
    const contract = await dueToday({ customerId: customer.id, paymentMethodId: String(made.body.id) });
    expect((await bill(await idOf(contract))).body).toMatchObject({ status: "FAILURE" });
  });

  test("is for customers of shops on the test gateway, with four digits", async () => {
    const customer = await insertCustomer(shop.id);
    expect(await create(shop, customer.id, "42")).toMatchObject({ status: 400 });
    expect(await create(shop, 77, "4242")).toMatchObject({ status: 404 });
    const other = await createTestShop();
    expect(await create(other, (await insertCustomer(other.id)).id, "4242")).toMatchObject({ status: 403 });
  });
});
