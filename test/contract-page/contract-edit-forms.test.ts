import { and, asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { contractPageAction } from "~/features/contract-page/dialogs/contract-forms.endpoints.server";
import type { DialogView } from "~/features/contract-page/dialogs/dialog-view";
import { contractPageLoader } from "~/features/contract-page/page/contract-detail.endpoints.server";
import type { ContractPageData } from "~/features/contract-page/page/contract-detail.service.server";
import { contractOperations } from "~/features/contracts/operation-list/contract-operations.server";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { contractLines, contracts } from "~db/schema/contracts";
import { discountCodes } from "~db/schema/discount-codes";
import { oneTimeProducts } from "~db/schema/one-time-products";
import { inputOf, toRowIntents } from "../support/calls/contract-dialogs";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { BERLIN_ADDRESS } from "../support/data/addresses";
import { insertCatalogue } from "../support/data/catalogue";
import { readAttempts } from "../support/data/contract-plan";
import { inDays } from "../support/data/days";
import {
  type ContractOverrides,
  createTestShop,
  insertContract,
  insertStaff,
  NOW,
  signIn,
  type TestShop,
} from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

type Contract = Awaited<ReturnType<typeof insertContract>>;

let shop: TestShop;
let editor: string;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  editor = await signIn(shop.id, (await insertStaff(shop.id, "editor")).id);
});

const make = (overrides: ContractOverrides = {}) =>
  insertContract(shop.id, {
    attempts: [{ billingDate: inDays(10) }, { billingDate: inDays(40) }],
    ...overrides,
  });

function post(
  { subscriptionContractId: id, version }: Contract,
  intent: string,
  form: Record<string, string>,
  cookie = editor,
) {
  const request = pageRequest(`/admin/contracts/${id}?list=status%3DACTIVE&edit=${intent}&intent=${intent}`, {
    cookie,
    form: { version: String(version), ...form },
  });
  return ask(contractPageAction, request, { contractId: String(id) });
}

async function show({ subscriptionContractId: id }: Contract, search = "", cookie = editor) {
  const request = pageRequest(`/admin/contracts/${id}?${search}`, { cookie });
  const { data } = await ask(contractPageLoader, request, { contractId: String(id) });
  return data as ContractPageData & { dialog: DialogView | null };
}

const read = async ({ id }: Contract) => (await db.select().from(contracts).where(eq(contracts.id, id)))[0];
const readLines = ({ id }: Contract) =>
  db
    .select()
    .from(contractLines)
    .where(and(eq(contractLines.shopId, shop.id), eq(contractLines.contractId, id)))
    .orderBy(asc(contractLines.position));

const ADDRESS = {
  firstName: "Grace",
  lastName: "Hopper",
  address1: "Museumstraat 1",
  city: "Amsterdam",
  zip: "1071 XX",
  countryCode: "NL",
};

test("the address is changed by an editor, told as theirs, and the page comes back as the list was left", async () => {
  const contract = await make();
  expect((await show(contract, "edit=address")).dialog).toMatchObject({
    version: 1,
    rows: [[{ kind: "address", address: { city: null } }]],
  });
  const answer = await post(contract, "address", { ...ADDRESS, company: "", provinceCode: "", phone: "" });
  expect([answer.status, answer.headers.get("Location")]).toEqual([
    303,
    `/admin/contracts/${contract.subscriptionContractId}?list=status%3DACTIVE&done=address`,
  ]);
  expect(await read(contract)).toMatchObject({
    version: 2,
    deliveryAddress: { city: "Amsterdam", company: null },
  });
  const [told] = await db.select().from(activity).where(eq(activity.contractId, contract.id));
  expect(told).toMatchObject({ actorType: "staff", action: "contract.address_changed" });
});

