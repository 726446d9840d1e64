import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { contractPageAction } from "~/features/contract-page/dialogs/contract-forms.endpoints.server";
import type { DialogView } from "~/features/contract-page/dialogs/dialog-view";
import { contractPageLoader } from "~/features/contract-page/page/contract-detail.endpoints.server";
import type { ContractPageData } from "~/features/contract-page/page/contract-detail.service.server";
import { findContractState } from "~/features/contracts/change/contract-change.repo.server";
import { oneDeliveryPrice } from "~/features/contracts/operations/terms/one-delivery-price.server";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { updateRows } from "~db/rows.server";
import { sellingPlans, variants } from "~db/schema/catalogue";
import { paymentMethods } from "~db/schema/customers";
import { undos } from "~db/schema/undos";
import { inputOf } from "../../support/calls/contract-dialogs";
import { ask, namesOf, pageRequest } from "../../support/calls/pages";
import { insertCatalogue } from "../../support/data/catalogue";
import { listPlan, readActivity, readContractRow } from "../../support/data/contract-plan";
import { inDays, inDaysAtNine } from "../../support/data/days";
import {
  createTestShop,
  insertContract,
  insertPaymentMethod,
  insertStaff,
  signIn,
  type TestShop,
  testAudit,
} from "../../support/data/factories";
import { resetDatabase } from "../../support/setup/database";

type Contract = Awaited<ReturnType<typeof insertContract>>;

let shop: TestShop;
let editor: string;
let viewer: string;
let contract: Contract;
let beans: number;
let plan: number;

beforeAll(async () => {
  await resetDatabase();
  shop = await createTestShop();
  editor = await signIn(shop.id, (await insertStaff(shop.id, "editor")).id);
  viewer = await signIn(shop.id, (await insertStaff(shop.id, "viewer")).id);
  const { products, groups } = await insertCatalogue(shop.id, {
    products: [{ title: "Beans", variants: [{ price: "14.50" }] }],
    groups: [
      {
        plans: [
          { name: "Weekly", billingInterval: "WEEK", billingIntervalCount: 1, discountPercentage: "10" },
        ],
      },
    ],
  });
  beans = products[0]?.variantIds[0] ?? 0;
  plan = groups[0]?.planIds[0] ?? 0;
});

beforeEach(async () => {
  const nextBillingDate = inDays(20);
  contract = await insertContract(shop.id, {
    nextBillingDate,
    scheduleAnchor: nextBillingDate,
    lines: [{ title: "Honey" }, { title: "Jam", quantity: 2 }],
    discounts: [{ title: "Regular", valueType: "PERCENTAGE", value: "7.5" }],
    attempts: [{ billingDate: nextBillingDate }, { billingDate: inDays(50) }, { billingDate: inDays(81) }],
  });
});

const id = () => String(contract.subscriptionContractId);

async function post(intent: string, form: Record<string, string> = {}, cookie = editor) {
  const version = String((await readContractRow(contract)).version);
  const request = pageRequest(`/admin/contracts/${id()}?intent=${intent}`, {
    cookie,
    form: { version, ...form },
  });
  return ask(contractPageAction, request, { contractId: id() });
}

async function show(search = "", cookie = editor) {
  const { data } = await ask(
    contractPageLoader,
    pageRequest(`/admin/contracts/${id()}?${search}`, { cookie }),
    {
      contractId: id(),
    },
  );
  return data as ContractPageData & { dialog: DialogView | null };
}

const dryRun = async (intent: string, form: Record<string, string>) => {
  const { data, problem } = await post(intent, { ...form, tryOut: "1" });
  return { problem, lines: (data as { result?: { dryRun: { lines: string[] } } }).result?.dryRun.lines };
};

/** All of it, except the count of its changes. */
async function readState() {
  const state = await findContractState(shop.id, contract.subscriptionContractId, new Date());
  if (!state) throw new Error("the contract is gone");
  const { version: _, updatedAt: __, ...row } = state.contract;
  const attempts = state.attempts.map(({ id: attempt, status, billingDate }) => ({
    attempt,
    status,
    billingDate,
  }));
  return { ...state, contract: row, attempts };
}

