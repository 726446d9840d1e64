-- no-transaction
DROP INDEX CONCURRENTLY IF EXISTS "billing_attempts_due_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "billing_attempts_due_idx" ON "billing_attempts" USING btree ("shop_id","status","billing_date","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "billing_attempts_status_idx";
