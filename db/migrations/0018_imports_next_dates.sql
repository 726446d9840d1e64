-- no-transaction
-- Each statement may be run again: who dies in the middle begins anew.
SET lock_timeout = '5s';--> statement-breakpoint
ALTER TABLE "contracts" DROP CONSTRAINT IF EXISTS "contracts_next_date_check";--> statement-breakpoint
-- First the rule for what is written from now on, then what was imported before, then the proof; none of them stops writers for long.
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_next_date_check" CHECK (next_billing_date is null or status in ('ACTIVE','PAUSED')) NOT VALID;--> statement-breakpoint
UPDATE "contracts" SET "schedule_anchor" = coalesce("schedule_anchor", "next_billing_date"), "next_billing_date" = null
WHERE "next_billing_date" IS NOT NULL AND "status" NOT IN ('ACTIVE','PAUSED');--> statement-breakpoint
ALTER TABLE "contracts" VALIDATE CONSTRAINT "contracts_next_date_check";--> statement-breakpoint
-- Plans that imports knew without a group, as imports make them from now on: a group each, with what was bought under the plan.
INSERT INTO "selling_plan_groups" ("shop_id", "id", "name", "created_at")
SELECT p.shop_id, p.id, p.name, now() FROM "selling_plans" p WHERE p.group_id IS NULL ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE "selling_plans" p SET "group_id" = p.id FROM "selling_plan_groups" g
WHERE p.group_id IS NULL AND g.shop_id = p.shop_id AND g.id = p.id AND g.name = p.name;--> statement-breakpoint
INSERT INTO "selling_plan_group_products" ("shop_id", "group_id", "product_id")
SELECT DISTINCT l.shop_id, p.id, r.id FROM "contract_lines" l
JOIN "selling_plans" p ON p.shop_id = l.shop_id AND p.id = l.selling_plan_id AND p.group_id = p.id
JOIN "products" r ON r.shop_id = l.shop_id AND r.id = l.product_id
ON CONFLICT DO NOTHING;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "activity_news_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "activity_news_idx" ON "activity" USING btree ("shop_id","id") WHERE action <> 'contract.imported';--> statement-breakpoint
RESET lock_timeout;
