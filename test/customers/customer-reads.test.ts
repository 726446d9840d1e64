import { describe, expect, test } from "vitest";
import { updatePaymentMethod } from "~/features/contracts/operations/payment/payment-method.server";
import {
  listCustomersPaymentMethods,
  listPaymentMethodsOfCustomer,
  readCustomer,
  validateCustomer,
} from "~/features/customers/read/customer.endpoints.server";
import {
  customerValidity,
  customerWithContracts,
  paymentMethodList,
} from "~/features/customers/read/customer.schema";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { idOf, namesOf, send } from "../support/calls/contract-calls";
import { askJson } from "../support/calls/json-endpoints";
import { asCustomer } from "../support/calls/portal";
import { saveSettings } from "../support/calls/portal-contract";
import { readContractRow } from "../support/data/contract-plan";
import {
  createTestShop,
  insertContract,
  insertCustomer,
  insertPaymentMethod,
  NOW,
} from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest();
type Endpoint = Parameters<typeof askJson>[0];

async function get(
  endpoint: Endpoint,
  customerId: number | string,
  { by, search = "" }: { by?: number; search?: string } = {},
) {
  const response = await askJson(endpoint, `/x${search}`, {
    params: { customerId: String(customerId) },
    headers: by === undefined ? { "X-API-Key": shop.readKey } : await asCustomer(shop, by),
  });
  return { status: response.status, body: await response.json() };
}

describe("subscription-customers", () => {
  test("answers the customer and their contracts, newest first, as nodes and edges, to both callers", async () => {
    const ada = await insertCustomer(shop.id, { phone: "+4930123", tags: ["vip"], email: "ada@example.com" });
    const older = await insertContract(shop.id, {
      customerId: ada.id,
      status: "CANCELLED",
      createdAt: new Date(+NOW - DAY_MS),
    });
    const newer = await insertContract(shop.id, { customerId: ada.id, status: "PAUSED", createdAt: NOW });
    await insertContract(shop.id);
    const { status, body } = await get(readCustomer.merchant, ada.id);
    expect(status).toBe(200);
    expect(customerWithContracts.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({
      id: `gid://platform/Customer/${ada.id}`,
      displayName: "Ada Lovelace",
      email: "ada@example.com",
      phone: "+4930123",
      tags: ["vip"],
      productSubscriberStatus: "PAUSED",
      subscriptionContracts: { pageInfo: { hasNextPage: false, hasPreviousPage: false } },
    });
    const { nodes, edges, pageInfo } = body.subscriptionContracts;
    expect(nodes.map(({ id }: { id: string }) => id)).toEqual(
      [newer, older].map((each) => `gid://platform/SubscriptionContract/${each.subscriptionContractId}`),
    );
    expect(edges.map(({ node }: { node: unknown }) => node)).toEqual(nodes);
    expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual(
      edges.map(({ cursor }: { cursor: string }) => cursor),
    );
    expect(await get(readCustomer.portal, `gid://platform/Customer/${ada.id}`, { by: ada.id })).toEqual({
      status,
      body,
    });
  });

  test("gives 20 at a time; the cursors lead through all of them, once each, also where many were made at once", async () => {
    const { id } = await insertCustomer(shop.id);
    for (let i = 0; i < 45; i++)
      await insertContract(shop.id, {
        customerId: id,
        createdAt: new Date(+NOW - Math.floor(i / 30) * DAY_MS),
      });
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let search = ""; ; ) {
      const { nodes, pageInfo } = (await get(readCustomer.merchant, id, { search })).body
        .subscriptionContracts;
      sizes.push(nodes.length);
      seen.push(...nodes.map((node: { id: string }) => node.id));
      if (!pageInfo.hasNextPage) break;
      search = `?cursor=${encodeURIComponent(pageInfo.endCursor)}`;
    }
    expect(sizes).toEqual([20, 20, 5]);
    expect(new Set(seen).size).toBe(45);
    const other = await insertCustomer(shop.id);
    const { startCursor } = (await get(readCustomer.merchant, id)).body.subscriptionContracts.pageInfo;
    for (const [customer, cursor] of [
      [id, "nonsense"],
      [other.id, startCursor],
    ])
      expect(await get(readCustomer.merchant, customer, { search: `?cursor=${cursor}` })).toMatchObject({
        status: 400,
        body: { errors: [{ parameter: "cursor", code: "invalid_cursor" }] },
      });
  });

  test("a customer without contracts has none; an unknown one, another shop's and another customer's are alike", async () => {
    const { id } = await insertCustomer(shop.id, { firstName: null, lastName: null, email: "x@example.com" });
    expect((await get(readCustomer.merchant, id)).body).toMatchObject({
      displayName: "x@example.com",
      productSubscriberStatus: "NEVER_SUBSCRIBED",
      subscriptionContracts: { nodes: [], edges: [], pageInfo: { startCursor: null, endCursor: null } },
    });
    const foreign = await insertCustomer((await createTestShop()).id);
    const neighbour = await insertCustomer(shop.id);
    const unknown = await get(readCustomer.merchant, 9_999_999);
    expect(unknown.status).toBe(404);
    expect((await get(readCustomer.merchant, foreign.id)).body.detail).toBe(unknown.body.detail);
    expect((await get(readCustomer.portal, neighbour.id, { by: id })).body.detail).toBe(unknown.body.detail);
    expect((await get(readCustomer.merchant, "x")).status).toBe(400);
  });

  test("the best status counts, by the order of the interface", async () => {
    const { id } = await insertCustomer(shop.id);
    const statusOf = async () => (await get(readCustomer.merchant, id)).body.productSubscriberStatus;
    const seen = [];
    for (const status of ["FAILED", "EXPIRED", "CANCELLED", "PAUSED", "ACTIVE"] as const) {
      await insertContract(shop.id, { customerId: id, status });
      seen.push(await statusOf());
    }
    expect(seen).toEqual(["FAILED", "EXPIRED", "CANCELLED", "PAUSED", "ACTIVE"]);
  });

  test("valid says whether the shop has the customer and whether they subscribe", async () => {
    const { id } = await insertCustomer(shop.id);
    const ask = async (customer: number) =>
      customerValidity.parse((await get(validateCustomer, customer)).body);
    expect(await ask(id)).toEqual({ valid: true, hasActiveSubscription: false, subscriptionCount: 0 });
    await insertContract(shop.id, { customerId: id, status: "CANCELLED" });
    await insertContract(shop.id, { customerId: id });
    expect(await ask(id)).toEqual({ valid: true, hasActiveSubscription: true, subscriptionCount: 2 });
    const foreign = await insertContract((await createTestShop()).id);
    const unknown = { valid: false, hasActiveSubscription: false, subscriptionCount: 0 };
    expect([await ask(foreign.customerId), await ask(9_999_999)]).toEqual([unknown, unknown]);
    expect((await get(validateCustomer, "0")).status).toBe(400);
  });
});

