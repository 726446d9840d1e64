import { randomUUID } from "node:crypto";
import { lineAddition } from "~/features/contracts/operations/lines/add-lines.server";
import { lineSwap } from "~/features/contracts/operations/lines/swap-lines.server";
import { billingInterval } from "~/features/contracts/operations/terms/billing-interval.server";
import { client } from "~db/client.server";

/** Milliseconds of each edit. */
export type ContentEdits = { interval: number[]; swap: number[]; add: number[] };

/**
 * A change of the interval, a swap and an added line, on one contract each and in turns, so that all run under the same
 * load. On a copy of the database.
 */
export async function measureContentEdits(edits: number): Promise<ContentEdits> {
  const [shop] = await client<{ id: number }[]>`select id from shops`;
  if (!shop) throw new Error("the database has no shop");
  const rows = await client<{ contractId: number; lineId: string; variantId: number; count: number }[]>`
    select c.subscription_contract_id as "contractId", l.id as "lineId", v.id as "variantId", c.billing_interval_count as count
    from contracts c join contract_lines l on l.shop_id = c.shop_id and l.contract_id = c.id and l.position = 0
    cross join lateral (select v.id from variants v where v.shop_id = c.shop_id and v.deleted_at is null
      and v.id <> l.variant_id limit 1) v
    where c.shop_id = ${shop.id} and c.status = 'ACTIVE' and c.billing_interval = c.delivery_interval
      and c.billing_interval_count = c.delivery_interval_count
    order by hashint8extended(c.id, 3) limit ${edits}`;
  const cost: ContentEdits = { interval: [], swap: [], add: [] };
  const kinds = ["interval", "swap", "add"] as const;
  for (const [number, row] of rows.entries()) {
    const kind = kinds[number % kinds.length] ?? "interval";
    const { contractId, variantId, lineId, count } = row;
    const caller = {
      shop: { id: shop.id, timeZone: "UTC" },
      customerId: null,
      audit: {
        actor: { type: "system" as const, name: "bench" },
        requestId: randomUUID(),
        now: new Date("2026-02-01T12:00:00Z"),
      },
    };
    const started = performance.now();
    if (kind === "interval")
      await billingInterval.run(caller, { contractId, interval: "MONTH", intervalCount: (count % 6) + 1 });
    if (kind === "swap")
      await lineSwap.run(caller, {
        contractId,
        lineId,
        newVariants: [{ variantId, quantity: 1, place: "" }],
        carryDiscount: true,
      });
    if (kind === "add")
      await lineAddition.run(caller, {
        contractId,
        lines: [{ id: randomUUID(), variantId, quantity: 1, sellingPlanId: null, price: null }],
      });
    cost[kind].push(performance.now() - started);
  }
  return cost;
}