const honey = () => contract.lines[0]?.id ?? "";

test.each<[string, () => Record<string, string> | Promise<Record<string, string>>]>([
  ["add_line", () => ({ variantId: String(beans), quantity: "3" })],
  ["remove_line", () => ({ lineId: honey() })],
  ["line_price", () => ({ lineId: honey(), price: "3.33" })],
  ["line", () => ({ lineId: honey(), quantity: "4", key0: "Grind", value0: "Fine", skip: "on" })],
  ["delivery_price", () => ({ deliveryPrice: "4.9" })],
  ["add_discount", () => ({ discountTitle: "Sorry", kind: "PERCENTAGE", discountValue: "33.3" })],
  ["remove_discount", async () => ({ discountId: (await readState()).discounts[0]?.id ?? "" })],
  ["note", () => ({ note: "Ring" })],
  ["plan", () => ({ sellingPlanId: String(plan) })],
  ["frequency", () => ({ interval: "WEEK", intervalCount: "3" })],
  ["date", () => ({ nextBillingDate: inDays(33).toISOString().slice(0, 10) })],
  [
    "payment_method",
    async () => ({
      paymentMethodId: await insertPaymentMethod(shop.id, contract.customerId, { id: `m${contract.id}` }),
    }),
  ],
])(
  "%s and undo: rows, amounts and dates are as before, and both stand in the history",
  async (intent, toForm) => {
    const form = await toForm();
    const before = await readState();
    const dates = await listPlan(contract);
    expect((await show()).undo).toBeNull();
    expect((await post(intent, form)).status).toBe(303);
    expect(await readState()).not.toEqual(before);
    const { undo } = await show();
    expect(undo?.version).toBe((await readContractRow(contract)).version);
    expect((await post("undo")).headers.get("location")).toContain("done=undo");
    expect(await readState()).toEqual(before);
    expect(await listPlan(contract)).toEqual(dates);
    expect((await show()).undo).toBeNull();
    const actions = (await readActivity(contract)).map(({ action }) => action);
    expect(actions.slice(-1)).toEqual(["contract.change_undone"]);
  },
);

test("the bar and the history call it what the dialogs call it", async () => {
  await post("line_price", { lineId: honey(), price: "3.33" });
  expect((await show()).undo?.text).toMatch(/^Product changed on /);
  await post("undo");
  const [entry] = (await show()).activity;
  expect([entry?.action, entry?.changes.find(({ field }) => field === "Undone")?.after]).toEqual([
    "Change undone",
    "Product changed",
  ]);
  await post("frequency", { interval: "WEEK", intervalCount: "3" });
  expect((await show()).undo?.text).toMatch(/^Frequency changed on /);
});

describe("orders that an edit has planned", () => {
  /** Every four weeks, with two orders ahead: the edit plans the third. */
  async function open(more: Parameters<typeof insertContract>[1] = {}) {
    const nextBillingDate = inDaysAtNine(20);
    contract = await insertContract(shop.id, {
      billingInterval: "WEEK",
      billingIntervalCount: 4,
      nextBillingDate,
      scheduleAnchor: nextBillingDate,
      attempts: [{ billingDate: nextBillingDate }, { billingDate: inDaysAtNine(48) }],
      ...more,
    });
  }
  const planned = (...days: number[]) =>
    days.map((each) => `QUEUED ${inDaysAtNine(each).toISOString().slice(0, 10)}`);
  const readPlan = async () =>
    (await listPlan(contract)).map((order) => order.slice(0, "QUEUED 2026-04-30".length));
  const every = (weeks: number) => post("frequency", { interval: "WEEK", intervalCount: String(weeks) });

  test("go with it: another order goes back to the day of one of them", async () => {
    await open();
    await every(2);
    expect(await readPlan()).toEqual(planned(20, 34, 48));
    expect((await post("undo")).status).toBe(303);
    expect(await readPlan()).toEqual(planned(20, 48, 76));
  });

  test("leave no day of the former plan without an order", async () => {
    await open();
    await every(6);
    expect(await readPlan()).toEqual(planned(20, 62, 104));
    await post("undo");
    expect(await readPlan()).toEqual(planned(20, 48, 76));
  });

  test("go with it where the contract ends before another one", async () => {
    await open({ endsAt: inDaysAtNine(60) });
    await every(2);
    expect(await readPlan()).toEqual(planned(20, 34, 48));
    await post("undo");
    expect(await readPlan()).toEqual(planned(20, 48));
  });
});

