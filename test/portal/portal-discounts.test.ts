import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { applyDiscount } from "~/features/contracts/operations/discounts/apply-discount.server";
import { removeContractDiscount } from "~/features/contracts/operations/discounts/remove-discount.server";
import { db } from "~db/client.server";
import { contractDiscounts } from "~db/schema/contracts";
import { discountCodes } from "~db/schema/discount-codes";
import { send } from "../support/calls/contract-calls";
import { insertCode, readCode } from "../support/calls/discounts";
import { openContract, saveSettings } from "../support/calls/portal-contract";
import { listForms, toPlainText } from "../support/calls/portal-pages";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest({ name: "Fernhill", currencyCode: "EUR" });

const readTitles = async (contractId: number) =>
  (await db.select().from(contractDiscounts).where(eq(contractDiscounts.contractId, contractId))).map(
    ({ title }) => title,
  );
const buttonsOf = (html: string) => listForms(html).map(({ button }) => button);

describe("a discount that the shop has given", () => {
  const GIVEN = { title: "Sorry about March", value: "20", recurringCycleLimit: 12 };

  test("is not the customer's to remove: no button, and a refusal by form and JSON call; staff may", async () => {
    const { portal, page, contract } = await openContract(shop, { discounts: [GIVEN] });
    expect(toPlainText(page.html)).toContain("Sorry about March 20% off");
    expect(buttonsOf(page.html)).not.toContain("Remove");

    const [row] = await db.select().from(contractDiscounts);
    const discountId = row?.id ?? "";
    const contractId = contract.subscriptionContractId;
    const refused = await portal.post(
      { contract: contractId, intent: "remove-code" },
      { discount: discountId },
    );
    expect(refused.status).toBe(403);
    expect(toPlainText(refused.html)).toContain("This cannot be changed here. Please get in touch with us.");
    const sent = { contractId, discountId };
    const answer = await send(shop, removeContractDiscount, sent, { by: contract.customerId });
    expect([answer.status, answer.body.code]).toEqual([403, "forbidden"]);
    expect(await readTitles(contract.id)).toEqual(["Sorry about March"]);

    expect((await send(shop, removeContractDiscount, sent)).status).toBe(200);
    expect(await readTitles(contract.id)).toEqual([]);
  });

  test("leaves room for a code in a shop that allows one code at a time", async () => {
    await saveSettings(shop, { forbidsSecondCode: true });
    const { portal, page } = await openContract(shop, { discounts: [GIVEN] });
    const applied = await portal.press(page, "Apply", { code: await insertCode(shop.id) });
    expect(toPlainText(applied.html)).toContain("Code applied.");
    expect(buttonsOf(applied.html)).not.toContain("Apply");
  });
});

describe("the list of discounts says of each how many orders still have it, and whether it is for everything", () => {
  test.each([
    [{}, "10% off Remove"],
    [{ recurringCycleLimit: 1 }, "10% off · For one order only Remove"],
    [{ recurringCycleLimit: 3, usageCount: 1 }, "10% off · For 2 orders Remove"],
    [{ recurringCycleLimit: 3, usageCount: 2 }, "10% off · For one order only Remove"],
    [{ lineIds: [] }, "10% off · On selected products Remove"],
    [{ recurringCycleLimit: 3, lineIds: [] }, "10% off · For 3 orders · On selected products Remove"],
  ])("%o", async (limits, said) => {
    const discount = { title: "SPRING", code: "SPRING", value: "10", ...limits };
    const { page } = await openContract(shop, { discounts: [discount] });
    expect(toPlainText(page.html)).toContain(`SPRING ${said}`);
  });
});

describe("a code", () => {
  test("can be taken back however it was typed: its case does not count", async () => {
    const { portal, page, contract } = await openContract(shop);
    await insertCode(shop.id, { code: "WELCOME10" });
    const applied = await portal.press(page, "Apply", { code: "welcome10" });
    expect(toPlainText(applied.html)).toContain("Code applied.");
    const undone = await portal.press(applied, "Undo");
    expect(toPlainText(undone.html)).toContain("Code removed.");
    expect(await readTitles(contract.id)).toEqual([]);
  });

  test("that was removed is put back by Undo, and its use is counted once", async () => {
    const { portal, page, contract } = await openContract(shop);
    const code = await insertCode(shop.id, { isOncePerCustomer: true, useLimit: 1 });
    const applied = await portal.press(page, "Apply", { code });
    const removed = await portal.press(applied, "Remove");
    expect(toPlainText(removed.html)).toContain("Code removed.");
    expect(await readTitles(contract.id)).toEqual([]);
    const undone = await portal.press(removed, "Undo");
    expect(toPlainText(undone.html)).toContain("Code applied.");
    expect(await readTitles(contract.id)).toEqual([code]);
    expect(await readCode(code)).toMatchObject({ uses: 1 });
  });

  test("that was removed has no Undo once it can no longer be applied", async () => {
    const { portal, page } = await openContract(shop);
    const code = await insertCode(shop.id);
    const applied = await portal.press(page, "Apply", { code });
    await db.update(discountCodes).set({ isActive: false }).where(eq(discountCodes.code, code));
    const removed = await portal.press(applied, "Remove");
    expect(toPlainText(removed.html)).toContain("Code removed.");
    expect(buttonsOf(removed.html)).not.toContain("Undo");
  });
});

describe("guessing codes", () => {
  test("by the form counts with the calls, and its refusal says to wait", async () => {
    const { portal, page, contract } = await openContract(shop);
    const contractId = contract.subscriptionContractId;
    for (let time = 0; time < 10; time += 1) {
      await portal.press(page, "Apply", { code: `TRY${time}` });
      const sent = { contractId, discountCode: `TRY${time}` };
      expect((await send(shop, applyDiscount, sent, { by: contract.customerId })).status).toBe(404);
    }
    const refused = await portal.press(page, "Apply", { code: await insertCode(shop.id) });
    expect(refused.status).toBe(429);
    expect(toPlainText(refused.html)).toContain("Too many tries in a short time.");
    expect(await readTitles(contract.id)).toEqual([]);
  });

  test("by the address of a page that offers Undo counts, too", async () => {
    const { portal, contract } = await openContract(shop);
    const code = await insertCode(shop.id);
    const at = { contract: contract.subscriptionContractId, done: "code_removed" };
    const offers = async (undo: string) =>
      buttonsOf((await portal.get({ ...at, undo })).html).includes("Undo");
    for (let time = 0; time < 30; time += 1) expect(await offers(code)).toBe(true);
    for (let time = 0; time < 20; time += 1) expect(await offers(`TRY${time}`)).toBe(false);
    expect(await offers(code)).toBe(false);
  });
});
