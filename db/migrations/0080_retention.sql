-- no-transaction
-- Said again after a process died in between: an index that CONCURRENTLY left half made is dropped first.
DROP INDEX CONCURRENTLY IF EXISTS "mails_created_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_created_idx" ON "mails" USING btree ("shop_id","created_at");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "text_messages_created_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "text_messages_created_idx" ON "text_messages" USING btree ("shop_id","created_at");
