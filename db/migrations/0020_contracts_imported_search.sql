-- no-transaction
-- Built while contracts go on being written. What a run that was ended has left half built goes first.
DROP INDEX CONCURRENTLY IF EXISTS "contracts_imported_search_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "contracts_imported_search_idx" ON "contracts" USING btree ("shop_id",lower(imported_id) text_pattern_ops) WHERE imported_id is not null;
