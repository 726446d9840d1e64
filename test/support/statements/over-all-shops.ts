/**
 * Statements that may read all shops: how the statement begins (with single blanks) → the reason. All others must name one
 * shop (shop-check.ts). A statement that lists shops reads nothing else of them, in a transaction of its own; the work is
 * then done shop by shop (docs/design.md "Citus" rule 5).
 */
export const OVER_ALL_SHOPS: Record<string, string> = {
  'select distinct "shop_id" from "events" where "events"."position" is null':
    "lists shops for the sequencer, which gives their events positions",
  'select "shop_id", "now", "target", "arrived", "updated_at" from "test_clocks"':
    "the clocks of all shops, for jobs",
  'select "shop_id", "billing_hour" from "billing_settings"':
    "when each shop bills, for the job of every minute",
  'select "shop_id", "upcoming_days" from "notice_settings"':
    "lists shops that announce orders, and how early",
  'select "shop_id", "announced_until" from "notice_progress"':
    "lists how far each shop has announced orders",
  "select s.shop_id as id from event_streams s left join notice_progress p":
    "lists shops with events that have not become notices",
  'select "shop_id", "mails", "text_messages"': "how long each shop keeps its rows, for the daily job",
  "select distinct owner as id from unnest(": "lists shops with rows that are kept no longer",
  "select distinct a.shop_id as id from unnest(": "lists shops with orders to charge",
  "select distinct c.shop_id as id from unnest(":
    "lists shops with contracts to end, and with expired calls under an Idempotency-Key",
  'select "shop_id" from "stripe_keys" where "stripe_keys"."sealed_by" <>': "lists shops to reseal",
  'select distinct "shop_id" from "webhook_endpoints" where "webhook_endpoints"."sealed_by" <>':
    "lists shops to reseal",
  'select distinct "shop_id" from "imports" where': "lists shops with an import that was cut off",
  'select distinct "shop_id" from "bulk_automations" where': "lists shops whose bulk changes need a worker",
  'select distinct "shop_id" from "customer_erasures" where': "lists shops with an erasure to continue",
  'select distinct "shop_id" from "facts"': "lists shops whose facts are summed by the day",
  'select "digest_subscriptions"."shop_id", "digest_subscriptions"."since"':
    "lists who gets a digest, and the last one of each",
  'select "shops"."store_domain" from "staff_invitations" inner join "shops" on':
    "lists shops that invite somebody whose account is to be deleted, which belongs to none",
  "select shop_id as id from digest_subscriptions where staff_id =":
    "lists shops where somebody whose account is to be deleted has left settings",
  'select "shop_id" from "contract_counts" group by': "lists shops whose counters are worth compacting",
  'select "shop_id" from "fact_states" where "fact_states"."version" >=':
    "lists shops whose facts are counted",
  'select shop_id as id, bool_or(large) as "isLarge" from (': "lists shops whose plans are summed by a job",
  'select shop_id as "shopId", id from ( select e.shop_id, e.id, e.wake_at, coalesce(t.count, 0)':
    "lists endpoints with something to send, in all shops",
  "update webhook_endpoints set lease_owner = null, lease_until = null where lease_owner = $1":
    "a worker that stops releases its leases, in all shops",
  "update webhook_deliveries set next_try_at = $1::timestamptz where next_try_at > $2":
    "after the clock was set back: makes due what would wait too long",
  "update webhook_endpoints set wake_at = $1::timestamptz, paused_until = null":
    "after the clock was set back: makes due what would wait too long",
  "select * from (select count(*) filter (where is_available and run_at <= now())::int as due,":
    "metrics of the queue, the same in every worker",
};
