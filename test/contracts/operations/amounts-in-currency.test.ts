import { beforeAll, expect, test } from "vitest";
import { contractPageAction } from "~/features/contract-page/dialogs/contract-forms.endpoints.server";
import { addDiscount } from "~/features/contracts/operations/discounts/add-discount.server";
import { addLineItem } from "~/features/contracts/operations/lines/add-lines.server";
import { updateLineItem } from "~/features/contracts/operations/lines/update-line.server";
import { updateDeliveryPrice } from "~/features/contracts/operations/terms/one-delivery-price.server";
import { idOf, lineOf, namesOf, send } from "../../support/calls/contract-calls";
import { codesOf } from "../../support/calls/lines/line-edits";
import { ask, pageRequest } from "../../support/calls/pages";
import { readContractRow } from "../../support/data/contract-plan";
import {
  createTestShop,
  insertContract,
  insertStaff,
  signIn,
  type TestShop,
} from "../../support/data/factories";
import { resetDatabase } from "../../support/setup/database";

let shop: TestShop;
let contract: Awaited<ReturnType<typeof insertContract>>;

beforeAll(async () => {
  await resetDatabase();
  shop = await createTestShop({ currencyCode: "JPY" });
  contract = await insertContract(shop.id, { currencyCode: "JPY", lines: [{ currentPrice: "900" }] });
});

test("an amount beyond the decimals of the contract's currency is named beside whatever else is wrong", async () => {
  const line = lineOf(contract);
  const price = { price: "12.5" };
  const beside = "quantity out_of_range";
  const wrong = async (
    ...[operation, sent, more]: Parameters<typeof send> extends [unknown, ...infer R] ? R : never
  ) => codesOf(await send(shop, operation, sent, more));
  const priced = ["price too_many_decimals", beside];
  expect(await wrong(addLineItem, { ...idOf(contract), variantId: 5, quantity: 0, ...price })).toEqual(
    priced,
  );
  expect(await wrong(updateLineItem, { ...line, quantity: 0, ...price })).toEqual(priced);
  const body = { ...line, quantity: 0, price: 12.5 };
  expect(await wrong(updateLineItem, {}, { body })).toEqual([
    "/quantity out_of_range",
    "price too_many_decimals",
  ]);
  expect(await wrong(addDiscount, { ...idOf(contract), amount: "0.5" })).toEqual([
    "amount too_many_decimals",
    "discountTitle missing",
  ]);
  const delivery = { ...idOf(contract), deliveryPrice: "1.5" };
  expect(await wrong(updateDeliveryPrice, delivery)).toEqual(["deliveryPrice too_many_decimals"]);
  // A field that is invalid by itself is reported once.
  expect(await wrong(updateLineItem, { ...line, quantity: 0, price: "x" })).toEqual([
    expect.stringMatching(/^price /),
    beside,
  ]);
});

test("it tells nothing of contracts that a caller does not reach, nor without one", async () => {
  const sent = { ...lineOf(contract), quantity: 0, price: "12.5" };
  const stranger = await createTestShop();
  expect(namesOf(await send(stranger, updateLineItem, sent))).toEqual(["quantity"]);
  expect(namesOf(await send(shop, updateLineItem, { ...sent, contractId: "x" }))).toEqual([
    "contractId",
    "quantity",
  ]);
});

test("the dialogs name both, too", async () => {
  const cookie = await signIn(shop.id, (await insertStaff(shop.id, "editor")).id);
  const contractId = String(contract.subscriptionContractId);
  const post = async (intent: string, form: Record<string, string>) => {
    const version = String((await readContractRow(contract)).version);
    const request = pageRequest(`/admin/contracts/${contractId}?intent=${intent}`, {
      cookie,
      form: { version, ...form },
    });
    const { problem } = await ask(contractPageAction, request, { contractId });
    return (problem?.errors ?? []).map(({ parameter, pointer }) => parameter ?? pointer).sort();
  };
  expect(await post("add_line", { variantId: "", quantity: "0", price: "2.5" })).toEqual([
    "/quantity",
    "/variantId",
    "price",
  ]);
  const discount = { discountTitle: "", discountValue: "2.5" };
  expect(await post("add_discount", { ...discount, kind: "FIXED_AMOUNT" })).toEqual([
    "/discountTitle",
    "discountValue",
  ]);
  expect(await post("add_discount", { ...discount, kind: "PERCENTAGE" })).toEqual(["/discountTitle"]);
});
