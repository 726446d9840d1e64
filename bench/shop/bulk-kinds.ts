import {
  BATCHES_AT_ONCE,
  runAutomation,
} from "~/features/bulk-automations/tasks/automation-run.service.server";
import { noteEndsSeen } from "~/features/bulk-automations/tasks/automations.repo.server";
import { createAutomation, getTask } from "~/features/bulk-automations/tasks/automations.service.server";
import { client } from "~db/client.server";

/** Before the shop's planned orders. */
const NOW = new Date("2026-02-01T12:00:00Z");

/**
 * A kind that changes contracts' contents, compared with plain statements on the same rows: UPDATEs, the mean of those
 * before and after it, and one INSERT of the orders that it planned.
 */
export type KindTimes = {
  kind: string;
  changed: number;
  orders: number;
  updateSeconds: number;
  taskSeconds: number;
};

const VARIANT = 4_100_000_001;
const OTHER_VARIANT = 4_100_000_002;
const PRODUCT = 4_100_000_000;
const PLAN = 4_100_000_003;
const OPEN = client`status not in ('CANCELLED', 'EXPIRED')`;

type Case = { kind: string; parameters: Record<string, unknown>; update(shopId: number): Promise<unknown> };

const touch = (shopId: number) => client`
  update contracts set contract_amount = contract_amount + 0.01, order_amount = order_amount + 0.01, version = version + 1,
    updated_at = now() where shop_id = ${shopId} and ${OPEN}`;
const touchLines = (shopId: number) => client`
  update contract_lines l set current_price = l.current_price + 0.01, base_price = null from contracts c
  where c.shop_id = ${shopId} and ${OPEN} and l.shop_id = ${shopId} and l.contract_id = c.id and l.position = 0`;

const CASES: Case[] = [
  {
    kind: "LINE_PRICE",
    parameters: { variantId: VARIANT, percent: "5" },
    update: async (shopId) => [await touch(shopId), await touchLines(shopId)],
  },
  {
    kind: "VARIANT_SWAP",
    parameters: { oldVariantId: VARIANT, newVariantId: OTHER_VARIANT },
    update: async (shopId) => [
      await touch(shopId),
      await client`
        update contract_lines l set current_price = l.current_price + 0.01, variant_id = l.variant_id, title = 'Other' from contracts c
        where c.shop_id = ${shopId} and ${OPEN} and l.shop_id = ${shopId} and l.contract_id = c.id and l.position = 0`,
    ],
  },
  {
    kind: "NEXT_DATE",
    parameters: { days: 1 },
    update: async (shopId) => [
      await client`
        update contracts set next_billing_date = next_billing_date + interval '1 minute', schedule_anchor = now(),
          version = version + 1, updated_at = now() where shop_id = ${shopId} and status = 'ACTIVE'`,
      await client`
        update billing_attempts set billing_date = billing_date + interval '1 minute'
        where shop_id = ${shopId} and status = 'QUEUED'`,
    ],
  },
  {
    kind: "SELLING_PLAN",
    parameters: { sellingPlanId: PLAN },
    update: async (shopId) => [
      await client`
        update contracts set contract_amount = contract_amount + 0.01, order_amount = order_amount + 0.01,
          billing_interval_count = billing_interval_count, next_billing_date = next_billing_date + interval '1 minute',
          schedule_anchor = now(), version = version + 1, updated_at = now() where shop_id = ${shopId} and ${OPEN}`,
      await client`
        update contract_lines l set current_price = l.current_price + 0.01, base_price = l.current_price,
          selling_plan_id = l.selling_plan_id, selling_plan_name = 'Other' from contracts c
        where c.shop_id = ${shopId} and ${OPEN} and l.shop_id = ${shopId} and l.contract_id = c.id`,
      await client`
        update billing_attempts set billing_date = billing_date + interval '1 minute'
        where shop_id = ${shopId} and status = 'QUEUED'`,
    ],
  },
  // Last: the discounts stay, and each case after it would read three for every contract.
  {
    kind: "DISCOUNT_ADDITION",
    parameters: { title: "Bench", percentage: "5" },
    update: async (shopId) => [
      await touch(shopId),
      await client`
        insert into contract_discounts (shop_id, contract_id, id, title, value_type, value, created_at)
        select shop_id, id, gen_random_uuid(), 'Plain', 'PERCENTAGE', 5, now() from contracts
        where shop_id = ${shopId} and ${OPEN}`,
    ],
  },
];

