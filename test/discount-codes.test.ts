import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import type { RawContract } from "~/features/contracts/raw-contract";
import {
  applyDiscount,
  removeContractDiscount,
} from "~/features/discounts/contract-discounts.endpoints.server";
import {
  discountCodeAction,
  discountCodeLoader,
  discountCodesLoader,
  newDiscountCodeAction,
} from "~/features/discounts/discount-codes.endpoints.server";
import { DEFAULT_PORTAL_SETTINGS } from "~/features/portal/portal-settings";
import { savePortalSettings } from "~/features/portal/portal-settings.repo.server";
import type { ProblemBody } from "~/http/problem";
import { compareMoney, subtractMoney, sumMoney } from "~/lib/money";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { contracts } from "~db/schema/contracts";
import { discountCodes, discountCodeUses } from "~db/schema/discount-codes";
import { resetDatabase } from "./support/database";
import {
  createTestShop,
  insertCatalogue,
  insertContract,
  insertCustomer,
  insertStaff,
  NOW,
  nextNumber,
  signIn,
  type TestShop,
} from "./support/factories";
import { askJson, sendJson } from "./support/json-endpoints";
import { ask, namesOf, pageRequest } from "./support/pages";
import { asCustomer } from "./support/portal";

type Contract = Awaited<ReturnType<typeof insertContract>>;
type Answer = { status: number; body: Omit<RawContract, "status"> & Omit<ProblemBody, "status"> };

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ timeZone: "Europe/Berlin" });
});

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

async function insertCode(overrides: Partial<typeof discountCodes.$inferInsert> = {}): Promise<string> {
  const code = overrides.code ?? `CODE-${nextNumber()}`;
  await db.insert(discountCodes).values({
    valueType: "PERCENTAGE",
    value: "10",
    isOncePerCustomer: false,
    isActive: true,
    createdAt: NOW,
    updatedAt: NOW,
    ...overrides,
    shopId: shop.id,
    code,
  });
  return code;
}