test("the state is chosen from the country's list, which knows the one that the address has", async () => {
  const contract = await make({
    deliveryAddress: { ...BERLIN_ADDRESS, countryCode: "US", zip: "94105", province: "California" },
  });
  const fields = inputOf((await show(contract, "edit=address")).dialog, "address");
  expect(fields).toMatchObject({
    address: { provinceCode: "US-CA" },
    provinces: { US: expect.arrayContaining([{ value: "US-TX", label: "Texas" }]) },
  });
  expect(fields).not.toHaveProperty("provinces.DE");
  const american = { ...ADDRESS, countryCode: "US", zip: "94105" };
  const refused = await post(contract, "address", american);
  expect(namesOf(refused.problem)).toEqual(["/provinceCode"]);
  expect((await post(contract, "address", { ...american, provinceCode: "US-TX" })).status).toBe(303);
  expect(await read(contract)).toMatchObject({ deliveryAddress: { provinceCode: "TX", province: "Texas" } });
});

test("a wrong address names its fields; a contract that moved on is not overwritten", async () => {
  const contract = await make();
  const wrong = await post(contract, "address", { ...ADDRESS, city: "", zip: "1" });
  expect([wrong.status, namesOf(wrong.problem).sort()]).toEqual([400, ["/city", "/zip"]]);
  await post(contract, "address", ADDRESS);
  const stale = await post(contract, "address", { ...ADDRESS, city: "Utrecht" });
  expect(stale.problem).toMatchObject({ code: "stale_version" });
  expect(await read(contract)).toMatchObject({ deliveryAddress: { city: "Amsterdam" } });
});

describe("a line", () => {
  test("of more pieces than anybody may enter keeps them while its other fields are edited", async () => {
    const contract = await make({ lines: [{ quantity: 1500, customAttributes: [] }] });
    const form = { lineId: contract.lines[0]?.id ?? "", key0: "Grind", value0: "fine" };
    const refused = await post(contract, "line", { ...form, quantity: "1501" });
    expect([refused.status, namesOf(refused.problem)]).toEqual([400, ["quantity"]]);
    expect((await post(contract, "line", { ...form, quantity: "1500" })).status).toBe(303);
    expect((await readLines(contract))[0]).toMatchObject({
      quantity: 1500,
      customAttributes: [{ key: "Grind", value: "fine" }],
    });
  });

  test("gets another quantity, other attributes and is left out, in one change", async () => {
    const contract = await make({
      lines: [{ title: "Tea", customAttributes: [{ key: "_sku", value: "1" }] }, { currentPrice: "5" }],
    });
    const lineId = contract.lines[0]?.id ?? "";
    expect((await show(contract, `edit=line&line=${lineId}`)).dialog).toMatchObject({
      title: "Tea",
      rows: [
        [{ name: "lineId", value: lineId }],
        [{ name: "quantity", initial: 1 }],
        [{ name: "skip", isTicked: false }],
        [{ kind: "attributes", attributes: [{ key: "_sku", value: "1" }] }],
      ],
    });
    const form = {
      lineId,
      quantity: "3",
      skip: "on",
      key0: "_sku",
      value0: "2",
      key1: "Note",
      value1: "a\r\nb",
    };
    expect((await post(contract, "line", { ...form, key2: "", value2: "" })).status).toBe(303);
    expect((await readLines(contract))[0]).toMatchObject({
      quantity: 3,
      skippedNextOrder: true,
      customAttributes: [
        { key: "_sku", value: "2" },
        { key: "Note", value: "a\nb" },
      ],
    });
    expect(await read(contract)).toMatchObject({ version: 2, orderAmount: "35.0000" });
    const page = await show(contract);
    expect(page.lines.map(({ isSkipped }) => isSkipped)).toEqual([true, false]);
    // The next order is without it, those after it are not.
    expect(page.upcoming.map(({ amount }) => amount)).toEqual(["$5.00", "$35.00"]);
  });

  test("a wrong quantity and wrong attributes are reported beside their rows", async () => {
    const contract = await make();
    const lineId = contract.lines[0]?.id ?? "";
    const form = {
      lineId,
      quantity: "0",
      key0: "a",
      value0: "1",
      key1: "a",
      value1: "2",
      value2: "x",
      key2: "",
    };
    const answer = await post(contract, "line", form);
    expect([answer.status, namesOf(answer.problem).sort()]).toEqual([400, ["/key1", "/key2", "/quantity"]]);
    const last = await post(contract, "line", { lineId, quantity: "1", skip: "on" });
    expect(last.problem).toMatchObject({ code: "last_line" });
  });
});

