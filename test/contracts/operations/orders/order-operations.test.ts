import { describe, expect, test } from "vitest";
import { rescheduleOrder } from "~/features/contracts/operations/orders/reschedule-order.server";
import { skipOrder, unskipOrder } from "~/features/contracts/operations/orders/skip-order.server";
import { skipUpcomingOrder } from "~/features/contracts/operations/orders/skip-upcoming-order.server";
import { orderRecord } from "~/features/contracts/order-record/order-record.server";
import { topUpAttempts } from "~/features/order-schedule/billing-attempts.service.server";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { askJson, sendJson } from "../../../support/calls/json-endpoints";
import { asCustomer } from "../../../support/calls/portal";
import { saveSettings } from "../../../support/calls/portal-contract";
import { readAttempts, readContractRow } from "../../../support/data/contract-plan";
import { type ContractOverrides, insertContract, insertCustomer } from "../../../support/data/factories";
import { shopOfEachTest } from "../../../support/data/shop-of-each-test";

const shop = shopOfEachTest();

/** Requests use the real clock, so dates are given in days from today at nine. */
const START = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + 9 * 3_600_000);
const ahead = (days: number) => new Date(START.getTime() + days * DAY_MS);
const toDays = (date: Date | string) => Math.round((+new Date(date) - +START) / DAY_MS);

/** Every ten days, with three orders ahead. */
async function everyTenDays(overrides: ContractOverrides = {}) {
  const contract = await insertContract(shop.id, {
    billingInterval: "DAY",
    billingIntervalCount: 10,
    nextBillingDate: ahead(10),
    ...overrides,
  });
  await topUpAttempts(db, shop.shop, [contract.id], new Date());
  return { ...contract, orders: (await readAttempts(contract)).map(({ id }) => id) };
}
type Contract = Awaited<ReturnType<typeof everyTenDays>>;

const plan = async (contract: Contract) =>
  (await readAttempts(contract))
    .map(({ status, billingDate }) => `${status} ${toDays(billingDate)}`)
    .sort((a, b) => Number(a.split(" ")[1]) - Number(b.split(" ")[1]));

type Callers = { merchant: Parameters<typeof askJson>[0]; portal: Parameters<typeof askJson>[0] };
async function put(
  operation: Callers,
  id: number | undefined,
  parameters: Record<string, string> = {},
  { by, body }: { by?: number; body?: unknown } = {},
) {
  const response = await askJson(
    by === undefined ? operation.merchant : operation.portal,
    `/x?${new URLSearchParams(parameters)}`,
    {
      method: "PUT",
      ...(id !== undefined && { params: { id: String(id) } }),
      headers: {
        ...(body !== undefined && sendJson(body).headers),
        ...(by === undefined ? { "X-API-Key": shop.writeKey } : await asCustomer(shop, by)),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
  );
  const answer = await response.json();
  if (response.ok) expect(orderRecord.strict().parse(answer)).toEqual(answer);
  return { status: response.status, body: answer };
}

describe("skip, unskip and skip-upcoming answer the order as it is afterwards", () => {
  test("to the merchant and to the customer, by the number of the order", async () => {
    const contract = await everyTenDays({ lines: [{ currentPrice: "7.50", quantity: 2 }] });
    const [first, second] = contract.orders;
    const skipped = await put(skipOrder, second);
    expect(skipped).toMatchObject({
      status: 200,
      body: { id: second, status: "SKIPPED", orderAmount: 15, billingDate: ahead(20).toISOString() },
    });
    expect(skipped.body.variantList).toHaveLength(1);
    const back = await put(unskipOrder, second, {}, { by: contract.customerId, body: {} });
    expect(back).toMatchObject({ status: 200, body: { id: second, status: "QUEUED" } });
    const upcoming = await put(
      skipUpcomingOrder,
      undefined,
      { subscriptionContractId: `gid://platform/SubscriptionContract/${contract.subscriptionContractId}` },
      { by: contract.customerId },
    );
    expect(upcoming).toMatchObject({ status: 200, body: { id: first, status: "SKIPPED" } });
    const again = await put(
      skipUpcomingOrder,
      undefined,
      {},
      {
        body: { subscriptionContractId: contract.subscriptionContractId },
      },
    );
    expect(again).toMatchObject({ status: 200, body: { id: second, status: "SKIPPED" } });
    expect(await plan(contract)).toEqual(["SKIPPED 10", "SKIPPED 20", "QUEUED 30", "QUEUED 40", "QUEUED 50"]);
  });

  test("skip-upcoming refuses without a contract, without an order, and another's as an unknown one", async () => {
    const contract = await everyTenDays({ status: "PAUSED" });
    const stranger = await insertCustomer(shop.id);
    const ask = (subscriptionContractId: string, by?: number) =>
      put(skipUpcomingOrder, undefined, { subscriptionContractId }, { by });
    const id = String(contract.subscriptionContractId);
    expect(await put(skipUpcomingOrder, undefined)).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: "subscriptionContractId", code: "missing" }] },
    });
    expect((await ask(id)).status).toBe(409);
    const unknown = await ask("99", stranger.id);
    expect(unknown.status).toBe(404);
    expect((await ask(id, stranger.id)).body.detail).toBe(unknown.body.detail);
  });

  test("a customer may neither skip nor reschedule what the shop has switched off", async () => {
    const contract = await everyTenDays();
    await saveSettings(shop, { disabledActions: ["skip", "reschedule"] });
    const by = contract.customerId;
    const subscriptionContractId = String(contract.subscriptionContractId);
    const billingDate = ahead(11).toISOString();
    for (const { status, body } of [
      await put(skipUpcomingOrder, undefined, { subscriptionContractId }, { by }),
      await put(rescheduleOrder, contract.orders[0], { billingDate }, { by }),
    ])
      expect([status, body.code]).toEqual([403, "switched_off"]);
  });
});

