import { beforeEach, expect, test } from "vitest";
import { moveOneTimeProducts } from "~/features/contracts/one-time-products/move-products.repo.server";
import { removeContractDiscount } from "~/features/contracts/operations/discounts/remove-discount.server";
import { addContractOneTimeProduct } from "~/features/contracts/operations/one-time-products/add-one-time-product.server";
import { removeContractOneTimeProduct } from "~/features/contracts/operations/one-time-products/remove-one-time-product.server";
import { db } from "~db/client.server";
import { oneTimeProducts } from "~db/schema/one-time-products";
import { send as sendChange } from "../../../support/calls/contract-calls";
import { apply, insertCode, outcome, readCode } from "../../../support/calls/discounts";
import {
  asked,
  type ContractWithOrders,
  createFilterShop,
  type FilterShop,
  insertWithOrders,
  send,
} from "../../../support/calls/lines/one-time-products";
import { resetDatabase } from "../../../support/setup/database";

let shop: FilterShop;
let contract: ContractWithOrders;
beforeEach(async () => {
  await resetDatabase();
  shop = await createFilterShop();
  contract = await insertWithOrders(shop.id);
});

const onceCode = () => insertCode(shop.id, { value: "50", isOncePerCustomer: true, useLimit: 1 });
const applyCode = async (code: Awaited<ReturnType<typeof onceCode>>) =>
  (await apply(shop, contract, code)).body.discounts.nodes.at(-1)?.id ?? "";
const remove = (discountId: string) =>
  sendChange(shop, removeContractDiscount, { contractId: contract.subscriptionContractId, discountId });
const add = (order: number) =>
  send(
    shop,
    addContractOneTimeProduct,
    asked(shop, contract, { billingAttemptId: contract.attempts[order] ?? 0 }),
  );

test("a code whose percentage a one-time product has keeps its use when it is removed", async () => {
  const code = await onceCode();
  const id = await applyCode(code);
  expect((await add(0)).records[0]?.price).toBe(4.49);
  expect((await remove(id)).status).toBe(200);
  expect(await readCode(code)).toMatchObject({ uses: 1 });
  expect(outcome(await apply(shop, contract, code))).toBe("discount_used_up");
});

test("its use is given back once the product is gone, or if the product is of before", async () => {
  const code = await onceCode();
  await add(1);
  const id = await applyCode(code);
  await add(0);
  await send(
    shop,
    removeContractOneTimeProduct,
    asked(shop, contract, { billingAttemptId: contract.attempts[0] ?? 0 }),
  );
  expect((await remove(id)).status).toBe(200);
  expect(await readCode(code)).toMatchObject({ uses: 0 });
});

test("a product that moves on takes its discounts along; those of the higher price end", async () => {
  const dear = await applyCode(await insertCode(shop.id, { value: "10" }));
  await add(1);
  const cheap = await applyCode(await insertCode(shop.id, { value: "50" }));
  await remove(dear);
  const idOf = (gid: string) => gid.split("/").at(-1);
  await add(0);
  const [first = 0, second = 0, third = 0] = contract.attempts;
  const readProducts = async () =>
    (await db.select().from(oneTimeProducts)).map(({ price, discounts }) => [
      price,
      discounts.map(({ id }) => id),
    ]);
  await moveOneTimeProducts(db, shop.id, first, second);
  const cheapest = await readProducts();
  expect(cheapest).toEqual([["4.4900", expect.arrayContaining([idOf(cheap)])]]);
  expect(cheapest[0]?.[1]).not.toContain(idOf(dear));
  await moveOneTimeProducts(db, shop.id, second, third);
  expect(await readProducts()).toEqual(cheapest);
});

test("a discount for one order reduces products of the next order only", async () => {
  await applyCode(await insertCode(shop.id, { value: "50", cycleLimit: 1 }));
  expect((await add(2)).records.map(({ price }) => price)).toEqual([8.99]);
  expect((await add(1)).records.map(({ price }) => price)).toEqual([8.99, 8.99]);
  expect((await add(0)).records.map(({ price }) => price)).toEqual([8.99, 8.99, 4.49]);
});
