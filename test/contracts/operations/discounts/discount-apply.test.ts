import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { applyDiscount } from "~/features/contracts/operations/discounts/apply-discount.server";
import { toCodeState } from "~/features/discounts/discount-code";
import { DEFAULT_PORTAL_SETTINGS } from "~/features/portal-settings/portal-settings";
import { savePortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { compareMoney, subtractMoney, sumMoney } from "~/lib/money";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { contracts } from "~db/schema/contracts";
import { type discountCodes, discountCodeUses } from "~db/schema/discount-codes";
import { type Answer, type Contract, send } from "../../../support/calls/contract-calls";
import { apply, insertCode, outcome, readCode } from "../../../support/calls/discounts";
import { inDays } from "../../../support/data/days";
import {
  createTestShop,
  insertContract,
  insertCustomer,
  NOW,
  type TestShop,
} from "../../../support/data/factories";
import { resetDatabase } from "../../../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ timeZone: "Europe/Berlin" });
});

describe("applying a code", () => {
  test("changes the lines' prices and the order's amount to the cent, and is recorded", async () => {
    const contract = await insertContract(shop.id, {
      lines: [
        { currentPrice: "3.33", quantity: 3 },
        { currentPrice: "0.05", quantity: 1 },
      ],
      deliveryPrice: "4.90",
    });
    const code = await insertCode(shop.id, { value: "15", cycleLimit: 3 });
    const { status, body } = await apply(shop, contract, code, contract.customerId);
    expect(status).toBe(200);
    expect(body.discounts.nodes).toMatchObject([
      {
        title: code,
        value: { get__typename: "SubscriptionDiscountPercentageValue", percentage: 15 },
        recurringCycleLimit: 3,
        usageCount: 0,
      },
    ]);
    expect(
      body.lines.nodes.map(({ lineDiscountedPrice, discountAllocations }) => [
        lineDiscountedPrice.amount,
        discountAllocations.map(({ amount }) => amount.amount),
      ]),
    ).toEqual([
      ["8.49", ["1.50"]],
      ["0.04", ["0.01"]],
    ]);
    const [row] = await db.select().from(contracts).where(eq(contracts.id, contract.id));
    expect([row?.contractAmount, row?.orderAmount]).toEqual(["8.5300", "13.4300"]);
    const told = await db
      .select()
      .from(activity)
      .where(and(eq(activity.shopId, shop.id), eq(activity.contractId, contract.id)));
    expect(told).toMatchObject([
      {
        action: "contract.discount_applied",
        actorType: "customer",
        before: { contractAmount: "10.0400" },
        after: { contractAmount: "8.53", discounts: [{ code }] },
      },
    ]);
    expect(await readCode(code)).toMatchObject({ uses: 1 });
  });

  test("contract and code may come as a body, the code in any case; it is one code however it is written", async () => {
    const contract = await insertContract(shop.id);
    await insertCode(shop.id, { code: "Ten_Off-1" });
    const body = { contractId: contract.subscriptionContractId, discountCode: "tEN_off-1" };
    const applied = await send(shop, applyDiscount, {}, { body });
    expect([outcome(applied), applied.body.discounts.nodes[0]?.title]).toEqual([200, "Ten_Off-1"]);
    const again = await send(shop, applyDiscount, { discountCode: "TEN_OFF-1" }, { body });
    expect(outcome(again)).toBe("discount_already_applied");
  });

  test("comes after the discounts there are, however the clock stands, and at no instant of theirs", async () => {
    const first = { title: "First", value: "10", createdAt: new Date("2100-01-01T00:00:00Z") };
    const contract = await insertContract(shop.id, { discounts: [first] });
    const code = await insertCode(shop.id);
    const { body } = await apply(shop, contract, code);
    expect(body.discounts.nodes.map(({ title }) => title)).toEqual(["First", code]);
  });

  test("of codes that differed only by case before case was ignored the exact spelling wins, then the older", async () => {
    await insertCode(shop.id, { code: "Summer", value: "1" });
    await insertCode(shop.id, { code: "SUMMER", value: "2", isCaseTwin: true });
    await insertCode(shop.id, { code: "summer", value: "3", isCaseTwin: true });
    const percentOf = async (code: string) =>
      (await apply(shop, await insertContract(shop.id), code)).body.discounts.nodes[0]?.value;
    expect(await percentOf("Summer")).toMatchObject({ percentage: 1 });
    expect(await percentOf("SUMMER")).toMatchObject({ percentage: 2 });
    expect(await percentOf("summer")).toMatchObject({ percentage: 3 });
    expect(await percentOf("suMMer")).toMatchObject({ percentage: 1 });
  });

  test("every refusal has its own code", async () => {
    const contract = await insertContract(shop.id, { lines: [{ productId: 5 }] });
    const overrides: [string, Partial<typeof discountCodes.$inferInsert>][] = [
      ["discount_expired", { endsAt: inDays(-1) }],
      ["discount_not_started", { startsAt: inDays(1) }],
      ["discount_used_up", { useLimit: 3, uses: 3 }],
      ["discount_not_applicable", { productIds: [6, 7] }],
      ["not_found", { isActive: false }],
      ["not_found", { restrictedEmail: "somebody@else.example" }],
    ];
    const answers = [];
    for (const [, override] of overrides)
      answers.push(await apply(shop, contract, await insertCode(shop.id, override)));
    expect(answers.map(outcome)).toEqual(overrides.map(([code]) => code));
    // So that guessing does not reveal that such a code exists.
    const texts = answers.filter(({ status }) => status === 404).map(({ body }) => body.detail);
    expect(new Set([...texts, (await apply(shop, contract, "NONE")).body.detail]).size).toBe(1);
    expect(outcome(await apply(shop, contract, await insertCode(shop.id, { productIds: [5, 6] })))).toBe(200);
    expect(await db.select().from(discountCodeUses)).toHaveLength(1);
  });

  test("an amount in another currency than the contract's is refused", async () => {
    const contract = await insertContract(shop.id, { currencyCode: "EUR" });
    const code = await insertCode(shop.id, { valueType: "FIXED_AMOUNT", value: "5" });
    expect(outcome(await apply(shop, contract, code))).toBe("discount_not_applicable");
  });

  test("a code made for one e-mail is that customer's, written in any case", async () => {
    const customer = await insertCustomer(shop.id, { email: "Ada@Example.com" });
    const contract = await insertContract(shop.id, { customerId: customer.id });
    const code = await insertCode(shop.id, { restrictedEmail: "ada@example.com", origin: "REFERRAL" });
    expect(outcome(await apply(shop, contract, code, customer.id))).toBe(200);
  });

  test("a code that all of its orders have had is used, not applied", async () => {
    const code = await insertCode(shop.id, { cycleLimit: 2 });
    const answers = [];
    for (const usageCount of [1, 2])
      answers.push(
        await apply(
          shop,
          await insertContract(shop.id, { discounts: [{ code, recurringCycleLimit: 2, usageCount }] }),
          code,
        ),
      );
    expect(answers.map(outcome)).toEqual(["discount_already_applied", "discount_already_used"]);
    expect(answers[1]?.status).toBe(400);
    expect(await readCode(code)).toMatchObject({ uses: 0 });
  });

  test("twice is a conflict; a second code is where the shop forbids it", async () => {
    const contract = await insertContract(shop.id);
    const [first, second] = [await insertCode(shop.id), await insertCode(shop.id)];
    expect(outcome(await apply(shop, contract, first))).toBe(200);
    expect(outcome(await apply(shop, contract, first))).toBe("discount_already_applied");
    await savePortalSettings(db, shop.id, {
      ...DEFAULT_PORTAL_SETTINGS,
      forbidsSecondCode: true,
      updatedAt: NOW,
    });
    expect(outcome(await apply(shop, contract, second))).toBe("second_discount_forbidden");
    await savePortalSettings(db, shop.id, {
      ...DEFAULT_PORTAL_SETTINGS,
      forbidsSecondCode: false,
      updatedAt: NOW,
    });
    const { body } = await apply(shop, contract, second);
    expect(body.lines.nodes[0]?.lineDiscountedPrice.amount).toBe("8.10");
  });

  test("a code that has been used in all its orders does not block a second one", async () => {
    await savePortalSettings(db, shop.id, {
      ...DEFAULT_PORTAL_SETTINGS,
      forbidsSecondCode: true,
      updatedAt: NOW,
    });
    const [usedUp, running] = [
      await insertContract(shop.id, { discounts: [{ code: "OLD", recurringCycleLimit: 2, usageCount: 2 }] }),
      await insertContract(shop.id, { discounts: [{ code: "OLD", recurringCycleLimit: 2, usageCount: 1 }] }),
    ];
    const code = await insertCode(shop.id);
    expect(outcome(await apply(shop, usedUp, code))).toBe(200);
    expect(outcome(await apply(shop, running, code))).toBe("second_discount_forbidden");
  });

  test("of 40 contracts that apply a code at once, as many get it as it allows; the rest hear it is used up", async () => {
    const code = await insertCode(shop.id, { useLimit: 7 });
    const many = [];
    for (let n = 0; n < 40; n++) many.push(await insertContract(shop.id));
    const answers = await Promise.all(many.map((contract) => apply(shop, contract, code)));
    const outcomes = answers.map(outcome);
    expect(outcomes.filter((each) => each === 200)).toHaveLength(7);
    expect(outcomes.filter((each) => each === "discount_used_up")).toHaveLength(33);
    expect(await readCode(code)).toMatchObject({ uses: 7 });
    expect(await db.select().from(discountCodeUses)).toHaveLength(7);
  });

  test("once per customer holds over all their contracts, at once too", async () => {
    const code = await insertCode(shop.id, { isOncePerCustomer: true });
    const { id: customerId } = await insertCustomer(shop.id);
    const own = [];
    for (let n = 0; n < 6; n++) own.push(await insertContract(shop.id, { customerId }));
    const answers = await Promise.all(own.map((contract) => apply(shop, contract, code, customerId)));
    expect(answers.map(outcome).sort()).toEqual([200, ...Array(5).fill("discount_already_used")]);
    expect(outcome(await apply(shop, await insertContract(shop.id), code))).toBe(200);
  });

  test("of one contract's calls at once for one code, one applies it", async () => {
    const contract = await insertContract(shop.id);
    const code = await insertCode(shop.id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => apply(shop, contract, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await readCode(code)).toMatchObject({ uses: 1 });
  });

  test("a contract that is over, and somebody else's, get none", async () => {
    const code = await insertCode(shop.id);
    const over = await insertContract(shop.id, { status: "EXPIRED" });
    expect(outcome(await apply(shop, over, code))).toBe("conflict");
    const stranger = await insertCustomer(shop.id);
    const contract = await insertContract(shop.id);
    const other = await createTestShop();
    const foreign = await insertContract(other.id);
    const answers = [
      await apply(shop, contract, code, stranger.id),
      await apply(shop, foreign, code, stranger.id),
      await apply(shop, { ...contract, subscriptionContractId: 99_999_999 }, code, stranger.id),
      await apply(shop, foreign, code),
    ].map(({ status, body: { requestId, ...body } }) => ({ status, body }));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    expect(await readCode(code)).toMatchObject({ uses: 0 });
  });

  test.each([
    [{}, ["contractId", "discountCode"]],
    [{ contractId: "-1", discountCode: "a b" }, ["contractId", "discountCode"]],
    [{ contractId: "9007199254740992", discountCode: "x".repeat(256) }, ["contractId", "discountCode"]],
    [{ contractId: "1", discountCode: "10%" }, ["discountCode"]],
  ])("wrong input %# is refused naming all of it", async (parameters, expected) => {
    const answer = await send(shop, applyDiscount, parameters);
    expect([answer.status, answer.body.errors?.map(({ parameter }) => parameter)]).toEqual([400, expected]);
    const inBody = await send(shop, applyDiscount, {}, { body: parameters });
    expect(inBody.status).toBe(400);
  });

  test("lines, allocations and totals add up to the cent, whatever the code", async () => {
    const cases = fc.record({
      lines: fc.array(
        fc.record({ cents: fc.integer({ min: 0, max: 99_999 }), quantity: fc.integer({ min: 1, max: 9 }) }),
        {
          minLength: 1,
          maxLength: 5,
        },
      ),
      codes: fc.array(
        fc.oneof(
          fc.record({
            valueType: fc.constant("PERCENTAGE" as const),
            value: fc.integer({ min: 1, max: 100 }),
          }),
          fc.record({
            valueType: fc.constant("FIXED_AMOUNT" as const),
            value: fc.integer({ min: 1, max: 500 }),
          }),
        ),
        { minLength: 1, maxLength: 3 },
      ),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ lines, codes }) => {
        const contract = await insertContract(shop.id, {
          lines: lines.map(({ cents, quantity }) => ({ currentPrice: (cents / 100).toFixed(2), quantity })),
        });
        let raw: Answer["body"] | undefined;
        for (const { valueType, value } of codes)
          raw = (await apply(shop, contract, await insertCode(shop.id, { valueType, value: String(value) })))
            .body;
        const nodes = raw?.lines.nodes ?? [];
        for (const [index, node] of nodes.entries()) {
          const full = (((lines[index]?.cents ?? 0) * (lines[index]?.quantity ?? 0)) / 100).toFixed(2);
          const taken = sumMoney(node.discountAllocations.map(({ amount }) => amount.amount));
          expect(compareMoney(subtractMoney(full, taken), node.lineDiscountedPrice.amount)).toBe(0);
          expect(compareMoney(node.lineDiscountedPrice.amount, "0")).toBeGreaterThanOrEqual(0);
        }
        const [row] = await db.select().from(contracts).where(eq(contracts.id, contract.id));
        const total = sumMoney(nodes.map((node) => node.lineDiscountedPrice.amount));
        expect(compareMoney(total, row?.contractAmount ?? "-1")).toBe(0);
      }),
      { numRuns: 15 },
    );
  });
});

