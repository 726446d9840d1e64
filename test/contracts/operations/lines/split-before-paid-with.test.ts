import { readFileSync } from "node:fs";
import path from "node:path";
import { desc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { contractSplit } from "~/features/contracts/operations/lines/split-contract.server";
import { orderSkip } from "~/features/contracts/operations/orders/skip-order.server";
import { db } from "~db/client.server";
import { MIGRATIONS_DIR } from "~db/migration-files";
import { billingAttempts } from "~db/schema/billing";
import { contracts } from "~db/schema/contracts";
import { readAttempts } from "../../../support/data/contract-plan";
import { at, type Contract, merchant, monthly, pay } from "../../../support/data/monthly-contract";
import { shopOfEachTest } from "../../../support/data/shop-of-each-test";

/** Splits of releases that did not say which order had paid for what they handed over. */

const shop = shopOfEachTest({ timeZone: "Europe/Berlin" });
const PAID = at("2026-03-20T08:00:00Z");
const SPLIT = at("2026-03-21T08:00:00Z");
const LATER = at("2026-03-22T08:00:00Z");

/** @returns the new contract, as such a release left it */
async function splitOff(contract: Contract, isMove = true): Promise<Contract> {
  const lineIds = contract.lines.slice(1).map(({ id }) => id);
  const { subscriptionContractId: contractId } = contract;
  await contractSplit.run(merchant(shop, SPLIT), { contractId, lineIds, isMove, isBilledNow: false });
  await db.update(billingAttempts).set({ paidWithId: null }).where(eq(billingAttempts.shopId, shop.id));
  const [made] = await db.select().from(contracts).orderBy(desc(contracts.id)).limit(1);
  if (!made) throw new Error("there is no new contract");
  return { ...contract, ...made };
}
const migrate = () =>
  db.execute(sql.raw(readFileSync(path.join(MIGRATIONS_DIR, "0097_handed_over_orders.sql"), "utf8")));
const skip = async (of: Contract, index: number, isSkipped: boolean, now: Date) =>
  orderSkip.run(merchant(shop, now), {
    contractId: of.subscriptionContractId,
    attemptId: (await readAttempts(of))[index]?.id ?? 0,
    skip: isSkipped,
  });
const skippedOf = async (of: Contract) =>
  (await readAttempts(of)).filter(({ status }) => status === "SKIPPED").map(({ paidWithId }) => paidWithId);

test("a skipped order that was paid with the former contract is known as that", async () => {
  const contract = await monthly(shop, { lines: [{}, {}] });
  await pay(shop, contract, 1, PAID);
  const made = await splitOff(contract);
  expect(await skippedOf(made)).toEqual([null]);
  await migrate();
  expect(await skippedOf(made)).toEqual([(await readAttempts(contract))[1]?.id]);
  expect(await skippedOf(contract)).toEqual([]);
});

test("one whose lines were copied, or that somebody has skipped, is an ordinary one", async () => {
  const paid = await monthly(shop, { lines: [{}, {}] });
  await pay(shop, paid, 1, PAID);
  const copied = await splitOff(paid, false);
  const again = await splitOff(paid);
  await skip(again, 1, false, LATER);
  await skip(again, 1, true, LATER);
  // Skipped when its contract was split, and paid by the former one only after that.
  const skipping = await monthly(shop, { lines: [{}, {}] });
  await skip(skipping, 1, true, PAID);
  const taken = await splitOff(skipping);
  await skip(skipping, 1, false, LATER);
  await pay(shop, skipping, 1, LATER);
  await migrate();
  for (const made of [copied, again, taken]) expect(await skippedOf(made)).toEqual([null]);
});
