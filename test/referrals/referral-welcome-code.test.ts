import { beforeEach, describe, expect, test } from "vitest";
import { discountRemoval } from "~/features/contracts/operations/discounts/remove-discount.server";
import { contractSplit } from "~/features/contracts/operations/lines/split-contract.server";
import { db } from "~db/client.server";
import { contractDiscounts, contracts } from "~db/schema/contracts";
import { insertContract, NOW } from "../support/data/factories";
import {
  accept,
  apply,
  createReferrerShop,
  insertFriend,
  listActions,
  type ReferrerShop,
  readReferral,
  target,
} from "../support/data/referred-friend";
import { resetDatabase } from "../support/setup/database";

let shop: ReferrerShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createReferrerShop();
});

describe("a welcome code", () => {
  test("works for its friend's first contract, once, and the referral knows", async () => {
    const code = await accept(shop);
    const contract = await insertFriend(shop, {}, "Friend@Example.com");
    await apply(shop, contract, code);
    expect(await readReferral()).toMatchObject({ status: "CODE_USED", contractId: contract.id, usedAt: NOW });
    expect(await listActions(shop.id, contract.id)).toEqual(["referral.code_used"]);
    await expect(apply(shop, contract, code)).rejects.toMatchObject({ code: "discount_already_applied" });
    const second = await insertFriend(shop);
    await expect(apply(shop, second, code)).rejects.toMatchObject({ code: "discount_used_up" });
  });

  test("is unknown to anybody else", async () => {
    const code = await accept(shop);
    const stranger = await insertFriend(shop, {}, "stranger@example.com");
    await expect(apply(shop, stranger, code)).rejects.toMatchObject({ code: "not_found" });
  });

  test("is not for a later contract, nor for one of a second account with the same e-mail", async () => {
    const code = await accept(shop);
    const first = await insertFriend(shop);
    const later = new Date(NOW.getTime() + 1000);
    const second = await insertContract(shop.id, { customerId: first.customerId, createdAt: later });
    const other = await insertFriend(shop, { createdAt: later }, "FRIEND@example.com");
    for (const contract of [second, other])
      await expect(apply(shop, contract, code)).rejects.toMatchObject({ code: "discount_not_applicable" });
    await apply(shop, first, code);
  });

  test("knows an earlier contract also by an e-mail whose domain is written in its own script", async () => {
    const code = await accept(shop, "jürgen@bücher.example");
    const later = new Date(NOW.getTime() + 1000);
    await insertFriend(shop, {}, "Jürgen@bücher.example");
    const other = await insertFriend(shop, { createdAt: later }, "jürgen+2@xn--bcher-kva.example");
    await expect(apply(shop, other, code)).rejects.toMatchObject({ code: "discount_not_applicable" });
  });

  test("that is taken off before an order had it can be applied again", async () => {
    const code = await accept(shop);
    const contract = await insertFriend(shop);
    await apply(shop, contract, code);
    const [discount] = await db.select().from(contractDiscounts);
    const place = target(shop, contract);
    await discountRemoval.run(place, { ...place, discountId: discount?.id ?? "" });
    expect(await readReferral()).toMatchObject({ status: "ACCEPTED", contractId: null, usedAt: null });
    await apply(shop, contract, code);
    expect(await readReferral()).toMatchObject({ status: "CODE_USED" });
    expect(await listActions(shop.id, contract.id)).toEqual([
      "referral.code_used",
      "referral.code_given_back",
      "referral.code_used",
    ]);
  });

  test("goes with the only line it is for to a new contract, and its referral with it", async () => {
    const code = await accept(shop);
    const contract = await insertFriend(shop, { lines: [{}, {}] });
    await apply(shop, contract, code);
    const [, moved] = contract.lines.map(({ id }) => id);
    await db.update(contractDiscounts).set({ lineIds: [moved ?? ""] });
    const place = target(shop, contract);
    await contractSplit.run(
      { ...place, customerId: null },
      { ...place, lineIds: [moved ?? ""], isMove: true, isBilledNow: false },
    );
    const made = (await db.select().from(contracts).orderBy(contracts.id)).at(-1);
    if (!made) throw new Error("there is no contract");
    expect(await readReferral()).toMatchObject({ status: "CODE_USED", contractId: made.id, usedAt: NOW });
    expect(await listActions(shop.id, made.id)).toEqual(["referral.code_used"]);
    const [discount] = await db.select().from(contractDiscounts);
    const there = target(shop, { ...contract, ...made });
    await discountRemoval.run(there, { ...there, discountId: discount?.id ?? "" });
    expect(await readReferral()).toMatchObject({ status: "ACCEPTED", contractId: null, usedAt: null });
  });
});
