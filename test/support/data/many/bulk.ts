import { sql } from "drizzle-orm";
import { toProgress } from "~/features/bulk-automations/automation";
import { runAutomation } from "~/features/bulk-automations/tasks/automation-run.service.server";
import { countBatches, noteEndsSeen } from "~/features/bulk-automations/tasks/automations.repo.server";
import {
  createAutomation,
  getTask,
  type Selection,
} from "~/features/bulk-automations/tasks/automations.service.server";
import { listItemsAfter } from "~/features/bulk-automations/tasks/items.repo.server";
import { db } from "~db/client.server";
import { insertContract, NOW, testAudit } from "../factories";

export const clock = () => NOW;
const starter = { audit: testAudit(), staffId: null };

/** So many more ACTIVE contracts in one statement, each like a first one made by the factory. */
export async function insertManyContracts(shopId: number, contracts: number): Promise<void> {
  const first = await insertContract(shopId, { deliveryPrice: "3.00" });
  await db.execute(sql`
    insert into contracts (shop_id, status, currency_code, customer_id, customer_name, customer_email, billing_interval,
      billing_interval_count, billing_anchors, delivery_interval, delivery_interval_count, created_at, updated_at,
      next_billing_date, schedule_anchor, delivery_method_type, delivery_price, allow_delivery_price_override,
      contract_amount, order_amount, auto_charge, order_note_attributes)
    select c.shop_id, c.status, c.currency_code, c.customer_id, c.customer_name, c.customer_email, c.billing_interval,
      c.billing_interval_count, c.billing_anchors, c.delivery_interval, c.delivery_interval_count, c.created_at, c.updated_at,
      c.next_billing_date, c.schedule_anchor, c.delivery_method_type, c.delivery_price, c.allow_delivery_price_override,
      c.contract_amount, c.order_amount, c.auto_charge, c.order_note_attributes
    from contracts c cross join generate_series(2, ${contracts}::int)
    where c.shop_id = ${shopId}::bigint and c.id = ${first.id}::bigint`);
}

export const startPriceTask = async (
  shopId: number,
  deliveryPrice: string,
  selection: Selection = { type: "ALL" },
  { isDraft = false }: { isDraft?: boolean } = {},
): Promise<number> =>
  (
    await createAutomation(
      shopId,
      { kind: "DELIVERY_PRICE", parameters: { deliveryPrice }, selection, isDraft },
      starter,
    )
  ).id;

/** Runs it to its end, without a mail. */
export const runUnseen = (shopId: number, id: number, now = NOW): Promise<void> =>
  runAutomation(shopId, id, { clock: () => now });

export async function run(shopId: number, id: number, now = NOW): Promise<void> {
  await runUnseen(shopId, id, now);
  await noteEndsSeen(shopId, [await getTask(shopId, id)], now);
}

export async function readProgress(shopId: number, id: number) {
  const task = await getTask(shopId, id);
  const counts = (await countBatches(shopId, [id], NOW))(id);
  const { perSecond: _, secondsLeft: __, ...progress } = toProgress(task, counts, NOW);
  return { status: task.status, summary: task.summary, ...progress };
}

/** A task with its progress and all of its items, in order. */
export async function readTask(shopId: number, id: number) {
  const items = await listItemsAfter(shopId, id, { afterId: 0, limit: 1_000_000 });
  return { ...(await readProgress(shopId, id)), items };
}

/**
 * What must hold for every finished price task: one outcome per contract; per changed contract exactly one more
 * activity row, event and version, the planned price and the amount that follows from it.
 */
export async function findTorn(shopId: number, id: number): Promise<number> {
  // With statistics from when the tables were empty, Postgres would compare every row with every other.
  await db.execute(sql`analyze bulk_automation_items, contracts, activity, events`);
  const rows = await db.execute<{ torn: number }>(sql`
    select count(*)::int as torn from bulk_automation_items i
    join contracts c on c.shop_id = i.shop_id and c.id = i.contract_id
    left join (select shop_id, contract_id, count(*) as entries from activity
      where action = 'contract.delivery_price_changed' group by 1, 2) a on a.shop_id = i.shop_id and a.contract_id = i.contract_id
    left join (select shop_id, contract_id, count(*) as sent, max(contract_version) as version from events
      where type = 'updated' group by 1, 2) e on e.shop_id = i.shop_id and e.contract_id = i.contract_id
    where i.shop_id = ${shopId}::bigint and i.automation_id = ${id}::bigint and not (
      c.order_amount = c.contract_amount + c.delivery_price and case i.status
        when 'SUCCEEDED' then c.delivery_price = i.after::numeric and c.version = i.version + 1
          and a.entries = 1 and e.sent = 1 and e.version = c.version
        when 'PLANNED' then c.version = i.version and a.entries is null and e.sent is null
        else a.entries is null and e.sent is null end)`);
  return rows[0]?.torn ?? -1;
}
