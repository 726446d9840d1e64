-- Bulk changes to a plan that is billed less often than delivered were counted under the wrong plan type. What is missing is appended, not
-- counted anew: one statement sees contracts and counters as of one moment, and what others append meanwhile stays right.
INSERT INTO "contract_counts" ("shop_id", "status", "billing_interval", "billing_interval_count", "plan_type", "delta")
SELECT shop_id, status, billing_interval, billing_interval_count, plan_type, sum(delta)::int
FROM (
  SELECT shop_id, status, billing_interval, billing_interval_count, plan_type, 1 AS delta FROM "contracts"
  UNION ALL
  SELECT shop_id, status, billing_interval, billing_interval_count, plan_type, -delta FROM "contract_counts"
) both_sides
GROUP BY shop_id, status, billing_interval, billing_interval_count, plan_type HAVING sum(delta) <> 0;
