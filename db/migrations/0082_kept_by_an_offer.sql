-- no-transaction
-- Said again after a process died in between: an index that CONCURRENTLY left half made is dropped first.
DROP INDEX CONCURRENTLY IF EXISTS "activity_kept_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "activity_kept_idx" ON "activity" USING btree ("shop_id","created_at","contract_id") WHERE action = 'contract.kept';
