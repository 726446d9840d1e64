import { beforeEach, describe, expect, test } from "vitest";
import { removeContractDiscount } from "~/features/contracts/operations/discounts/remove-discount.server";
import {
  billedMonthly,
  createTestGatewayShop,
  DUE,
  daysAfterDue,
  runAt,
} from "../../../support/calls/billing";
import { type Contract, send } from "../../../support/calls/contract-calls";
import { apply, insertCode, outcome, readCode } from "../../../support/calls/discounts";
import { readAttempts } from "../../../support/data/contract-plan";
import { createTestShop, insertContract, type TestShop } from "../../../support/data/factories";
import { resetDatabase } from "../../../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ timeZone: "Europe/Berlin" });
});

const remove = ({ subscriptionContractId: contractId }: Contract, discountId: string) =>
  send(shop, removeContractDiscount, { contractId, discountId });

describe("taking a discount off", () => {
  test("restores the prices, and gives the use back unless an order had it", async () => {
    const contract = await insertContract(shop.id);
    const code = await insertCode(shop.id, { isOncePerCustomer: true, useLimit: 1 });
    const gid = (await apply(shop, contract, code)).body.discounts.nodes[0]?.id ?? "";
    const { status, body } = await remove(contract, gid);
    expect([status, body.discounts.nodes]).toEqual([200, []]);
    expect(body.lines.nodes[0]?.lineDiscountedPrice.amount).toBe("10.00");
    expect(await readCode(code)).toMatchObject({ uses: 0 });
    expect(outcome(await apply(shop, contract, code))).toBe(200);

    const used = await insertContract(shop.id, { discounts: [{ usageCount: 2 }] });
    const own = (await apply(shop, used, await insertCode(shop.id))).body.discounts.nodes;
    for (const { id } of own) expect((await remove(used, id.split("/").at(-1) ?? "")).status).toBe(200);
  });

  test("what the contract does not have is not found; of two at once one does it", async () => {
    const contract = await insertContract(shop.id);
    const code = await insertCode(shop.id);
    const id = (await apply(shop, contract, code)).body.discounts.nodes[0]?.id ?? "";
    expect((await remove(contract, "00000000-0000-4000-8000-000000000000")).status).toBe(404);
    expect((await remove(contract, "7")).status).toBe(400);
    const answers = await Promise.all([remove(contract, id), remove(contract, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await readCode(code)).toMatchObject({ uses: 0 });
  });

  test("keeps the use while an order with it may still be paid, also one that was given up meanwhile", async () => {
    shop = await createTestGatewayShop();
    for (const waits of [false, true]) {
      const contract = await billedMonthly(shop, { lastDigits: "3155" });
      const code = await insertCode(shop.id, { isOncePerCustomer: true, useLimit: 1 });
      const gid = (await apply(shop, contract, code)).body.discounts.nodes[0]?.id ?? "";
      await runAt(shop, DUE);
      if (waits) await runAt(shop, daysAfterDue(60));
      const [order] = await readAttempts(contract);
      expect(order?.status).toBe(waits ? "FAILURE" : "ACTION_REQUIRED");
      expect((await remove(contract, gid)).status).toBe(200);
      expect(await readCode(code)).toMatchObject({ uses: 1 });
      expect(outcome(await apply(shop, contract, code))).toBe("discount_used_up");
    }
  });

  test("gives the use back after an order with it has failed for good, and while one without it waits", async () => {
    shop = await createTestGatewayShop();
    for (const lastDigits of ["0002", "3155"]) {
      const contract = await billedMonthly(shop, { lastDigits });
      const code = await insertCode(shop.id);
      const before = lastDigits === "0002" ? await apply(shop, contract, code) : null;
      await runAt(shop, DUE);
      const gid = (before ?? (await apply(shop, contract, code))).body.discounts.nodes[0]?.id ?? "";
      expect((await remove(contract, gid)).status).toBe(200);
      expect([lastDigits, await readCode(code)]).toMatchObject([lastDigits, { uses: 0 }]);
    }
  });

  test("a code that is entered again goes on counting its orders, with the use that it has", async () => {
    shop = await createTestGatewayShop();
    const contract = await billedMonthly(shop);
    const code = await insertCode(shop.id, { cycleLimit: 2, useLimit: 5 });
    const gid = (await apply(shop, contract, code)).body.discounts.nodes[0]?.id ?? "";
    await runAt(shop, DUE);
    expect((await remove(contract, gid)).status).toBe(200);
    const again = (await apply(shop, contract, code)).body.discounts.nodes;
    expect(again).toMatchObject([{ recurringCycleLimit: 2, usageCount: 1 }]);
    expect(await readCode(code)).toMatchObject({ uses: 1 });
    await runAt(shop, daysAfterDue(31));
    expect((await remove(contract, again[0]?.id ?? "")).status).toBe(200);
    const last = await apply(shop, contract, code);
    expect([last.status, outcome(last)]).toEqual([400, "discount_already_used"]);
    expect(await readCode(code)).toMatchObject({ uses: 1 });
  });

  test("a code that an order waits to be paid with counts that order when it is entered again", async () => {
    shop = await createTestGatewayShop();
    const contract = await billedMonthly(shop, { lastDigits: "3155" });
    const code = await insertCode(shop.id, { cycleLimit: 1 });
    const gid = (await apply(shop, contract, code)).body.discounts.nodes[0]?.id ?? "";
    await runAt(shop, DUE);
    expect((await remove(contract, gid)).status).toBe(200);
    expect(outcome(await apply(shop, contract, code))).toBe("discount_already_used");
  });

  test("another contract of the customer counts its own orders", async () => {
    shop = await createTestGatewayShop();
    const contract = await billedMonthly(shop);
    const code = await insertCode(shop.id, { cycleLimit: 1 });
    await apply(shop, contract, code);
    await runAt(shop, DUE);
    const { customerId } = contract;
    const { body } = await apply(shop, await insertContract(shop.id, { customerId }), code);
    expect(body.discounts.nodes).toMatchObject([{ usageCount: 0 }]);
    expect(await readCode(code)).toMatchObject({ uses: 2 });
  });
});
