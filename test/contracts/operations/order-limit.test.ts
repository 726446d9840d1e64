import { beforeEach, expect, test } from "vitest";
import { addLineItem, addLineItems } from "~/features/contracts/operations/lines/add-lines.server";
import { updateLineQuantity } from "~/features/contracts/operations/lines/line-quantity.server";
import { replaceVariants } from "~/features/contracts/operations/lines/swap-lines.server";
import { updateLineItem } from "~/features/contracts/operations/lines/update-line.server";
import { addContractOneTimeProduct } from "~/features/contracts/operations/one-time-products/add-one-time-product.server";
import { updateDeliveryPrice } from "~/features/contracts/operations/terms/one-delivery-price.server";
import { requireStorableOrder } from "~/features/contracts/order-limit";
import { db } from "~db/client.server";
import { updateRows } from "~db/rows.server";
import { variants } from "~db/schema/catalogue";
import { idOf, lineOf, send } from "../../support/calls/contract-calls";
import {
  codesOf,
  linesOf,
  requireTrueAmounts,
  teaShopOfEachTest,
} from "../../support/calls/lines/line-edits";
import { readContractRow } from "../../support/data/contract-plan";
import { aLine, aState } from "../../support/data/contract-state";

const { shop, goods, insert } = teaShopOfEachTest();

/** Above the highest price a caller may set; an import may bring such prices. */
const DEAR = "1250000.00";
beforeEach(() => updateRows(db, variants, { shopId: shop.shop.id, id: goods.beans }, { price: DEAR }));

/** Lines that leave room for less than one more of the dear product. */
const full = () =>
  insert({ lines: Array.from({ length: 8 }, () => ({ currentPrice: DEAR, quantity: 999 })) });

test("a price of the catalogue has no limit but what is stored: it is added and swapped as it is", async () => {
  const contract = await insert();
  const added = await send(shop, addLineItem, { ...idOf(contract), variantId: goods.beans, quantity: 999 });
  expect([added.status, linesOf(added)]).toEqual([200, ["Tea 1 × 9.99", "Beans 999 × 1250000.00"]]);
  const body = { ...lineOf(contract), newVariants: { [goods.beans]: 2 } };
  const swapped = await send(shop, replaceVariants, {}, { body });
  expect(linesOf(swapped)).toEqual(["Beans 2 × 1250000.00", "Beans 999 × 1250000.00"]);
  expect((await readContractRow(contract)).orderAmount).toBe("1251250000.0000");
  await requireTrueAmounts(contract);
});

test("an order that could not be stored is refused by each call, naming what makes it so, and nothing changes", async () => {
  const contract = await full();
  const [which, line] = [idOf(contract), lineOf(contract)];
  const dear = { ...which, variantId: goods.beans };
  const before = await readContractRow(contract);
  const refused = async (...call: Parameters<typeof send> extends [unknown, ...infer R] ? R : never) => {
    const answer = await send(shop, ...call);
    return [answer.status, codesOf(answer)];
  };
  const named = (...names: string[]) => [400, names.map((name) => `${name} out_of_range`)];
  expect(await refused(addLineItem, { ...dear, quantity: 9 })).toEqual(named("quantity"));
  expect(await refused(addLineItem, { ...dear, quantity: 900, price: "999999.99" })).toEqual(
    named("price", "quantity"),
  );
  const several = { [goods.beans]: 900, [goods.tea]: 1 };
  expect(await refused(addLineItems, which, { body: several })).toEqual(
    named(...Object.keys(several).map((name) => `/${name}`)),
  );
  const swap = { ...line, newVariants: { [goods.beans]: 999, [goods.greenTea]: 999 } };
  await updateRows(db, variants, { shopId: shop.shop.id, id: goods.greenTea }, { price: DEAR });
  expect(await refused(replaceVariants, {}, { body: swap })).toEqual(
    named(...Object.keys(swap.newVariants).map((name) => `/newVariants/${name}`)),
  );
  expect(await readContractRow(contract)).toEqual(before);
  // A lower amount is accepted.
  const priced = { ...line, variantId: goods.beans, price: "999999.99", quantity: 998 };
  expect((await send(shop, updateLineItem, priced)).status).toBe(200);
});

test("quantities, delivery and products of one order count, too", async () => {
  const contract = await insert({
    lines: [
      { currentPrice: "9998000.00", quantity: 1 },
      { currentPrice: "9990000000.00", quantity: 1 },
    ],
    attempts: [{}],
  });
  const quantity = await send(shop, updateLineQuantity, { ...lineOf(contract), quantity: 3 });
  expect([quantity.status, codesOf(quantity)]).toEqual([400, ["quantity out_of_range"]]);
  const delivery = await send(shop, updateDeliveryPrice, { ...idOf(contract), deliveryPrice: "3000" });
  expect([delivery.status, codesOf(delivery)]).toEqual([400, ["deliveryPrice out_of_range"]]);
  const once = { ...idOf(contract), billingAttemptId: 1, variantId: goods.tea, variantHandle: "tea" };
  expect((await send(shop, addContractOneTimeProduct, { ...once, quantity: 100 })).status).toBe(200);
  const more = { ...once, variantId: goods.greenTea, quantity: 100 };
  const refused = await send(shop, addContractOneTimeProduct, more);
  expect([refused.status, codesOf(refused)]).toEqual([400, ["quantity out_of_range"]]);
});

test("a later price counts, a discount does not help, and what is too dear already may become cheaper", () => {
  const half = aLine("half", { currentPrice: "1", laterPrice: "6000000000", laterAfterCycle: 2 });
  const state = aState({ lines: [half] });
  const with_ =
    (...lines: (typeof half)[]) =>
    () =>
      requireStorableOrder(state, { lines }, [{ parameter: "x" }]);
  expect(with_(half, aLine("b", { currentPrice: "3000000000" }))).not.toThrow();
  expect(with_(half, aLine("b", { currentPrice: "5000000000" }))).toThrow(
    expect.objectContaining({ extra: { errors: [expect.objectContaining({ parameter: "x" })] } }),
  );
  const dear = aState({ lines: [aLine("a", { currentPrice: "9999999999", quantity: 5 })] });
  const less = { lines: [aLine("a", { currentPrice: "9999999999", quantity: 4 })] };
  expect(() => requireStorableOrder(dear, less, [])).not.toThrow();
  expect(() => requireStorableOrder(dear, { contract: { deliveryPrice: "1" } }, [])).toThrow(
    expect.objectContaining({ code: "conflict" }),
  );
});
