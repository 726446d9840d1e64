import { Gauge } from "prom-client";
import { metrics } from "~/http/endpoint/metrics.server";
import { client } from "~db/client.server";

const toGauge = (name: string, help: string) => new Gauge({ name, help, registers: [metrics.registry] });

const gauges = {
  due: toGauge("perennial_jobs_due", "Jobs whose time has come and that no worker has taken"),
  oldest: toGauge(
    "perennial_oldest_due_job_age_seconds",
    "For how long the oldest of them has waited; 0 = none",
  ),
  running: toGauge("perennial_jobs_running", "Jobs that workers have taken"),
  failed: toGauge("perennial_jobs_given_up", "Jobs that failed so often that they are not tried again"),
  unplaced: toGauge("perennial_events_waiting", "Events that have no place in their shop's stream yet"),
  lag: toGauge(
    "perennial_event_stream_lag_seconds",
    "Age of the oldest of them, in shops without a test clock; 0 = none",
  ),
  webhooks: toGauge("perennial_webhooks_due", "Webhooks whose time has come, of endpoints that do not fail"),
  transaction: toGauge(
    "perennial_oldest_transaction_age_seconds",
    "Age of the oldest transaction of this database that keeps Postgres from removing dead rows; 0 = none",
  ),
};

/**
 * Reads how much work waits, over all shops, and what holds back vacuum, into the gauges: the same in every worker.
 * Called for each scrape.
 */
export async function readQueueMetrics(): Promise<void> {
  const [row] = await client<Record<keyof typeof gauges, number>[]>`
    select * from
      (select count(*) filter (where is_available and run_at <= now())::int as due,
        coalesce(extract(epoch from now() - min(run_at) filter (where is_available and run_at <= now())), 0)::float8 as oldest,
        count(*) filter (where locked_at is not null)::int as running,
        count(*) filter (where attempts >= max_attempts and locked_at is null)::int as failed
      from graphile_worker._private_jobs) jobs,
      (select count(*)::int as unplaced,
        greatest(0, coalesce(extract(epoch from now() - min(created_at) filter
          (where not exists (select from test_clocks c where c.shop_id = events.shop_id))), 0))::float8 as lag
      from events where position is null) waiting,
      (select count(*)::int as webhooks from webhook_endpoints e
        join webhook_deliveries d on d.shop_id = e.shop_id and d.endpoint_id = e.id
        where e.state = 'ON' and e.failing_since is null and d.status = 'PENDING' and d.next_try_at <= now()) hooks,
      (select greatest(0, coalesce(extract(epoch from now() - min(xact_start)), 0))::float8 as transaction
        from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
          and coalesce(backend_xid, backend_xmin) is not null) held`;
  if (!row) return;
  for (const [name, gauge] of Object.entries(gauges)) gauge.set(row[name as keyof typeof gauges]);
}