test("a code is applied and its discount removed", async () => {
  const contract = await make();
  await db.insert(discountCodes).values({
    shopId: shop.id,
    code: "TEN",
    valueType: "PERCENTAGE",
    value: "10",
    isOncePerCustomer: false,
    isActive: true,
    createdAt: NOW,
    updatedAt: NOW,
  });
  expect(inputOf((await show(contract, "edit=apply_code")).dialog, "discountCode")).toMatchObject({
    suggestions: ["TEN"],
  });
  const unknown = await post(contract, "apply_code", { discountCode: "NONE" });
  expect([unknown.status, namesOf(unknown.problem)]).toEqual([404, ["discountCode"]]);
  expect(namesOf((await post(contract, "apply_code", { discountCode: "a b" })).problem)).toEqual([
    "/discountCode",
  ]);
  expect((await post(contract, "apply_code", { discountCode: " TEN " })).status).toBe(303);
  const [discount] = (await show(contract)).discounts;
  const search = `edit=remove_discount&discount=${discount?.id}`;
  const dialog = (await show(contract, search)).dialog;
  expect(dialog?.title).toBe("Remove the discount “TEN”?");
  const moved = { ...contract, version: dialog?.version ?? 0 };
  expect((await post(moved, "remove_discount", { discountId: discount?.id ?? "" })).status).toBe(303);
  expect((await show(contract)).discounts).toEqual([]);
});

test("a product is put on the order chosen, shown with it, counted, and taken off", async () => {
  const contract = await make();
  const { products } = await insertCatalogue(shop.id, {
    products: [
      { title: "Honey", handle: "Wald_Honig", variants: [{ price: "4.50", available: false }] },
      { title: "Tea" },
    ],
  });
  const variantId = products[0]?.variantIds[0] ?? 0;
  const [, later] = (await show(contract)).upcoming;
  const search = `edit=add_product&order=${later?.id}&q=hon`;
  const { dialog } = await show(contract, search);
  expect(inputOf(dialog, "billingAttemptId")).toMatchObject({ initial: String(later?.id) });
  expect(inputOf(dialog, "product")).toMatchObject({
    options: [{ label: "Honey, Default", note: "$4.50, sold out" }],
  });
  const form = { product: `${variantId} Wald_Honig`, quantity: "2", billingAttemptId: String(later?.id) };
  const wrong = await post(contract, "add_product", { ...form, product: "", quantity: "0" });
  expect(namesOf(wrong.problem).sort()).toEqual(["/product", "/quantity"]);
  expect((await post(contract, "add_product", form)).status).toBe(303);
  expect(await db.select().from(oneTimeProducts)).toMatchObject([
    { variantHandle: "wald-honig", quantity: 2, billingAttemptId: later?.id },
  ]);
  const page = await show(contract, `edit=remove_product&order=${later?.id}&variant=${variantId}`);
  expect(page.upcoming.map(({ amount, extras }) => [amount, extras.map(({ price }) => price)])).toEqual([
    ["$10.00", []],
    ["$19.00", ["$4.50 × 2"]],
  ]);
  expect(page.dialog?.title).toBe("Remove Honey from the order?");
  const moved = { ...contract, version: page.dialog?.version ?? 0 };
  const off = { billingAttemptId: String(later?.id), variantId: String(variantId) };
  expect((await post(moved, "remove_product", off)).status).toBe(303);
  expect(await db.select().from(oneTimeProducts)).toEqual([]);
});

test("a product that cannot be added is named by the dialog's own field", async () => {
  const contract = await make();
  const { products } = await insertCatalogue(shop.id, {
    products: [{ title: "Car", variants: [{ price: "1000000" }] }],
  });
  const { dialog, upcoming } = await show(contract, "edit=add_product");
  const form = { quantity: "1", billingAttemptId: String(upcoming[0]?.id) };
  for (const variantId of [products[0]?.variantIds[0], 999_999]) {
    const { problem } = await post(contract, "add_product", { ...form, product: `${variantId} car` });
    expect(namesOf(problem)).toEqual(["product"]);
    expect(inputOf(dialog, "product")).toBeDefined();
  }
});

