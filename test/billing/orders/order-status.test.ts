import { describe, expect, test } from "vitest";
import { z } from "zod";
import { listPastOrders, listTopOrders } from "~/features/billing/orders/order-list.endpoints.server";
import { getOrderRecord } from "~/features/contracts/order-record/one-order.service.server";
import { orderRecord } from "~/features/contracts/order-record/order-record.server";
import type { Endpoint } from "~/http/endpoint/define-endpoint.server";
import { DAY_MS } from "~/lib/days";
import { ATTEMPT_STATUSES } from "~db/schema/attempt-enums";
import { CONTRACT_STATUSES } from "~db/schema/contract-enums";
import { askJson } from "../../support/calls/json-endpoints";
import { type ContractOverrides, insertContract, NOW } from "../../support/data/factories";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";

const shop = shopOfEachTest();

const day = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
type Listed = { subscriptionContractId: number };
async function readOrders(operation: Endpoint, contract: Listed, search = "") {
  const url = `/x?contractId=${contract.subscriptionContractId}${search}`;
  const response = await askJson(operation, url, { key: shop.readKey });
  return z.array(orderRecord.strict()).parse(await response.json());
}
const readPast = (contract: Listed, search = "") => readOrders(listPastOrders.merchant, contract, search);
const readToCome = (contract: Listed) => readOrders(listTopOrders.merchant, contract);

describe("the wire status of a stored status", () => {
  const WIRE_STATUSES = {
    PROCESSING: "REQUESTING",
    PARKED: "CONTRACT_PAUSED",
    CANCELLED: "CONTRACT_CANCELLED",
    SUCCESS: "SUCCESS",
  } as const;
  const stored = Object.keys(WIRE_STATUSES) as (keyof typeof WIRE_STATUSES)[];
  const insertEach = (overrides: ContractOverrides) =>
    insertContract(shop.id, {
      ...overrides,
      attempts: stored.map((status, index) => ({ status, billingDate: day(-1 - index) })),
    });

  test("is the wire's, and past orders are sorted by it", async () => {
    const statuses = (await readPast(await insertEach({}), "&sort=status,asc")).map(({ status }) => status);
    expect(statuses).toEqual(Object.values(WIRE_STATUSES).toSorted());
  });

  test("CANCELLED is CONTRACT_ENDED where the contract ran out", async () => {
    const statuses = (await readPast(await insertEach({ status: "EXPIRED" }))).map(({ status }) => status);
    expect(statuses).toEqual(["REQUESTING", "CONTRACT_PAUSED", "CONTRACT_ENDED", "SUCCESS"]);
  });

  test.each(CONTRACT_STATUSES)("is one for the list and for a charged order: %s", async (status) => {
    const contract = await insertContract(shop.id, {
      status,
      attempts: ATTEMPT_STATUSES.map((each, index) => ({ status: each, billingDate: day(-1 - index) })),
    });
    const listed = [...(await readPast(contract)), ...(await readToCome(contract))];
    expect(listed).toHaveLength(ATTEMPT_STATUSES.length);
    for (const order of listed)
      expect((await getOrderRecord(shop.shop, order.id, null, NOW)).status).toBe(order.status);
  });
});
