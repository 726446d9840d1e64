import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import {
  skipUnskipLine,
  updateLineAttributes,
  updateLineQuantity,
  updateShippingAddress,
} from "~/features/contracts/contract-edits.endpoints.server";
import type { RawContract } from "~/features/contracts/raw-contract";
import { DEFAULT_PORTAL_SETTINGS } from "~/features/portal/portal-settings";
import { savePortalSettings } from "~/features/portal/portal-settings.repo.server";
import type { ProblemBody } from "~/http/problem";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { contracts } from "~db/schema/contracts";
import { events } from "~db/schema/events";
import { PORTAL_ACTIONS } from "~db/schema/portal-words";
import { resetDatabase } from "./support/database";
import {
  type ContractOverrides,
  createTestShop,
  insertContract,
  insertCustomer,
  NOW,
  type TestShop,
} from "./support/factories";
import { askJson, sendJson } from "./support/json-endpoints";
import { asCustomer } from "./support/portal";

type Contract = Awaited<ReturnType<typeof insertContract>>;
type Operation = typeof updateShippingAddress | typeof skipUnskipLine | typeof updateLineAttributes;
type Answer = { status: number; body: Omit<RawContract, "status"> & Omit<ProblemBody, "status"> };

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
});

const ADDRESS = {
  firstName: "Grace",
  lastName: "Hopper",
  address1: "Museumstraat 1",
  city: "Amsterdam",
  zip: "1071 XX",
  countryCode: "NL",
};