describe("what cannot be taken back", () => {
  test("nothing was done, something else was done since, or somebody else has done it already", async () => {
    expect((await post("undo")).problem).toMatchObject({ code: "conflict" });
    await post("note", { note: "Ring" });
    const version = String((await readContractRow(contract)).version);
    const caller = { shop: shop.shop, customerId: null, audit: testAudit(new Date()) };
    const apiCaller = {
      ...caller,
      audit: { ...caller.audit, actor: { type: "api_key" as const, name: "ERP" } },
    };
    await oneDeliveryPrice.run(apiCaller, {
      contractId: contract.subscriptionContractId,
      deliveryPrice: "3",
    });
    expect((await show()).undo).toBeNull();
    expect((await post("undo", { version })).problem).toMatchObject({ code: "stale_version" });
    await post("note", { note: "Knock" });
    const [one, other] = await Promise.all([post("undo"), post("undo")]);
    expect([one.status, other.status].sort()).toEqual([303, 409]);
    expect((await readContractRow(contract)).orderNote).toBe("Ring");
  });

  test("a date whose order had been skipped: it was not planned before", async () => {
    const skipped = inDaysAtNine(30);
    const nextBillingDate = inDaysAtNine(40);
    contract = await insertContract(shop.id, {
      nextBillingDate,
      scheduleAnchor: nextBillingDate,
      attempts: [
        { billingDate: skipped, status: "SKIPPED" },
        { billingDate: nextBillingDate },
        { billingDate: inDaysAtNine(70) },
        { billingDate: inDaysAtNine(101) },
      ],
    });
    await post("date", { nextBillingDate: skipped.toISOString().slice(0, 10) });
    expect((await readContractRow(contract)).nextBillingDate).toEqual(skipped);
    expect((await show()).undo).toBeNull();
  });

  test("a day later, by viewers, in another shop, and a card that has been withdrawn meanwhile", async () => {
    const former = await insertPaymentMethod(shop.id, contract.customerId, { id: `f${contract.id}` });
    const next = await insertPaymentMethod(shop.id, contract.customerId, { id: `n${contract.id}` });
    await post("payment_method", { paymentMethodId: former });
    await post("payment_method", { paymentMethodId: next });
    expect((await post("undo", {}, viewer)).status).toBe(403);
    const other = await createTestShop();
    const stranger = await signIn(other.id, (await insertStaff(other.id, "editor")).id);
    expect((await post("undo", {}, stranger)).status).toBe(404);
    await updateRows(db, paymentMethods, { shopId: shop.id, id: former }, { revokedAt: new Date() });
    const refused = await post("undo");
    expect(refused.problem?.errors).toMatchObject([{ parameter: "paymentMethodId", code: "revoked" }]);
    expect((await post("payment_method", { paymentMethodId: former })).problem?.errors).toMatchObject([
      { parameter: "paymentMethodId", code: "revoked" },
    ]);
    const old = new Date(Date.now() - DAY_MS - 1000);
    await updateRows(db, undos, { shopId: shop.id, contractId: contract.id }, { createdAt: old });
    expect((await show()).undo).toBeNull();
    expect((await post("undo")).status).toBe(409);
  });
});

