import { sql } from "drizzle-orm";
import { z } from "zod";
import { appendBatchHistory, isPlannedInBatch } from "~/features/bulk-automations/kinds/batch-sql.server";
import { defineKind } from "~/features/bulk-automations/kinds/kind.server";
import { toInstant } from "~/features/bulk-automations/sql.server";
import { addMoney } from "~/lib/money";

/**
 * Delivery price of contracts (operation 6). Orders already made keep theirs; QUEUED ones take the new one when they are
 * made, for they have no price of their own before.
 */
export const deliveryPriceKind = defineKind({
  parameters: z.object({ deliveryPrice: z.string() }),
  // With the digits of the column, for what is compared with it later is its text.
  toTarget: ({ deliveryPrice }) => addMoney(deliveryPrice, "0.0000"),
  current: sql`c.delivery_price::text`,
  isMoney: true,
  toSkipReason: (target, { currencyCode }) => sql`case
    when c.status = 'CANCELLED' then 'CONTRACT_CANCELLED'
    when c.status = 'EXPIRED' then 'CONTRACT_EXPIRED'
    when not c.allow_delivery_price_override then 'OVERRIDE_NOT_ALLOWED'
    when c.currency_code <> ${currencyCode}::text then 'OTHER_CURRENCY'
    when c.delivery_price = ${target}::numeric then 'UNCHANGED' end`,
  async apply(tx, batch, audit) {
    const rows = await tx.execute<{ id: number }>(sql`
      update contracts c set delivery_price = i.after::numeric, order_amount = c.contract_amount + i.after::numeric,
        version = c.version + 1, updated_at = greatest(c.updated_at, ${toInstant(audit.now)})
      from bulk_automation_items i where ${isPlannedInBatch(batch)}
      returning c.id`);
    const changed = rows.map(({ id }) => id);
    await appendBatchHistory(tx, batch, audit, changed, {
      action: "contract.delivery_price_changed",
      before: sql`jsonb_build_object('deliveryPrice', i.before)`,
      after: sql`jsonb_build_object('deliveryPrice', i.after)`,
      eventType: sql`'updated'`,
      changedFields: ["deliveryPrice", "orderAmount"],
    });
    return { changed, refused: [] };
  },
});