describe("reschedule-order", () => {
  const move = (id: number | undefined, days: number, more: Record<string, string> = {}) =>
    put(rescheduleOrder, id, { billingDate: ahead(days).toISOString(), ...more });

  test("moves one order; the others stay, and the next date follows the next order", async () => {
    const contract = await everyTenDays();
    const [first, second] = contract.orders;
    expect(await move(second, 24)).toMatchObject({
      status: 200,
      body: { id: second, billingDate: ahead(24).toISOString(), status: "QUEUED" },
    });
    expect(await plan(contract)).toEqual(["QUEUED 10", "QUEUED 24", "QUEUED 30"]);
    expect((await readContractRow(contract)).nextBillingDate).toEqual(ahead(10));
    expect((await move(first, 3)).status).toBe(200);
    expect((await readContractRow(contract)).nextBillingDate).toEqual(ahead(3));
    expect(await plan(contract)).toEqual(["QUEUED 3", "QUEUED 24", "QUEUED 30"]);
  });

  test("with the later ones these follow, counted from it", async () => {
    const contract = await everyTenDays();
    const [first, second] = contract.orders;
    const later = { rescheduleFutureOrder: "true" };
    expect((await move(second, 25, later)).status).toBe(200);
    expect(await plan(contract)).toEqual(["QUEUED 10", "QUEUED 25", "QUEUED 35"]);
    expect((await move(first, 12, later)).status).toBe(200);
    expect(await plan(contract)).toEqual(["QUEUED 12", "QUEUED 22", "QUEUED 32"]);
    expect(await readContractRow(contract)).toMatchObject({
      nextBillingDate: ahead(12),
      scheduleAnchor: ahead(12),
    });
  });

  test("the last order, made early, is not planned again on its former date", async () => {
    const contract = await everyTenDays();
    expect((await move(contract.orders[2], 22)).status).toBe(200);
    expect(await plan(contract)).toEqual(["QUEUED 10", "QUEUED 20", "QUEUED 22"]);
    await put(skipOrder, contract.orders[0]);
    expect(await plan(contract)).toEqual(["SKIPPED 10", "QUEUED 20", "QUEUED 22", "QUEUED 40"]);
    const ending = await everyTenDays({ endsAt: ahead(35) });
    expect((await move(ending.orders[2], 22)).status).toBe(200);
    expect(await plan(ending)).toEqual(["QUEUED 10", "QUEUED 20", "QUEUED 22"]);
    const counted = await everyTenDays({ maxCycles: 3 });
    expect((await move(counted.orders[2], 22)).status).toBe(200);
    expect(await plan(counted)).toEqual(["QUEUED 10", "QUEUED 20", "QUEUED 22"]);
  });

  test("an order moved earlier keeps its cycle: whatever is skipped behind it, its former date gets no other order", async () => {
    const skip = (contract: Contract, index: number) => put(skipOrder, contract.orders[index]);
    const last = await everyTenDays();
    await move(last.orders[2], 22);
    await skip(last, 0);
    await skip(last, 1);
    expect(await plan(last)).toEqual([
      ...["SKIPPED 10", "SKIPPED 20"],
      ...["QUEUED 22", "QUEUED 40", "QUEUED 50"],
    ]);
    expect((await move(last.orders[2], 35)).status).toBe(200);
    const middle = await everyTenDays();
    await move(middle.orders[1], 12);
    await skip(middle, 2);
    expect(await plan(middle)).toEqual(["QUEUED 10", "QUEUED 12", "SKIPPED 30", "QUEUED 40"]);
    const ending = await everyTenDays({ endsAt: ahead(35) });
    await move(ending.orders[2], 22);
    await skip(ending, 0);
    expect(await plan(ending)).toEqual(["SKIPPED 10", "QUEUED 20", "QUEUED 22"]);
  });

  test("with the later ones, they are counted from it, whatever date an order before it stands for", async () => {
    const contract = await everyTenDays({ nextBillingDate: ahead(15) });
    await move(contract.orders[0], 3);
    expect((await move(contract.orders[1], 5, { rescheduleFutureOrder: "true" })).status).toBe(200);
    expect(await plan(contract)).toEqual(["QUEUED 3", "QUEUED 5", "QUEUED 15"]);
  });

  test("names what is wrong with the date", async () => {
    const contract = await everyTenDays({ endsAt: ahead(300) });
    const [first, second, third] = contract.orders;
    const code = async (answer: ReturnType<typeof move>) => (await answer).body.errors?.[0];
    expect(await code(put(rescheduleOrder, first))).toMatchObject({
      parameter: "billingDate",
      code: "missing",
    });
    expect(await code(put(rescheduleOrder, first, { billingDate: "2027-01-01" }))).toMatchObject({
      code: "invalid_date",
    });
    expect(await code(move(first, -1))).toMatchObject({ parameter: "billingDate", code: "too_soon" });
    expect(await code(move(first, 4000))).toMatchObject({ code: "too_far" });
    expect(await code(move(third, 301))).toMatchObject({ code: "after_end" });
    expect(await code(move(second, 9))).toMatchObject({ code: "out_of_order" });
    expect(await code(move(second, 31))).toMatchObject({ code: "out_of_order" });
    expect(await code(move(third, 40))).toMatchObject({ code: "out_of_order" });
    expect(await plan(contract)).toEqual(["QUEUED 10", "QUEUED 20", "QUEUED 30"]);
  });

  test("refuses an order that is not planned, of a paused contract, on a taken date; another's as an unknown one", async () => {
    const contract = await everyTenDays({
      attempts: [{ billingDate: ahead(15), status: "SKIPPED" }],
    });
    const orders = await readAttempts(contract);
    const skipped = orders.find(({ status }) => status === "SKIPPED")?.id;
    const queued = orders.find(({ status }) => status === "QUEUED")?.id;
    expect((await move(skipped, 16)).status).toBe(409);
    expect((await move(queued, 15, { rescheduleFutureOrder: "true" })).status).toBe(409);
    expect((await move(queued, 15)).status).toBe(409);
    const paused = await everyTenDays({
      status: "PAUSED",
      attempts: [{ billingDate: ahead(10), status: "PARKED" }],
    });
    expect((await move(paused.orders[0], 16)).status).toBe(409);
    const stranger = await insertCustomer(shop.id);
    const billingDate = ahead(16).toISOString();
    const unknown = await put(rescheduleOrder, 99_999, { billingDate }, { by: stranger.id });
    const others = await put(rescheduleOrder, queued, { billingDate }, { by: stranger.id });
    expect([unknown.status, others.status]).toEqual([404, 404]);
    expect(others.body.detail).toBe(unknown.body.detail);
    const elsewhere = await move(queued, 16, {
      subscriptionContractId: String(paused.subscriptionContractId),
    });
    expect(elsewhere.status).toBe(404);
  });
});
