-- no-transaction
-- Said again after a process died in between: an index that CONCURRENTLY left half made is dropped first.
ALTER TABLE "billing_attempts" ADD COLUMN IF NOT EXISTS "slot" timestamp (3) with time zone;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "billing_attempts_moved_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "billing_attempts_moved_idx" ON "billing_attempts" USING btree ("shop_id","contract_id","slot") WHERE slot is not null;