/** By the merchant, or by the contract's customer. */
async function send(
  operation: Operation,
  parameters: Record<string, string | number>,
  { body, by }: { body?: unknown; by?: number } = {},
): Promise<Answer> {
  const headers = {
    ...(body !== undefined && sendJson(body).headers),
    ...(by === undefined ? { "X-API-Key": shop.writeKey } : await asCustomer(shop, by)),
  };
  const search = new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [name, String(value)]),
  );
  const response = await askJson(by === undefined ? operation.merchant : operation.portal, `/x?${search}`, {
    method: "PUT",
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const idOf = ({ subscriptionContractId: contractId }: Contract) => ({ contractId });
const lineOf = (contract: Contract, index = 0) => ({
  ...idOf(contract),
  lineId: contract.lines[index]?.id ?? "",
});
const namesOf = ({ body }: Answer) =>
  (body.errors ?? []).map((error) => error.parameter ?? error.pointer).sort();
const readActivity = ({ id }: Contract) =>
  db
    .select()
    .from(activity)
    .where(and(eq(activity.shopId, shop.id), eq(activity.contractId, id)));

describe("shipping address", () => {
  test("a customer's new address is in the answer and told with what it was before", async () => {
    const contract = await insertContract(shop.id, {
      deliveryAddress: {
        ...ADDRESS,
        city: "Utrecht",
        company: "ACME",
        address2: null,
        province: null,
        provinceCode: null,
        country: "Netherlands",
        phone: null,
      },
    });
    const answer = await send(updateShippingAddress, idOf(contract), {
      body: { ...ADDRESS, provinceCode: "NL-NH" },
      by: contract.customerId,
    });
    expect(answer.status).toBe(200);
    expect(answer.body.deliveryMethod?.address).toEqual({
      ...ADDRESS,
      company: null,
      address2: null,
      phone: null,
      country: "Netherlands",
      provinceCode: "NH",
      province: "Noord-Holland",
    });
    expect(await readActivity(contract)).toMatchObject([
      {
        actorType: "customer",
        actorName: "Ada Lovelace",
        action: "contract.address_changed",
        before: { deliveryAddress: { city: "Utrecht", company: "ACME" } },
        after: { deliveryAddress: { city: "Amsterdam", company: null } },
      },
    ]);
    expect(await db.select().from(events)).toMatchObject([
      { type: "updated", contractId: contract.id, changedFields: ["deliveryAddress"] },
    ]);
  });

  test("the address the contract has already changes nothing", async () => {
    const contract = await insertContract(shop.id);
    const first = await send(updateShippingAddress, idOf(contract), { body: ADDRESS });
    const { body: again } = await send(updateShippingAddress, idOf(contract), { body: ADDRESS });
    expect(again).toEqual(first.body);
    expect(await readActivity(contract)).toHaveLength(1);
  });

  test("every missing field and a missing contract are named in one answer", async () => {
    const { status, ...answer } = await send(updateShippingAddress, {}, { body: { countryCode: "US" } });
    expect(status).toBe(400);
    expect(namesOf({ status, ...answer })).toEqual([
      "/address1",
      "/city",
      "/firstName",
      "/lastName",
      "/zip",
      "contractId",
    ]);
  });

  test.each([
    [{ deliveryMethodType: "PICKUP" }, 409],
    [{ deliveryMethodType: "LOCAL_DELIVERY" }, 409],
    [{ deliveryMethodType: "NONE" }, 409],
    [{ status: "CANCELLED" }, 409],
    [{ status: "EXPIRED" }, 409],
    [{ status: "PAUSED" }, 200],
    [{ status: "FAILED" }, 200],
  ] as const)("a contract with %j is answered %i", async (overrides: ContractOverrides, expected) => {
    const contract = await insertContract(shop.id, overrides);
    const { status, body } = await send(updateShippingAddress, idOf(contract), { body: ADDRESS });
    expect([status, body.code]).toEqual([expected, expected === 409 ? "conflict" : undefined]);
  });
});

describe("leaving a line out of the next order", () => {
  const skippedOf = ({ body }: Answer) => body.lines.nodes.map((line) => line.skippedNextOrder);

  test("without a wish the call toggles, with one it sets; the price of an order stays", async () => {
    const contract = await insertContract(shop.id, { lines: [{}, {}] });
    const by = contract.customerId;
    expect(skippedOf(await send(skipUnskipLine, lineOf(contract), { by }))).toEqual([true, false]);
    expect(skippedOf(await send(skipUnskipLine, lineOf(contract), { by }))).toEqual([false, false]);
    const set = { ...lineOf(contract), skip: "true" };
    expect(skippedOf(await send(skipUnskipLine, set))).toEqual([true, false]);
    expect(skippedOf(await send(skipUnskipLine, set))).toEqual([true, false]);
    expect(skippedOf(await send(skipUnskipLine, { ...set, skip: "false" }))).toEqual([false, false]);
    const actions = (await readActivity(contract)).map((row) => row.action.slice("contract.line_".length));
    expect(actions).toEqual(["skipped", "unskipped", "skipped", "unskipped"]);
    const [row] = await db.select().from(contracts).where(eq(contracts.id, contract.id));
    expect(row?.orderAmount).toBe("20.0000");
  });

  test("contract, line and wish may come as a body; the line as gid", async () => {
    const contract = await insertContract(shop.id, { lines: [{}, {}] });
    const { contractId, lineId } = lineOf(contract, 1);
    const body = {
      contractId,
      lineId: `gid://platform/SubscriptionLine/${lineId.toUpperCase()}`,
      skip: true,
    };
    expect(skippedOf(await send(skipUnskipLine, {}, { body }))).toEqual([false, true]);
    // Where both speak, the query counts.
    expect(skippedOf(await send(skipUnskipLine, { skip: "false" }, { body }))).toEqual([false, false]);
  });

  test("the last line stays in: skip the order instead", async () => {
    const contract = await insertContract(shop.id, { lines: [{}, { skippedNextOrder: true }] });
    const { status, body } = await send(skipUnskipLine, lineOf(contract, 0));
    expect([status, body.code]).toEqual([409, "last_line"]);
    expect(body.detail).toContain("skip-order");
    expect((await send(skipUnskipLine, { ...lineOf(contract, 0), skip: "false" })).status).toBe(200);
  });

  test("of two customers' taps at once on a contract of two lines, one line stays in", async () => {
    const contract = await insertContract(shop.id, { lines: [{}, {}] });
    const answers = await Promise.all(
      [0, 1].map((index) => send(skipUnskipLine, { ...lineOf(contract, index), skip: "true" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("skip then unskip restores the lines as they were, in any order of taps", async () => {
    const contract = await insertContract(shop.id, { lines: [{}, {}, {}] });
    const taps = fc.array(fc.record({ index: fc.nat(2), skip: fc.boolean() }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(taps, async (wishes) => {
        for (const { index, skip } of wishes)
          await send(skipUnskipLine, { ...lineOf(contract, index), skip: String(skip) });
        for (const index of [0, 1, 2])
          await send(skipUnskipLine, { ...lineOf(contract, index), skip: "false" });
        expect(skippedOf(await send(skipUnskipLine, { ...lineOf(contract), skip: "false" }))).toEqual([
          false,
          false,
          false,
        ]);
      }),
      { numRuns: 5 },
    );
  });

  test.each([
    [{}, undefined, ["contractId", "lineId"]],
    [{ contractId: "0", lineId: "x", skip: "maybe" }, undefined, ["contractId", "lineId", "skip"]],
    [{}, { contractId: 0, lineId: 7, skip: "yes" }, ["/contractId", "/lineId", "/skip"]],
    [{ contractId: "9007199254740992" }, { lineId: "gid://platform/Product/1" }, ["/lineId", "contractId"]],
    [{}, [], [""]],
  ])("wrong input %j %j is refused naming all of it", async (parameters, body, expected) => {
    const answer = await send(skipUnskipLine, parameters, { body });
    expect([answer.status, namesOf(answer)]).toEqual([400, expected]);
  });
});

describe("attributes of a line", () => {
  const stored = [
    { key: "_sku", value: "1" },
    { key: "Engraving", value: "Ada" },
  ];
  const write = (contract: Contract, body: unknown, by?: number) =>
    send(updateLineAttributes, lineOf(contract), { body, by });
  const attributesOf = ({ body }: Answer) =>
    body.lines.nodes[0]?.customAttributes.map(({ key, value }) => `${key}=${value}`);

  test("the array replaces what the line has, in its order", async () => {
    const contract = await insertContract(shop.id, { lines: [{ customAttributes: stored }] });
    const wanted = [
      { key: "b", value: "" },
      { key: "a", value: "x" },
    ];
    expect(attributesOf(await write(contract, wanted))).toEqual(["b=", "a=x"]);
    expect(attributesOf(await write(contract, []))).toEqual([]);
  });

  test("a customer's call keeps the merchant's, may send them back, and may not write them", async () => {
    const contract = await insertContract(shop.id, { lines: [{ customAttributes: stored }] });
    const by = contract.customerId;
    const own = { key: "Engraving", value: "Grace" };
    expect(attributesOf(await write(contract, [own], by))).toEqual(["Engraving=Grace", "_sku=1"]);
    const back = [{ key: "_sku", value: "1" }, own];
    expect(attributesOf(await write(contract, back, by))).toEqual(["_sku=1", "Engraving=Grace"]);
    for (const foreign of [
      { key: "_sku", value: "2" },
      { key: "_new", value: "1" },
    ]) {
      const refused = await write(contract, [own, foreign], by);
      expect([refused.status, namesOf(refused)]).toEqual([403, ["/1/key"]]);
    }
    expect(attributesOf(await write(contract, [{ key: "_sku", value: "2" }]))).toEqual(["_sku=2"]);
  });

  test.each([
    [Array.from({ length: 100 }, (_, n) => ({ key: `k${n}`, value: "v" })), []],
    [Array.from({ length: 101 }, (_, n) => ({ key: `k${n}`, value: "v" })), [""]],
    [[{ key: "x".repeat(255), value: "v".repeat(5000) }], []],
    [[{ key: "x".repeat(256), value: "v".repeat(5001) }], ["/0/key", "/0/value"]],
    [
      [{ key: "", value: "v" }, { value: "v" }, { key: "k" }],
      ["/0/key", "/1/key", "/2/value"],
    ],
    [
      [
        { key: "k", value: "1" },
        { key: "k", value: "1" },
      ],
      ["/1/key"],
    ],
    [
      [{ key: "k", value: 1 }, "x", null],
      ["/0/value", "/1", "/2"],
    ],
    [{ key: "k", value: "v" }, [""]],
    [undefined, [""]],
    [[{ key: "k", value: "a\u0000" }], ["/0/value"]],
  ])("limits of the body (%#)", async (body, expected) => {
    const contract = await insertContract(shop.id);
    const answer = await write(contract, body);
    expect([answer.status, namesOf(answer)]).toEqual([expected.length > 0 ? 400 : 200, expected]);
  });

  test("the merchant's and the customer's own together keep the limit", async () => {
    const contract = await insertContract(shop.id, { lines: [{ customAttributes: stored }] });
    const full = Array.from({ length: 100 }, (_, n) => ({ key: `k${n}`, value: "v" }));
    const refused = await write(contract, full, contract.customerId);
    expect([refused.status, namesOf(refused)]).toEqual([400, [""]]);
    expect((await write(contract, full.slice(1), contract.customerId)).status).toBe(200);
  });
});

test("another quantity changes the price of the line and of the order; the limits are 1 and 999", async () => {
  const contract = await insertContract(shop.id, {
    lines: [{ currentPrice: "3.33" }],
    discounts: [{ value: "10" }],
    deliveryPrice: "2",
  });
  const set = (quantity: string) => send(updateLineQuantity, { ...lineOf(contract), quantity });
  const { body } = await set("3");
  expect(body.lines.nodes[0]).toMatchObject({ quantity: 3, lineDiscountedPrice: { amount: "8.99" } });
  const [row] = await db.select().from(contracts).where(eq(contracts.id, contract.id));
  expect([row?.contractAmount, row?.orderAmount]).toEqual(["8.9900", "10.9900"]);
  for (const [quantity, status] of [
    ["0", 400],
    ["1", 200],
    ["999", 200],
    ["1000", 400],
    ["1.5", 400],
    ["", 400],
  ] as const)
    expect([quantity, (await set(quantity)).status]).toEqual([quantity, status]);
});

const EVERY: [
  Operation,
  (contract: Contract) => { parameters: Record<string, string | number>; body?: unknown },
][] = [
  [updateShippingAddress, (contract) => ({ parameters: idOf(contract), body: ADDRESS })],
  [skipUnskipLine, (contract) => ({ parameters: lineOf(contract) })],
  [updateLineAttributes, (contract) => ({ parameters: lineOf(contract), body: [] })],
  [updateLineQuantity, (contract) => ({ parameters: { ...lineOf(contract), quantity: 2 } })],
];

describe.each(EVERY.map(([operation, build]) => [operation.merchant.operationId, operation, build] as const))(
  "%s",
  (_name, operation, build) => {
    test("what is not the caller's is answered as what does not exist", async () => {
      const other = await createTestShop();
      const stranger = await insertCustomer(shop.id);
      const mine = await insertContract(shop.id, { lines: [{}, {}] });
      const theirs = await insertContract(other.id, { lines: [{}, {}] });
      const ask = async (contract: Contract, by?: number) => {
        const { parameters, body } = build(contract);
        const { status, body: answer } = await send(operation, parameters, { body, by });
        const { requestId, ...rest } = answer;
        return { status, ...rest };
      };
      const unknown = { ...mine, subscriptionContractId: 99_999_999_999 };
      const nothing = await ask(unknown);
      expect(nothing).toMatchObject({ status: 404, code: "not_found" });
      expect(await ask(theirs)).toEqual(nothing);
      expect(await ask(unknown, stranger.id)).toEqual(nothing);
      expect(await ask(theirs, stranger.id)).toEqual(nothing);
      expect(await ask(mine, stranger.id)).toEqual(nothing);
    });

    test("needs a caller who may, the right verb, and what the shop offers", async () => {
      const contract = await insertContract(shop.id, { lines: [{}, {}] });
      const { parameters, body } = build(contract);
      const search = new URLSearchParams(
        Object.entries(parameters).map(([name, value]) => [name, String(value)]),
      );
      const put = { method: "PUT", ...(body !== undefined && sendJson(body)) };
      const ask = (endpoint: Operation["merchant"], more: object) =>
        askJson(endpoint, `/x?${search}`, { ...put, ...more });
      const headers = { ...sendJson({}).headers, "X-API-Key": shop.readKey };
      expect((await ask(operation.merchant, { headers })).status).toBe(403);
      expect((await ask(operation.merchant, { headers: sendJson({}).headers })).status).toBe(401);
      expect(
        (await ask(operation.portal, { headers: { ...headers, "X-API-Key": shop.writeKey } })).status,
      ).toBe(401);
      for (const method of ["GET", "POST", "DELETE"])
        expect(
          (await askJson(operation.merchant, `/x?${search}`, { method, key: shop.writeKey })).status,
        ).toBe(405);
      const settings = { ...DEFAULT_PORTAL_SETTINGS, disabledActions: [...PORTAL_ACTIONS], updatedAt: NOW };
      await savePortalSettings(db, shop.id, settings);
      const refused = await send(operation, parameters, { body, by: contract.customerId });
      expect([refused.status, refused.body.code]).toEqual([403, "switched_off"]);
      expect((await send(operation, parameters, { body })).status).toBe(200);
    });

    test("a contract that is over, and a line it does not have, are refused", async () => {
      const over = await insertContract(shop.id, { status: "CANCELLED", lines: [{}, {}] });
      const { parameters, body } = build(over);
      expect((await send(operation, parameters, { body })).status).toBe(409);
      if (!("lineId" in parameters)) return;
      const open = await insertContract(shop.id);
      const missing = { ...build(open).parameters, lineId: randomUUID() };
      expect((await send(operation, missing, { body })).status).toBe(404);
    });
  },
);

test("parallel edits of one contract are all there afterwards", async () => {
  const contract = await insertContract(shop.id, { lines: [{}, {}, {}] });
  const answers = await Promise.all([
    send(updateShippingAddress, idOf(contract), { body: ADDRESS, by: contract.customerId }),
    send(skipUnskipLine, { ...lineOf(contract, 0), skip: "true" }),
    send(updateLineQuantity, { ...lineOf(contract, 1), quantity: 5 }),
    send(updateLineAttributes, lineOf(contract, 2), { body: [{ key: "k", value: "v" }] }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { body } = await send(skipUnskipLine, { ...lineOf(contract, 0), skip: "true" });
  expect(body.deliveryMethod?.address?.city).toBe("Amsterdam");
  expect(
    body.lines.nodes.map(({ skippedNextOrder, quantity, customAttributes }) => [
      skippedNextOrder,
      quantity,
      customAttributes.length,
    ]),
  ).toEqual([
    [true, 1, 0],
    [false, 5, 0],
    [false, 1, 1],
  ]);
  const [row] = await db.select().from(contracts).where(eq(contracts.id, contract.id));
  expect(row?.version).toBe(5);
});
