import { changeContract } from "~/features/contracts/change/contract-change.service.server";
import {
  appendCountDelta,
  compactContractCounts,
} from "~/features/contracts/change/contract-counts.repo.server";
import { changeStatus } from "~/features/contracts/change/contract-status";
import { rollUpFacts } from "~/features/facts/facts.repo.server";
import { noteChanges } from "~/features/facts/facts.service.server";
import { client } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";
import type { EditCost } from "./databases";

const SHOWN_TWICE = [null, "counters", "facts"] as const;
type Row = { contractId: number; shopId: number };

/**
 * Time to pause or resume a contract, as it is, and with its counters or its facts written twice: the cost of one of
 * them is the difference. In turns, so that all run under the same load. The shop is left as it was, except for the
 * facts' days and its contracts' histories.
 */
export async function measureEdits(edits: number): Promise<EditCost> {
  const rows = await client<Row[]>`
    select subscription_contract_id as "contractId", shop_id as "shopId" from contracts where status = 'ACTIVE'
    order by hashint8extended(id, 1) limit ${edits}`;
  const cost: EditCost = { asItIs: [], countersTwice: [], factsTwice: [] };
  for (const status of ["PAUSED", "ACTIVE"] as const) {
    for (const [number, row] of rows.entries()) {
      const twice = SHOWN_TWICE[number % SHOWN_TWICE.length] ?? null;
      const started = performance.now();
      await edit(row, status, twice);
      cost[twice ? (`${twice}Twice` as const) : "asItIs"].push(performance.now() - started);
    }
  }
  for (const shopId of new Set(rows.map((row) => row.shopId)))
    await inTransaction(async (tx) => {
      await compactContractCounts(tx, shopId);
      await rollUpFacts(tx, shopId, edits * 2);
    });
  return cost;
}

async function edit(
  { contractId, shopId }: Row,
  status: "ACTIVE" | "PAUSED",
  twice: (typeof SHOWN_TWICE)[number],
): Promise<void> {
  const shop = { id: shopId, timeZone: "Europe/Berlin" };
  const now = new Date();
  const audit = { actor: { type: "system" as const, name: "bench" }, requestId: null, now };
  await changeContract({ shop, contractId, customerId: null, audit }, (state, tx) => {
    const before = state.contract;
    const after = { ...before, status };
    const change = changeStatus(state, status, { now, timeZone: shop.timeZone }, { isCustomer: false });
    // Not awaited here: like the edit's own statements, it is sent with the others.
    let second: Promise<void> | undefined;
    if (twice === "counters") second = appendCountDelta(tx, shopId, before, after);
    if (twice === "facts") second = noteChanges(tx, shop, [{ before, after }], now);
    return { ...change, also: async () => second };
  });
}
