-- no-transaction
-- Each statement by itself: none holds its lock longer than one reading of the table takes. Not CONCURRENTLY: a second process that waits
-- for our migration lock has an old snapshot, for which a concurrent build would wait in turn.
CREATE INDEX IF NOT EXISTS "billing_attempts_next_step_idx" ON "billing_attempts" USING btree ("shop_id","next_step_at") WHERE next_step_at is not null;--> statement-breakpoint
ALTER TABLE "billing_attempts" VALIDATE CONSTRAINT "billing_attempts_next_step_check";--> statement-breakpoint
ALTER TABLE "billing_attempts" VALIDATE CONSTRAINT "billing_attempts_status_check";--> statement-breakpoint
ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_kind_check";