describe("the amount before and after, tried out by the edit itself", () => {
  test("each edit that costs something says both; nothing is changed by it", async () => {
    const before = await readState();
    const cost = async (intent: string, form: Record<string, string>) =>
      (await dryRun(intent, form)).lines?.[0];
    const line = { lineId: honey() };
    const then = (amount: string) => `Each order costs $27.75 now, and ${amount} then.`;
    expect(await cost("line_price", { ...line, price: "5" })).toBe(then("$23.12"));
    expect(await cost("delivery_price", { deliveryPrice: "4.9" })).toBe(then("$32.65"));
    expect(await cost("add_line", { variantId: String(beans), quantity: "1" })).toBe(then("$41.16"));
    expect(await cost("swap_line", { ...line, variantId: String(beans), quantity: "1" })).toBe(
      then("$31.91"),
    );
    expect(await cost("remove_line", line)).toBe(then("$18.50"));
    expect(await cost("plan", { sellingPlanId: String(plan) })).toBe(then("$24.97"));
    expect(await cost("split", { lineIds: honey() })).toBe(then("$18.50"));
    const discount = { discountTitle: "Sorry", kind: "FIXED_AMOUNT", discountValue: "7.75" };
    expect(await cost("add_discount", discount)).toBe(then("$20.00"));
    expect(await cost("line", { ...line, quantity: "1" })).toBe("Each order costs $27.75, as before.");
    expect((await dryRun("line", { ...line, quantity: "1", skip: "on" })).lines).toEqual([
      expect.stringMatching(/^The order of .* costs \$27\.75 now, and \$18\.50 then\.$/),
    ]);
    expect(await readState()).toEqual(before);
    expect((await readActivity(contract)).filter(({ action }) => action !== "contract.created")).toEqual([]);
  });

  test("a dialog that only asks for confirmation names both in its text", async () => {
    const [discount] = (await readState()).discounts;
    const { dialog } = await show(`edit=remove_discount&discount=${discount?.id}`);
    expect(dialog?.lines.at(-1)).toBe("Each order costs $27.75 now, and $30.00 then.");
  });

  test("a refusal is that of the edit, with every field named, and what was sent comes back", async () => {
    const { problem } = await dryRun("line_price", { lineId: honey(), price: "1.234" });
    expect(namesOf(problem)).toEqual(["price"]);
    expect((await dryRun("delivery_price", { deliveryPrice: "3", version: "0" })).problem).toMatchObject({
      code: "stale_version",
    });
    const { data } = await post("delivery_price", { deliveryPrice: "3", tryOut: "1" });
    expect(data).toMatchObject({ result: { sent: { deliveryPrice: "3" } } });
  });

  test("paying differently: the customer's other good methods are offered", async () => {
    await insertPaymentMethod(shop.id, contract.customerId, {
      id: `old${contract.id}`,
      revokedAt: new Date(),
    });
    await insertPaymentMethod(shop.id, contract.customerId, { id: `good${contract.id}` });
    const { dialog } = await show("edit=payment_method");
    expect(inputOf(dialog, "paymentMethodId")).toMatchObject({ options: [{ value: `good${contract.id}` }] });
  });
});

// The last test: afterwards the shop of this file has neither beans nor the plan.
describe("what was deleted meanwhile", () => {
  test("a product does not come back, and is named; the contract stays as it is", async () => {
    const held = await insertContract(shop.id, {
      lines: [{ title: "Old beans", variantId: beans }, { title: "Jam" }],
    });
    contract = held;
    await post("remove_line", { lineId: held.lines[0]?.id ?? "" });
    await updateRows(db, variants, { shopId: shop.id, id: beans }, { deletedAt: new Date() });
    const before = await readState();
    const refused = await post("undo");
    expect(refused.problem?.code).toBe("conflict");
    expect(refused.problem?.detail).toContain("the product “Old beans” was deleted");
    expect(await readState()).toEqual(before);
  });

  test("a plan or product that was to be chosen in an open dialog is named, and what was typed stays", async () => {
    const chosen = { sellingPlanId: String(plan) };
    await db.delete(sellingPlans).where(eq(sellingPlans.id, plan));
    const noPlan = await post("plan", chosen);
    expect(noPlan.problem?.errors).toMatchObject([{ parameter: "sellingPlanId", code: "unknown_plan" }]);
    await updateRows(db, variants, { shopId: shop.id, id: beans }, { deletedAt: new Date() });
    const typed = { variantId: String(beans), quantity: "7", price: "3.21" };
    const noProduct = await post("add_line", typed);
    expect(noProduct.problem?.errors).toMatchObject([{ code: "unknown_variant" }]);
    expect(noProduct.data).toMatchObject({ submitted: typed });
  });
});
