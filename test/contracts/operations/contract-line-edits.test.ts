import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { updateLineAttributes } from "~/features/contracts/operations/lines/line-attributes.server";
import { updateLineQuantity } from "~/features/contracts/operations/lines/line-quantity.server";
import { skipUnskipLine } from "~/features/contracts/operations/lines/skip-line.server";
import { db } from "~db/client.server";
import { contracts } from "~db/schema/contracts";
import { type Answer, type Contract, lineOf, namesOf, send } from "../../support/calls/contract-calls";
import { readActivity } from "../../support/data/contract-plan";
import { createTestShop, insertContract, type TestShop } from "../../support/data/factories";
import { resetDatabase } from "../../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
});

describe("leaving a line out of the next order", () => {
  const skippedOf = ({ body }: Answer) => body.lines.nodes.map((line) => line.skippedNextOrder);

  test("without skip the call toggles, with it it sets; the order's price stays", async () => {
    const contract = await insertContract(shop.id, { lines: [{}, {}] });
    const by = contract.customerId;
    expect(skippedOf(await send(shop, skipUnskipLine, lineOf(contract), { by }))).toEqual([true, false]);
    expect(skippedOf(await send(shop, skipUnskipLine, lineOf(contract), { by }))).toEqual([false, false]);
    const set = { ...lineOf(contract), skip: "true" };
    expect(skippedOf(await send(shop, skipUnskipLine, set))).toEqual([true, false]);
    expect(skippedOf(await send(shop, skipUnskipLine, set))).toEqual([true, false]);
    expect(skippedOf(await send(shop, skipUnskipLine, { ...set, skip: "false" }))).toEqual([false, false]);
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
    expect(skippedOf(await send(shop, skipUnskipLine, {}, { body }))).toEqual([false, true]);
    // If both have a value, the query's counts.
    expect(skippedOf(await send(shop, skipUnskipLine, { skip: "false" }, { body }))).toEqual([false, false]);
  });

  test("the last line stays in: skip the order instead", async () => {
    const contract = await insertContract(shop.id, { lines: [{}, { skippedNextOrder: true }] });
    const { status, body } = await send(shop, skipUnskipLine, lineOf(contract, 0));
    expect([status, body.code]).toEqual([409, "last_line"]);
    expect(body.detail).toContain("skip-order");
    expect((await send(shop, skipUnskipLine, { ...lineOf(contract, 0), skip: "false" })).status).toBe(200);
  });

  test("of two customers' taps at once on a contract of two lines, one line stays in", async () => {
    const contract = await insertContract(shop.id, { lines: [{}, {}] });
    const answers = await Promise.all(
      [0, 1].map((index) => send(shop, skipUnskipLine, { ...lineOf(contract, index), skip: "true" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("skip then unskip restores the lines as they were, in any order of taps", async () => {
    const contract = await insertContract(shop.id, { lines: [{}, {}, {}] });
    const taps = fc.array(fc.record({ index: fc.nat(2), skip: fc.boolean() }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(taps, async (wishes) => {
        for (const { index, skip } of wishes)
          await send(shop, skipUnskipLine, { ...lineOf(contract, index), skip: String(skip) });
        for (const index of [0, 1, 2])
          await send(shop, skipUnskipLine, { ...lineOf(contract, index), skip: "false" });
        expect(skippedOf(await send(shop, skipUnskipLine, { ...lineOf(contract), skip: "false" }))).toEqual([
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
    [{}, [], ["", "contractId", "lineId"]],
  ])("wrong input %j %j is refused naming all of it", async (parameters, body, expected) => {
    const answer = await send(shop, skipUnskipLine, parameters, { body });
    expect([answer.status, namesOf(answer)]).toEqual([400, expected]);
  });
});

describe("attributes of a line", () => {
  const stored = [
    { key: "_sku", value: "1" },
    { key: "Engraving", value: "Ada" },
  ];
  const write = (contract: Contract, body: unknown, by?: number) =>
    send(shop, updateLineAttributes, lineOf(contract), { body, by });
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

  test.each([" _sku", "\t_new", "\u00a0_new", "\ufeff_new", "\u200b_new", "\u2060\u00a0_new "])(
    "a customer cannot hide the _ of the merchant's behind %j",
    async (key) => {
      const contract = await insertContract(shop.id, { lines: [{ customAttributes: stored }] });
      const refused = await write(contract, [{ key, value: "x" }], contract.customerId);
      expect([refused.status, namesOf(refused)]).toEqual([403, ["/0/key"]]);
      expect(attributesOf(await write(contract, [{ key, value: "x" }]))).toEqual([
        key.includes("sku") ? "_sku=x" : "_new=x",
      ]);
    },
  );

  test("one that got there with a blank before its _ is the merchant's too, and may be sent back as it is shown", async () => {
    const hidden = { key: " _sku", value: "1" };
    const contract = await insertContract(shop.id, { lines: [{ customAttributes: [hidden] }] });
    const by = contract.customerId;
    expect(attributesOf(await write(contract, [], by))).toEqual([" _sku=1"]);
    expect(attributesOf(await write(contract, [hidden], by))).toEqual(["_sku=1"]);
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
      [
        { key: "k", value: "1" },
        { key: " k\u200b", value: "1" },
      ],
      ["/1/key"],
    ],
    [
      [
        { key: " ", value: "1" },
        { key: "\u200b", value: "1" },
      ],
      ["/0/key", "/1/key"],
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

test("a line that was imported with more than 999 keeps that, and can have less", async () => {
  const contract = await insertContract(shop.id, { lines: [{ quantity: 1500 }] });
  const set = async (quantity: number) => {
    const { status, body } = await send(shop, updateLineQuantity, { ...lineOf(contract), quantity });
    return [status, status === 200 ? body.lines.nodes[0]?.quantity : namesOf({ status, body })];
  };
  expect(await set(1500)).toEqual([200, 1500]);
  expect(await set(1501)).toEqual([400, ["quantity"]]);
  expect(await set(1000)).toEqual([400, ["quantity"]]);
  expect(await set(999)).toEqual([200, 999]);
  expect(await set(1500)).toEqual([400, ["quantity"]]);
});

test("another quantity changes the price of the line and of the order; the limits are 1 and 999", async () => {
  const contract = await insertContract(shop.id, {
    lines: [{ currentPrice: "3.33" }],
    discounts: [{ value: "10" }],
    deliveryPrice: "2",
  });
  const set = (quantity: string) => send(shop, updateLineQuantity, { ...lineOf(contract), quantity });
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
  for (const quantity of ["0", "1000", "1.5", "9999999999"])
    expect((await set(quantity)).body.message).toBe("quantity: Use a whole number from 1 to 999.");
});