test("a code begins at its first instant and has ended at its last", () => {
  const limits = { isActive: true, startsAt: inDays(1), endsAt: inDays(2), useLimit: null, uses: 0 };
  const at = (instant: Date, by: number) => toCodeState(limits, new Date(instant.getTime() + by));
  expect([-1, 0].map((by) => at(limits.startsAt, by))).toEqual(["NOT_STARTED", "ACTIVE"]);
  expect([-1, 0].map((by) => at(limits.endsAt, by))).toEqual(["ACTIVE", "ENDED"]);
});

describe("guessing codes", () => {
  const MOST = 20;
  const guess = async (contract: Contract, times: number, by?: number) => {
    const found: unknown[] = [];
    for (let time = 0; time < times; time += 1)
      found.push(outcome(await apply(shop, contract, `TRY${time}`, by)));
    return found;
  };

  test("ends after 20 wrong ones in an hour, for that customer alone and for right ones too", async () => {
    const [contract, other] = [await insertContract(shop.id), await insertContract(shop.id)];
    const code = await insertCode(shop.id);
    expect(await guess(contract, MOST, contract.customerId)).toEqual(Array(MOST).fill("not_found"));
    const refused = await apply(shop, contract, code, contract.customerId);
    expect([refused.status, refused.body.code]).toEqual([429, "too_many_requests"]);
    expect(refused.body.detail).toMatch(/Try again in (59|60) minutes/);
    expect(outcome(await apply(shop, other, code, other.customerId))).toBe(200);
    expect(await guess(contract, 1)).toEqual(["not_found"]);
    expect(outcome(await apply(shop, contract, code))).toBe(200);
  });

  test("counts what tells of a code that exists, and not a code that was applied", async () => {
    const contract = await insertContract(shop.id);
    const codes = [await insertCode(shop.id), await insertCode(shop.id)];
    const { customerId } = contract;
    const ended = await insertCode(shop.id, { endsAt: new Date("2020-01-01") });
    expect(outcome(await apply(shop, contract, ended, customerId))).toBe("discount_expired");
    for (const code of codes) expect(outcome(await apply(shop, contract, code, customerId))).toBe(200);
    expect(await guess(contract, MOST, customerId)).toEqual([
      ...Array(MOST - 1).fill("not_found"),
      "too_many_requests",
    ]);
  });

  test("tried all at once counts each", async () => {
    const contract = await insertContract(shop.id);
    const answers = await Promise.all(
      Array.from({ length: MOST + 5 }, (_, at) => apply(shop, contract, `TRY${at}`, contract.customerId)),
    );
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(MOST);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});
