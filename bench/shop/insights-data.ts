import { findShopSettings } from "~/access/shops.repo.server";
import { recountFacts } from "~/features/insights/facts/recount.service.server";
import { takePlanSnapshot } from "~/features/insights/plans/plans.service.server";
import { client } from "~db/client.server";

/** @field cpuSeconds of this process, without the database's */
type Work = { seconds: number; cpuSeconds: number; peakMegabytes: number };
export type InsightWork = { recount: Work; differences: number; snapshot: Work };

async function measure(work: () => Promise<unknown>): Promise<Work> {
  const started = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return {
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: (user + system) / 1e6,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };
}

/**
 * Gives the shop its facts, and orders planned from tomorrow on by each contract's own frequency (the dataset's are on
 * fixed days); then counts the facts again, and sums the plans.
 */
export async function prepareInsights(): Promise<InsightWork> {
  const now = new Date();
  const [row] = await client<{ id: number }[]>`select id from shops`;
  const shop = row && (await findShopSettings(row.id));
  if (!shop) throw new Error("there is no shop");
  await client`delete from billing_attempts where shop_id = ${shop.id} and status = 'QUEUED'`;
  await client`update contracts set
      next_billing_date = next_billing_date + (date_trunc('day', now()) - timestamptz '2026-03-01') + interval '1 day',
      schedule_anchor = schedule_anchor + (date_trunc('day', now()) - timestamptz '2026-03-01') + interval '1 day'
    where shop_id = ${shop.id} and status = 'ACTIVE' and next_billing_date is not null`;
  await client`insert into billing_attempts (shop_id, contract_id, status, billing_date, idempotency_key, created_at)
    select shop_id, id, 'QUEUED', next_billing_date + number * billing_interval_count * (case billing_interval
      when 'DAY' then interval '1 day' when 'WEEK' then interval '7 days' when 'MONTH' then interval '1 month'
      else interval '1 year' end), gen_random_uuid(), created_at
    from contracts cross join generate_series(0, 2) number
    where shop_id = ${shop.id} and status = 'ACTIVE' and next_billing_date is not null`;
  await client`vacuum analyze`;
  await recountFacts(shop, { isRepaired: true, now });
  let differences = 0;
  const recount = await measure(async () => {
    differences = (await recountFacts(shop, { isRepaired: false, now })).differences.length;
  });
  return { recount, differences, snapshot: await measure(() => takePlanSnapshot(shop, now, now)) };
}
