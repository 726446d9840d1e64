-- no-transaction
-- Said again after a process died in between: an index that CONCURRENTLY left half made is dropped first. The default comes after the column, so that
-- rows of before stay null: their "created_at" counts.
ALTER TABLE "activity" ADD COLUMN IF NOT EXISTS "recorded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "activity" ALTER COLUMN "recorded_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN IF NOT EXISTS "recorded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "recorded_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN IF NOT EXISTS "recorded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notices" ALTER COLUMN "recorded_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "retention_settings" ADD COLUMN IF NOT EXISTS "audit_log" integer;--> statement-breakpoint
ALTER TABLE "retention_settings" DROP CONSTRAINT IF EXISTS "retention_settings_days_check", ADD CONSTRAINT "retention_settings_days_check" CHECK (least(mails, text_messages, notices, portal_links, import_errors, audit_log) > 0);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "activity_audit_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "activity_audit_idx" ON "activity" USING btree ("shop_id",coalesce(recorded_at, created_at)) WHERE contract_id is null and before ->> 'timeZone' is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "notices_recorded_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notices_recorded_idx" ON "notices" USING btree ("shop_id",coalesce(recorded_at, created_at));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "mails_finished_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_finished_idx" ON "mails" USING btree ("shop_id","finished_at");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "text_messages_finished_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "text_messages_finished_idx" ON "text_messages" USING btree ("shop_id","finished_at");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "mails_created_idx";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "notices_created_idx";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "text_messages_created_idx";--> statement-breakpoint
-- Dated by a test clock that was ahead, they would stay until the real one is there.
UPDATE "activity" a SET recorded_at = now() FROM "shops" s
WHERE s.gateway = 'test' AND a.shop_id = s.id AND a.contract_id IS NULL AND a.before ->> 'timeZone' IS NULL
  AND a.recorded_at IS NULL AND coalesce(a.recorded_at, a.created_at) > now();--> statement-breakpoint
UPDATE "notices" n SET recorded_at = now() FROM "shops" s
WHERE s.gateway = 'test' AND n.shop_id = s.id AND n.recorded_at IS NULL AND coalesce(n.recorded_at, n.created_at) > now();--> statement-breakpoint
UPDATE "events" e SET recorded_at = now() FROM "shops" s
WHERE s.gateway = 'test' AND e.shop_id = s.id AND e.recorded_at IS NULL AND e.created_at > now();
