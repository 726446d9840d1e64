import { describe, expect, test } from "vitest";
import { splitExistingContract } from "~/features/contracts/operations/lines/split-contract.server";
import { addMoney, compareMoney } from "~/lib/money";
import { db } from "~db/client.server";
import { contracts } from "~db/schema/contracts";
import { idOf } from "../../support/calls/contract-calls";
import { askJson, sendJson } from "../../support/calls/json-endpoints";
import { listRecordedChanges, readAttempts } from "../../support/data/contract-plan";
import { insertContract } from "../../support/data/factories";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";

const shop = shopOfEachTest();

describe("splitting", () => {
  const split = async (search: Record<string, unknown>, body: unknown) => {
    const parameters = new URLSearchParams(
      Object.entries(search).map(([name, value]) => [name, String(value)]),
    );
    const response = await askJson(splitExistingContract, `/x?${parameters}`, {
      method: "POST",
      headers: { "X-API-Key": shop.writeKey, ...sendJson(body).headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  const allContracts = () => db.select().from(contracts).orderBy(contracts.id);

  test("moved lines make a contract of their own; both cost what the one did, and have orders to come", async () => {
    const contract = await insertContract(shop.shop.id, {
      lines: [{ quantity: 2 }, { currentPrice: "7.77" }, { currentPrice: "3.33" }],
      discounts: [
        { valueType: "FIXED_AMOUNT", value: "5" },
        { value: "7", createdAt: new Date("2026-03-03") },
      ],
      deliveryPrice: "4.90",
      minCycles: 3,
    });
    const before = contract.orderAmount;
    const ids = contract.lines.map(({ id }) => id);
    const wanted = { ...idOf(contract), isSplitContract: true };
    const { status, body } = await split(wanted, ids.slice(1));
    expect([status, body.lines.nodes.length, body.deliveryPrice.amount]).toEqual([201, 2, "0.00"]);
    const [old, made] = await allContracts();
    if (!old || !made) throw new Error("there are not two contracts");
    expect(compareMoney(addMoney(old.orderAmount, made.orderAmount), before)).toBe(0);
    expect(made).toMatchObject({
      customerId: contract.customerId,
      nextBillingDate: contract.nextBillingDate,
      deliveryPrice: "0.0000",
      minCycles: 3,
    });
    expect((await readAttempts(made)).length).toBeGreaterThan(0);
    const told = await Promise.all([contract, made].map(listRecordedChanges));
    expect(told.map(({ activity }) => activity.map(({ action }) => action))).toEqual([
      ["contract.split"],
      ["contract.created"],
    ]);
    expect(told[0]?.activity[0]?.after).toMatchObject({ newContract: String(made.subscriptionContractId) });
    expect((await split(wanted, ids)).status).toBe(404);
    const all = await split(wanted, ids.slice(0, 1));
    expect([all.status, all.body.errors[0].code]).toEqual([400, "all_lines"]);
    expect(await allContracts()).toHaveLength(2);
  });

  test("copied lines stay where they are; billed at once, the first order is due now", async () => {
    const contract = await insertContract(shop.shop.id, { lines: [{}, {}], deliveryPrice: "2" });
    const [id] = contract.lines.map((line) => line.id);
    const copy = { ...idOf(contract), isSplitContract: false, attemptBilling: true };
    const { status, body } = await split(copy, [id]);
    expect([status, body.deliveryPrice.amount]).toEqual([201, "2.00"]);
    expect(body.lines.nodes[0].id).not.toContain(id);
    const [old, made] = await allContracts();
    expect(old?.orderAmount).toBe("22.0000");
    expect(+(made?.nextBillingDate ?? 0)).toBeLessThanOrEqual(Date.now());
    expect((await split({ isSplitContract: "x" }, [])).body.errors.map(nameOf).sort()).toEqual([
      "",
      "contractId",
      "isSplitContract",
    ]);
  });
  const nameOf = ({ parameter, pointer }: { parameter?: string; pointer?: string }) => parameter ?? pointer;
});
