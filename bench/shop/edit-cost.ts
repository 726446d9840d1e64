import { and, eq, sql } from "drizzle-orm";
import { appendActivity } from "~/features/activity/activity.repo.server";
import {
  appendCountDelta,
  compactContractCounts,
} from "~/features/contracts/change/contract-counts.repo.server";
import { foldFacts } from "~/features/facts/facts.repo.server";
import { noteChanges } from "~/features/facts/facts.service.server";
import { client } from "~db/client.server";
import { contracts } from "~db/schema/contracts";
import { inTransaction } from "~db/transaction.server";
import type { EditCost } from "./databases";

const VARIANTS = ["withoutCounters", "withCounters", "withFacts"] as const;

/**
 * Time to pause or resume a contract (its row, an activity row; one transaction), bare, with the counters, and with the
 * facts as well. By turns, so that all run under the same load. The shop is left as it was found, but for the facts' days.
 */
export async function measureEdits(edits: number): Promise<EditCost> {
  const rows = await client<{ id: number; shopId: number }[]>`
    select id, shop_id as "shopId" from contracts where status = 'ACTIVE' order by hashint8extended(id, 1) limit ${edits}`;
  const cost: EditCost = { withoutCounters: [], withCounters: [], withFacts: [] };
  for (const status of ["PAUSED", "ACTIVE"] as const) {
    for (const [number, row] of rows.entries()) {
      const variant = VARIANTS[number % VARIANTS.length] ?? "withFacts";
      const started = performance.now();
      await edit(row.shopId, row.id, status, variant);
      cost[variant].push(performance.now() - started);
    }
  }
  for (const shopId of new Set(rows.map((row) => row.shopId)))
    await inTransaction(async (tx) => {
      await compactContractCounts(tx, shopId);
      await foldFacts(tx, shopId, edits * 2);
    });
  return cost;
}

function edit(
  shopId: number,
  id: number,
  status: "ACTIVE" | "PAUSED",
  variant: (typeof VARIANTS)[number],
): Promise<void> {
  const now = new Date();
  return inTransaction(async (tx) => {
    const [after] = await tx
      .update(contracts)
      .set({ status, updatedAt: now, version: sql`version + 1` })
      .where(and(eq(contracts.shopId, shopId), eq(contracts.id, id)))
      .returning();
    if (!after) throw new Error("the contract is gone");
    const before = { ...after, status: status === "ACTIVE" ? ("PAUSED" as const) : ("ACTIVE" as const) };
    const change = { before: { status: before.status }, after: { status } };
    const audit = { actor: { type: "system" as const, name: "bench" }, requestId: null, now };
    await appendActivity(tx, { shopId, contractId: id, action: "contract.status_changed", ...change }, audit);
    if (variant === "withoutCounters") return;
    await Promise.all([
      appendCountDelta(tx, shopId, before, after),
      ...(variant === "withFacts"
        ? [noteChanges(tx, { id: shopId, timeZone: "Europe/Berlin" }, [{ before, after }], now)]
        : []),
    ]);
  });
}