test("an amount with too many decimals is named by the dialog's own field, alone and beside others", async () => {
  const contract = await make();
  const form = { discountTitle: "Sorry", kind: "FIXED_AMOUNT", discountValue: "2.555", cycles: "" };
  expect(namesOf((await post(contract, "add_discount", form)).problem)).toEqual(["discountValue"]);
  const tried = await post(contract, "add_discount", { ...form, tryOut: "1" });
  expect(namesOf(tried.problem)).toEqual(["discountValue"]);
});

test("a contract in another currency than the shop's is offered no one-time product, and takes none", async () => {
  const contract = await make({ currencyCode: "EUR" });
  const { products } = await insertCatalogue(shop.id, { products: [{ title: "Honey" }] });
  const page = await show(contract, "edit=add_product");
  const offered = page.upcoming.map(({ buttons }) => toRowIntents(buttons));
  expect([page.dialog, offered]).toEqual([null, [["skip"], ["skip"]]]);
  const refused = await post(contract, "add_product", {
    product: `${products[0]?.variantIds[0]} honey`,
    quantity: "1",
    billingAttemptId: String(page.upcoming[0]?.id),
  });
  expect(refused.problem).toMatchObject({ code: "currency_mismatch" });
});

test.each(["CANCELLED", "EXPIRED"] as const)(
  "a contract that is %s: every dialog says that it cannot be done, but for those that start it again",
  async (status) => {
    const contract = await make({ status, lines: [{}, {}], discounts: [{}] });
    const [line] = contract.lines;
    const [discount] = (await show(contract)).discounts;
    const parts = `line=${line?.id}&discount=${discount?.id}`;
    const answers = await Promise.all(
      contractOperations
        .flatMap(({ staffDialogs }) => Object.keys(staffDialogs))
        .map(async (intent) => ({
          intent,
          dialog: (await show(contract, `edit=${intent}&${parts}`)).dialog,
        })),
    );
    const done = answers.filter(({ dialog }) => dialog && dialog.title !== "This cannot be done");
    expect(done.map(({ intent }) => intent)).toEqual(status === "CANCELLED" ? ["resume", "reactivate"] : []);
    // What is about an order that the contract does not have.
    const none = answers.filter(({ dialog }) => dialog === null);
    expect(none.map(({ intent }) => intent).sort()).toEqual([
      "add_product",
      "remove_product",
      "skip",
      "unskip",
    ]);
  },
);

test("a product of an order that is being made cannot be taken off: its dialog says so", async () => {
  const contract = await make({ attempts: [{ billingDate: NOW, status: "PROCESSING" }] });
  const [order] = await readAttempts(contract);
  await db.insert(oneTimeProducts).values({
    shopId: shop.id,
    contractId: contract.id,
    billingAttemptId: order?.id ?? 0,
    variantId: 71,
    variantHandle: "honey",
    quantity: 1,
    price: "4.50",
    createdAt: NOW,
  });
  expect((await show(contract, `edit=remove_product&order=${order?.id}&variant=71`)).dialog).toMatchObject({
    title: "This cannot be done",
    lines: ["This order is being made."],
    confirm: null,
  });
});

test("who may not edit gets no dialog and no change; for a contract that is over it only says so", async () => {
  const viewer = await signIn(shop.id, (await insertStaff(shop.id, "viewer")).id);
  const other = await createTestShop();
  const stranger = await signIn(other.id, other.staff.id);
  const contract = await make();
  expect((await show(contract, "edit=address", viewer)).dialog).toBeNull();
  expect((await post(contract, "address", ADDRESS, viewer)).status).toBe(403);
  expect((await post(contract, "address", ADDRESS, stranger)).status).toBe(404);
  const over = await make({ status: "CANCELLED" });
  for (const search of ["edit=address", "edit=apply_code", `edit=line&line=${over.lines[0]?.id}`])
    expect((await show(over, search)).dialog).toMatchObject({
      title: "This cannot be done",
      lines: [expect.stringContaining("cancelled")],
      confirm: null,
      rows: [],
    });
  for (const search of ["edit=line", "edit=nothing", "edit=constructor"])
    expect((await show(over, search)).dialog).toBeNull();
  expect((await post(over, "address", ADDRESS)).status).toBe(409);
});