describe("payment methods", () => {
  test("are listed at both URLs, usable ones first, with no more of a card than the raw contract has", async () => {
    const { id } = await insertCustomer(shop.id);
    await insertPaymentMethod(shop.id, id, { id: "gid://shop/CustomerPaymentMethod/a", revokedAt: NOW });
    await insertPaymentMethod(shop.id, id, {
      id: "b",
      instrumentType: "CustomerCreditCard",
      brand: "visa",
      lastDigits: "4242",
      expiryMonth: 5,
      expiryYear: 2031,
      holderName: "Ada",
    });
    const { status, body } = await get(listPaymentMethodsOfCustomer.merchant, id);
    expect(status).toBe(200);
    expect(paymentMethodList.parse(body)).toEqual(body);
    expect(body).toEqual([
      {
        get__typename: "CustomerPaymentMethod",
        id: "gid://platform/CustomerPaymentMethod/b",
        instrument: {
          get__typename: "CustomerCreditCard",
          brand: "visa",
          lastDigits: "4242",
          maskedNumber: "•••• •••• •••• 4242",
          expiryMonth: 5,
          expiryYear: 2031,
          name: "Ada",
        },
        revokedAt: null,
      },
      {
        get__typename: "CustomerPaymentMethod",
        id: "gid://shop/CustomerPaymentMethod/a",
        instrument: null,
        revokedAt: "2026-03-02T12:00:00Z",
      },
    ]);
    expect((await get(listCustomersPaymentMethods.merchant, id)).body).toEqual(body);
    expect((await get(listCustomersPaymentMethods.portal, id, { by: id })).body).toEqual(body);
    const other = await insertCustomer(shop.id);
    expect((await get(listPaymentMethodsOfCustomer.portal, id, { by: other.id })).status).toBe(404);
  });

  test("an expired one is listed behind the usable ones, before revoked ones", async () => {
    const { id } = await insertCustomer(shop.id);
    const year = new Date().getUTCFullYear();
    await insertPaymentMethod(shop.id, id, { id: "a", revokedAt: NOW });
    await insertPaymentMethod(shop.id, id, { id: "b", expiryMonth: 1, expiryYear: 2020 });
    await insertPaymentMethod(shop.id, id, { id: "c", expiryMonth: 12, expiryYear: year + 1 });
    await insertPaymentMethod(shop.id, id, { id: "d" });
    const { body } = await get(listPaymentMethodsOfCustomer.merchant, id);
    expect(body.map((method: { id: string }) => method.id.at(-1))).toEqual(["c", "d", "b", "a"]);
  });

  test("another one pays the contract, and what waits to be paid is tried at once", async () => {
    const contract = await insertContract(shop.id, {
      attempts: [
        {
          status: "FAILURE",
          billingDate: new Date(Date.now() - DAY_MS),
          nextStep: "TRY",
          nextStepAt: new Date(Date.now() + 9 * DAY_MS),
        },
      ],
    });
    const card = await insertPaymentMethod(shop.id, contract.customerId, {
      expiryMonth: 12,
      expiryYear: new Date().getUTCFullYear() + 1,
    });
    const answer = await send(shop, updatePaymentMethod, {
      ...idOf(contract),
      paymentMethodId: `gid://platform/CustomerPaymentMethod/${card}`,
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { customerPaymentMethod: { id: `gid://platform/CustomerPaymentMethod/${card}` } },
    });
    expect((await readContractRow(contract)).paymentMethodId).toBe(card);
    const [order] = await db.select().from(billingAttempts);
    expect(+(order?.nextStepAt ?? 0)).toBeLessThanOrEqual(Date.now());
    const { version } = await readContractRow(contract);
    expect(
      (await send(shop, updatePaymentMethod, {}, { body: { ...idOf(contract), paymentMethodId: card } }))
        .status,
    ).toBe(200);
    expect((await readContractRow(contract)).version).toBe(version);
  });

  test("a contract made without one is charged automatically once it has one; what is charged by hand stays so", async () => {
    const customerId = (await insertCustomer(shop.id)).id;
    const make = async (paymentMethodId: string | null) => {
      const contract = await insertContract(shop.id, { customerId, autoCharge: false, paymentMethodId });
      const card = await insertPaymentMethod(shop.id, customerId);
      const answer = await send(shop, updatePaymentMethod, { ...idOf(contract), paymentMethodId: card });
      expect(answer.status).toBe(200);
      return (await readContractRow(contract)).autoCharge;
    };
    expect(await make(null)).toBe(true);
    expect(await make(await insertPaymentMethod(shop.id, customerId))).toBe(false);
  });

  test("expired, revoked and unknown ones are refused, another customer's as an unknown one", async () => {
    const contract = await insertContract(shop.id);
    const of = (overrides: Parameters<typeof insertPaymentMethod>[2], owner = contract.customerId) =>
      insertPaymentMethod(shop.id, owner, overrides);
    const refusal = async (paymentMethodId: string) => {
      const answer = await send(shop, updatePaymentMethod, { ...idOf(contract), paymentMethodId });
      expect([answer.status, namesOf(answer)]).toEqual([400, ["paymentMethodId"]]);
      return answer.body.errors?.[0]?.code;
    };
    expect(await refusal(await of({ expiryMonth: 1, expiryYear: 2020 }))).toBe("expired");
    expect(await refusal(await of({ revokedAt: NOW }))).toBe("revoked");
    expect(await refusal(await of({}, (await insertCustomer(shop.id)).id))).toBe("unknown");
    expect(await refusal("nowhere")).toBe("unknown");
    expect(await refusal("two words")).toBe("invalid_value");
    const both = await send(shop, updatePaymentMethod, {});
    expect([both.status, namesOf(both)]).toEqual([400, ["contractId", "paymentMethodId"]]);
    const over = await insertContract(shop.id, { status: "CANCELLED" });
    const card = await of({}, over.customerId);
    expect((await send(shop, updatePaymentMethod, { ...idOf(over), paymentMethodId: card })).status).toBe(
      409,
    );
  });

  test("customers change it only if the shop has switched that on; existing shops have not", async () => {
    const contract = await insertContract(shop.id);
    const by = contract.customerId;
    const wanted = { ...idOf(contract), paymentMethodId: await insertPaymentMethod(shop.id, by) };
    expect((await send(shop, updatePaymentMethod, wanted, { by })).body.code).toBe("switched_off");
    await saveSettings(shop, { enabledActions: ["payment_method"] });
    expect((await send(shop, updatePaymentMethod, wanted, { by })).status).toBe(200);
  });
});
