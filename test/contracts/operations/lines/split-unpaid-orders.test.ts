import { desc } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { contractSplit } from "~/features/contracts/operations/lines/split-contract.server";
import { db } from "~db/client.server";
import { contracts } from "~db/schema/contracts";
import { listPlan } from "../../../support/data/contract-plan";
import { createTestShop, type TestShop } from "../../../support/data/factories";
import { at, type Contract, fail, merchant, monthly, TRIED } from "../../../support/data/monthly-contract";
import { resetDatabase } from "../../../support/setup/database";

let shop: TestShop;
let contract: Contract;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ timeZone: "Europe/Berlin" });
  contract = await monthly(shop, { lines: [{}, {}] });
});

async function split(isMove: boolean): Promise<Contract> {
  const lineIds = contract.lines.slice(1).map(({ id }) => id);
  const { subscriptionContractId: contractId } = contract;
  await contractSplit.run(merchant(shop, TRIED), { contractId, lineIds, isMove, isBilledNow: false });
  const [made] = await db.select().from(contracts).orderBy(desc(contracts.id)).limit(1);
  if (!made) throw new Error("there is no new contract");
  return { ...contract, ...made };
}

test("while an order waits for the customer's bank, nothing is moved or copied", async () => {
  await fail(shop, contract, { actionUrl: "https://bank.test/confirm" });
  for (const isMove of [true, false])
    await expect(split(isMove)).rejects.toMatchObject({
      code: "conflict",
      detail: "An order of the contract is being charged: split it afterwards.",
    });
});

test("while a failed payment is tried again, no lines move: the next try would leave them out; copies may be made", async () => {
  await fail(shop, contract, { next: { step: "TRY", at: at("2026-04-02T07:00:00Z") } });
  await expect(split(true)).rejects.toMatchObject({
    code: "conflict",
    detail: expect.stringContaining("is tried again"),
  });
  const made = await split(false);
  expect((await listPlan(made))[0]).toBe("QUEUED 2026-04-30T07:00");
});

test("an order whose payment was given up is the former contract's: the new one has those after it", async () => {
  await fail(shop, contract, { end: "skip" });
  const made = await split(true);
  expect((await listPlan(made))[0]).toBe("QUEUED 2026-04-30T07:00");
});