/**
 * Each kind over all contracts of the shop, by one process: plan, contracts, lines, orders, outcomes, activity, events
 * and facts. The shop cannot be reused afterwards.
 */
export async function measureBulkKinds(): Promise<KindTimes[]> {
  const [shop] = await client<{ id: number }[]>`select id from shops`;
  if (!shop) throw new Error("the database has no shop");
  await sellOneVariant(shop.id);
  const times: KindTimes[] = [];
  for (const each of CASES) {
    const before = await measure(() => each.update(shop.id));
    const task = await runTask(shop.id, each);
    const after = await measure(() => each.update(shop.id));
    const { orders, seconds } = await measureInsertOfOrders(shop.id);
    times.push({ kind: each.kind, ...task, orders, updateSeconds: (before + after) / 2 + seconds });
  }
  return times;
}

/** One plain INSERT of the orders that the task has planned, in their final state. */
async function measureInsertOfOrders(shopId: number): Promise<{ orders: number; seconds: number }> {
  const isPlannedNow = client`shop_id = ${shopId} and created_at = ${NOW.toISOString()}::timestamptz`;
  await client`create unlogged table planned_orders as select * from billing_attempts where ${isPlannedNow}`;
  const { count: orders } = await client`delete from billing_attempts where ${isPlannedNow}`;
  const seconds = await measure(
    () => client`insert into billing_attempts overriding system value select * from planned_orders`,
  );
  await client`drop table planned_orders`;
  // So that the next task's orders can be distinguished from these.
  await client`update billing_attempts set created_at = created_at - interval '1 day' where ${isPlannedNow}`;
  return { orders, seconds };
}

/** Makes one variant the first line of every contract; and adds a plan that no contract has. */
async function sellOneVariant(shopId: number): Promise<void> {
  await client`insert into products (shop_id, id, title, handle, updated_at)
    values (${shopId}, ${PRODUCT}, 'Bench', 'bench', now())`;
  for (const id of [VARIANT, OTHER_VARIANT])
    await client`
      insert into variants (shop_id, id, product_id, title, price, available, requires_shipping, taxable, position, updated_at)
      values (${shopId}, ${id}, ${PRODUCT}, 'Default', 11.5, true, true, true, 0, now())`;
  await client`insert into selling_plan_groups (shop_id, id, name, created_at)
    values (${shopId}, ${PLAN}, 'Bench', now())`;
  // For all products, since the group names none.
  await client`insert into selling_plans (shop_id, id, name, group_id, billing_interval, billing_interval_count, discount_percentage)
    values (${shopId}, ${PLAN}, 'Bench', ${PLAN}, 'WEEK', 7, 5)`;
  await client`update contract_lines set variant_id = ${VARIANT}, product_id = ${PRODUCT}
    where shop_id = ${shopId} and position = 0`;
}

async function measure(run: () => Promise<unknown>): Promise<number> {
  // So that each starts in the same state: no dead rows, nothing waiting to be written.
  await client`vacuum analyze contracts, contract_lines, contract_discounts, billing_attempts`;
  await client`checkpoint`;
  const started = performance.now();
  await run();
  return (performance.now() - started) / 1000;
}

async function runTask(shopId: number, { kind, parameters }: Case) {
  const audit = { actor: { type: "system" as const, name: "bench" }, requestId: null, now: NOW };
  const task = await createAutomation(
    shopId,
    { kind, parameters, selection: { type: "ALL" }, isDraft: false },
    { audit, staffId: null },
  );
  const taskSeconds = await measure(() =>
    runAutomation(shopId, task.id, { clock: () => NOW, batchesAtOnce: BATCHES_AT_ONCE }),
  );
  await noteEndsSeen(shopId, [await getTask(shopId, task.id)], NOW);
  const [row] = await client<{ changed: number }[]>`
    select coalesce(sum(succeeded), 0)::int as changed from bulk_automation_batches where automation_id = ${task.id}`;
  return { taskSeconds, changed: row?.changed ?? 0 };
}
