import { type SQL, sql } from "drizzle-orm";
import { appendBatchHistory, isPlannedInBatch } from "~/features/bulk-automations/kinds/batch-sql.server";
import { type AutomationShop, defineKind } from "~/features/bulk-automations/kinds/kind.server";
import { priceParameters } from "~/features/bulk-automations/price-change";
import { toInstant } from "~/features/bulk-automations/sql.server";
import { MAX_PRICE } from "~/lib/limits";
import { addMoney, currencyDecimals } from "~/lib/money";

/** What the price becomes by an amount or per cent, rounded to the currency's decimals. */
function toChangedPrice(
  parameters: { amount: string } | { percent: string },
  { currencyCode }: AutomationShop,
): SQL {
  const exact =
    "amount" in parameters
      ? sql`c.delivery_price + ${parameters.amount}::numeric`
      : sql`c.delivery_price * (100 + ${parameters.percent}::numeric) * 0.01`;
  return sql`round(${exact}, ${currencyDecimals(currencyCode)}::int)`;
}

/**
 * Delivery price of contracts (operation 6), set, raised or cut. Orders already made keep theirs; QUEUED ones take the
 * new one when they are made, for they have no price of their own before.
 */
export const deliveryPriceKind = defineKind({
  parameters: priceParameters,
  // With the digits of the column, for what is compared with it later is its text.
  toTarget(parameters, shop) {
    if ("deliveryPrice" in parameters) return sql`${addMoney(parameters.deliveryPrice, "0.0000")}::text`;
    const price = toChangedPrice(parameters, shop);
    return sql`case when ${price} between 0 and ${MAX_PRICE}::numeric then (${price} + 0.0000)::text end`;
  },
  current: sql`c.delivery_price::text`,
  isMoney: true,
  toSkipReason: (target, { currencyCode }) => sql`case
    when c.status = 'CANCELLED' then 'CONTRACT_CANCELLED'
    when c.status = 'EXPIRED' then 'CONTRACT_EXPIRED'
    when not c.allow_delivery_price_override then 'OVERRIDE_NOT_ALLOWED'
    when c.currency_code <> ${currencyCode}::text then 'OTHER_CURRENCY'
    when (${target}) is null then 'OUT_OF_RANGE'
    when c.delivery_price = (${target})::numeric then 'UNCHANGED' end`,
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