async function send(
  operation: typeof applyDiscount,
  parameters: Record<string, unknown>,
  { by, body }: { by?: number; body?: unknown } = {},
): Promise<Answer> {
  const search = new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [name, String(value)]),
  );
  const response = await askJson(by === undefined ? operation.merchant : operation.portal, `/x?${search}`, {
    method: "PUT",
    headers: {
      ...(body !== undefined && sendJson(body).headers),
      ...(by === undefined ? { "X-API-Key": shop.writeKey } : await asCustomer(shop, by)),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const apply = ({ subscriptionContractId: contractId }: Contract, discountCode: string, by?: number) =>
  send(applyDiscount, { contractId, discountCode }, { by });
const remove = ({ subscriptionContractId: contractId }: Contract, discountId: string) =>
  send(removeContractDiscount, { contractId, discountId });
const outcome = ({ status, body }: Answer) => (status === 200 ? 200 : body.code);
const readCode = async (code: string) =>
  (await db.select().from(discountCodes).where(eq(discountCodes.code, code)))[0];

describe("applying a code", () => {
  test("changes the lines' prices and the order's amount to the cent, and is told", async () => {
    const contract = await insertContract(shop.id, {
      lines: [
        { currentPrice: "3.33", quantity: 3 },
        { currentPrice: "0.05", quantity: 1 },
      ],
      deliveryPrice: "4.90",
    });
    const code = await insertCode({ value: "15", cycleLimit: 3 });
    const { status, body } = await apply(contract, code, contract.customerId);
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

  test("contract and code may come as a body; capitals count", async () => {
    const contract = await insertContract(shop.id);
    await insertCode({ code: "Ten_Off-1" });
    const body = { contractId: contract.subscriptionContractId, discountCode: "ten_off-1" };
    expect(outcome(await send(applyDiscount, {}, { body }))).toBe("not_found");
    expect(outcome(await send(applyDiscount, { discountCode: "Ten_Off-1" }, { body }))).toBe(200);
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
    for (const [, override] of overrides) answers.push(await apply(contract, await insertCode(override)));
    expect(answers.map(outcome)).toEqual(overrides.map(([code]) => code));
    // Nobody learns by guessing that there is such a code.
    const texts = answers.filter(({ status }) => status === 404).map(({ body }) => body.detail);
    expect(new Set([...texts, (await apply(contract, "NONE")).body.detail]).size).toBe(1);
    expect(outcome(await apply(contract, await insertCode({ productIds: [5, 6] })))).toBe(200);
    expect(await db.select().from(discountCodeUses)).toHaveLength(1);
  });

  test("an amount in another currency than the contract's is refused", async () => {
    const contract = await insertContract(shop.id, { currencyCode: "EUR" });
    const code = await insertCode({ valueType: "FIXED_AMOUNT", value: "5" });
    expect(outcome(await apply(contract, code))).toBe("discount_not_applicable");
  });

  test("a code made for one e-mail is that customer's, written in any case", async () => {
    const customer = await insertCustomer(shop.id, { email: "Ada@Example.com" });
    const contract = await insertContract(shop.id, { customerId: customer.id });
    const code = await insertCode({ restrictedEmail: "ada@example.com", origin: "REFERRAL" });
    expect(outcome(await apply(contract, code, customer.id))).toBe(200);
  });

  test("twice is a conflict; a second code is where the shop forbids it", async () => {
    const contract = await insertContract(shop.id);
    const [first, second] = [await insertCode(), await insertCode()];
    expect(outcome(await apply(contract, first))).toBe(200);
    expect(outcome(await apply(contract, first))).toBe("discount_already_applied");
    await savePortalSettings(db, shop.id, {
      ...DEFAULT_PORTAL_SETTINGS,
      forbidsSecondCode: true,
      updatedAt: NOW,
    });
    expect(outcome(await apply(contract, second))).toBe("second_discount_forbidden");
    await savePortalSettings(db, shop.id, {
      ...DEFAULT_PORTAL_SETTINGS,
      forbidsSecondCode: false,
      updatedAt: NOW,
    });
    const { body } = await apply(contract, second);
    expect(body.lines.nodes[0]?.lineDiscountedPrice.amount).toBe("8.10");
  });

  test("of 40 contracts that apply a code at once, as many get it as it allows; the rest hear it is used up", async () => {
    const code = await insertCode({ useLimit: 7 });
    const many = [];
    for (let n = 0; n < 40; n++) many.push(await insertContract(shop.id));
    const answers = await Promise.all(many.map((contract) => apply(contract, code)));
    const outcomes = answers.map(outcome);
    expect(outcomes.filter((each) => each === 200)).toHaveLength(7);
    expect(outcomes.filter((each) => each === "discount_used_up")).toHaveLength(33);
    expect(await readCode(code)).toMatchObject({ uses: 7 });
    expect(await db.select().from(discountCodeUses)).toHaveLength(7);
  });

  test("once per customer holds over all their contracts, at once too", async () => {
    const code = await insertCode({ isOncePerCustomer: true });
    const { id: customerId } = await insertCustomer(shop.id);
    const own = [];
    for (let n = 0; n < 6; n++) own.push(await insertContract(shop.id, { customerId }));
    const answers = await Promise.all(own.map((contract) => apply(contract, code, customerId)));
    expect(answers.map(outcome).sort()).toEqual([200, ...Array(5).fill("discount_already_used")]);
    expect(outcome(await apply(await insertContract(shop.id), code))).toBe(200);
  });

  test("of one contract's calls at once for one code, one applies it", async () => {
    const contract = await insertContract(shop.id);
    const code = await insertCode();
    const answers = await Promise.all(Array.from({ length: 10 }, () => apply(contract, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await readCode(code)).toMatchObject({ uses: 1 });
  });

  test("a contract that is over, and somebody else's, get none", async () => {
    const code = await insertCode();
    const over = await insertContract(shop.id, { status: "EXPIRED" });
    expect(outcome(await apply(over, code))).toBe("conflict");
    const stranger = await insertCustomer(shop.id);
    const contract = await insertContract(shop.id);
    const other = await createTestShop();
    const foreign = await insertContract(other.id);
    const answers = [
      await apply(contract, code, stranger.id),
      await apply(foreign, code, stranger.id),
      await apply({ ...contract, subscriptionContractId: 99_999_999 }, code, stranger.id),
      await apply(foreign, code),
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
    const answer = await send(applyDiscount, parameters);
    expect([answer.status, answer.body.errors?.map(({ parameter }) => parameter)]).toEqual([400, expected]);
    const inBody = await send(applyDiscount, {}, { body: parameters });
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
          raw = (await apply(contract, await insertCode({ valueType, value: String(value) }))).body;
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

describe("taking a discount off", () => {
  test("restores the prices, and gives the use back unless an order had it", async () => {
    const contract = await insertContract(shop.id);
    const code = await insertCode({ isOncePerCustomer: true, useLimit: 1 });
    const gid = (await apply(contract, code)).body.discounts.nodes[0]?.id ?? "";
    const { status, body } = await remove(contract, gid);
    expect([status, body.discounts.nodes]).toEqual([200, []]);
    expect(body.lines.nodes[0]?.lineDiscountedPrice.amount).toBe("10.00");
    expect(await readCode(code)).toMatchObject({ uses: 0 });
    expect(outcome(await apply(contract, code))).toBe(200);

    const used = await insertContract(shop.id, { discounts: [{ usageCount: 2 }] });
    const own = (await apply(used, await insertCode())).body.discounts.nodes;
    for (const { id } of own) expect((await remove(used, id.split("/").at(-1) ?? "")).status).toBe(200);
  });

  test("what the contract does not have is not found; of two at once one does it", async () => {
    const contract = await insertContract(shop.id);
    const code = await insertCode();
    const id = (await apply(contract, code)).body.discounts.nodes[0]?.id ?? "";
    expect((await remove(contract, "00000000-0000-4000-8000-000000000000")).status).toBe(404);
    expect((await remove(contract, "7")).status).toBe(400);
    const answers = await Promise.all([remove(contract, id), remove(contract, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await readCode(code)).toMatchObject({ uses: 0 });
  });
});

describe("the merchant's pages", () => {
  let editor: string;
  beforeEach(async () => {
    editor = await signIn(shop.id, (await insertStaff(shop.id, "editor")).id);
  });
  const FORM = {
    code: "SPRING",
    valueType: "PERCENTAGE",
    value: "12.5",
    coverage: "ALL",
    productIds: "",
    startsOn: "",
    endsOn: "",
    cycleLimit: "",
    useLimit: "",
    isOncePerCustomer: "false",
  };
  const create = (form: Record<string, string>, cookie = editor) =>
    ask(newDiscountCodeAction, pageRequest("/admin/discounts/new", { cookie, form: { ...FORM, ...form } }));
  const show = (id: number, cookie = editor) =>
    ask(discountCodeLoader, pageRequest(`/admin/discounts/${id}`, { cookie }), { codeId: String(id) });
  const post = (id: number, intent: string, form: Record<string, string>, cookie = editor) =>
    ask(discountCodeAction, pageRequest(`/admin/discounts/${id}?intent=${intent}`, { cookie, form }), {
      codeId: String(id),
    });

  test("an editor makes a code; its days are the shop's, the last one included", async () => {
    const { products } = await insertCatalogue(shop.id, { products: [{}, {}] });
    const answer = await create({
      coverage: "PRODUCTS",
      productIds: `${products[1]?.id}, ${products[0]?.id}`,
      startsOn: "2026-03-28",
      endsOn: "2026-03-29",
      cycleLimit: "3",
      useLimit: "100",
      isOncePerCustomer: "true",
    });
    expect(answer.status).toBe(303);
    const code = await readCode("SPRING");
    expect(answer.headers.get("Location")).toBe(`/admin/discounts/${code?.id}?done=created`);
    expect(code).toMatchObject({
      value: "12.5000",
      productIds: products.map(({ id }) => id),
      // The clocks go forward on the 29th.
      startsAt: new Date("2026-03-27T23:00:00Z"),
      endsAt: new Date("2026-03-29T22:00:00Z"),
      cycleLimit: 3,
      useLimit: 100,
      isOncePerCustomer: true,
      isActive: true,
    });
    expect((await show(code?.id ?? 0)).data).toMatchObject({
      code: { startsOn: "2026-03-28", endsOn: "2026-03-29", value: "12.5" },
    });
    const [told] = await db.select().from(activity).where(eq(activity.action, "discount_code.created"));
    expect(told).toMatchObject({
      actorType: "staff",
      contractId: null,
      after: { code: "SPRING", value: "12.5" },
    });
  });

  test.each([
    [{ code: "" }, ["/code", "/code"]],
    [{ code: "10 %" }, ["/code"]],
    [{ code: "x".repeat(256) }, ["/code", "/code"]],
    [
      { valueType: "OTHER", value: "x", coverage: "", isOncePerCustomer: "" },
      ["/valueType", "/value", "/coverage", "/isOncePerCustomer"],
    ],
    [{ value: "0" }, ["/value"]],
    [{ value: "100.01" }, ["/value"]],
    [{ value: "-1" }, ["/value"]],
    [{ valueType: "FIXED_AMOUNT", value: "1.234" }, ["/value"]],
    [{ coverage: "PRODUCTS" }, ["/productIds"]],
    [{ coverage: "PRODUCTS", productIds: "x" }, ["/productIds/0"]],
    [{ coverage: "PRODUCTS", productIds: "123456" }, ["/productIds"]],
    [{ startsOn: "2026-05-02", endsOn: "2026-05-01" }, ["/endsOn"]],
    [{ startsOn: "2026-02-30" }, ["/startsOn"]],
    [{ cycleLimit: "0", useLimit: "1.5" }, ["/cycleLimit", "/useLimit"]],
  ])("wrong fields %# are told beside them, and nothing is made", async (form, expected) => {
    const answer = await create(form);
    expect([answer.status, namesOf(answer.problem)]).toEqual([400, expected]);
    expect(await db.select().from(discountCodes)).toEqual([]);
  });

  test("a taken code is told beside its field, for codes made at once too", async () => {
    const answers = await Promise.all([create({}), create({}), create({})]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
    expect(namesOf(answers.find(({ status }) => status === 409)?.problem ?? null)).toEqual(["/code"]);
  });

  test("other rules are kept with the version seen; uses there have been are the least limit", async () => {
    await create({});
    const before = await readCode("SPRING");
    if (!before) throw new Error("no code");
    const { code: _, ...form } = { ...FORM, value: "20", updatedAt: before.updatedAt.toISOString() };
    expect((await post(before.id, "save", form)).status).toBe(303);
    expect(await readCode("SPRING")).toMatchObject({ value: "20.0000" });
    const stale = await post(before.id, "save", { ...form, value: "30" });
    expect(stale.problem).toMatchObject({ code: "stale_version" });
    for (const contract of [await insertContract(shop.id), await insertContract(shop.id)])
      await apply(contract, "SPRING");
    const present = (await readCode("SPRING"))?.updatedAt.toISOString() ?? "";
    const answer = await post(before.id, "save", { ...form, updatedAt: present, useLimit: "1" });
    expect([answer.status, namesOf(answer.problem)]).toEqual([400, ["/useLimit"]]);
    expect((await post(before.id, "save", { ...form, updatedAt: present, useLimit: "2" })).status).toBe(303);
  });

  test("switched off it is applied no more; contracts keep what they have", async () => {
    await create({});
    const { id = 0 } = (await readCode("SPRING")) ?? {};
    const contract = await insertContract(shop.id);
    await apply(contract, "SPRING");
    expect((await post(id, "switch", { isActive: "false" })).headers.get("Location")).toContain(
      "switched_off",
    );
    expect(outcome(await apply(await insertContract(shop.id), "SPRING"))).toBe("not_found");
    const [row] = await db.select().from(contracts).where(eq(contracts.id, contract.id));
    expect(row?.contractAmount).toBe("8.7500");
    await post(id, "switch", { isActive: "true" });
    expect(outcome(await apply(await insertContract(shop.id), "SPRING"))).toBe(200);
  });

  test("a viewer looks and does not touch; another shop's code is not found; referral codes are not listed", async () => {
    await create({});
    await insertCode({ code: "FRIEND", origin: "REFERRAL" });
    const { id = 0 } = (await readCode("SPRING")) ?? {};
    const viewer = await signIn(shop.id, (await insertStaff(shop.id, "viewer")).id);
    const list = await ask(discountCodesLoader, pageRequest("/admin/discounts?q=pri", { cookie: viewer }));
    expect(list.data).toMatchObject({ mayEdit: false, codes: [{ code: "SPRING" }], older: null });
    expect((await show(id, viewer)).status).toBe(200);
    expect((await create({ code: "B" }, viewer)).status).toBe(403);
    expect((await post(id, "switch", { isActive: "false" }, viewer)).status).toBe(403);
    const other = await createTestShop();
    const stranger = await signIn(other.id, other.staff.id);
    expect((await show(id, stranger)).status).toBe(404);
    expect((await post(id, "switch", { isActive: "false" }, stranger)).status).toBe(404);
    expect((await show((await readCode("FRIEND"))?.id ?? 0)).status).toBe(404);
  });
});
