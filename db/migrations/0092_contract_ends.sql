-- no-transaction
-- Said again after a process died in between: an index that CONCURRENTLY left half made is dropped first.
DROP INDEX CONCURRENTLY IF EXISTS "contracts_end_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "contracts_end_idx" ON "contracts" USING btree ("shop_id","ends_at") WHERE ends_at is not null and status in ('ACTIVE','PAUSED');
