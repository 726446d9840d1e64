-- no-transaction
-- Each by itself: none holds its lock longer than one reading of the table takes. Not CONCURRENTLY: a second process that waits for our
-- migration lock has an old snapshot, for which a concurrent build would wait in turn.
CREATE INDEX IF NOT EXISTS "activity_status_idx" ON "activity" USING btree ("shop_id","created_at","contract_id") WHERE before ? 'status';
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "billing_attempts_paid_idx" ON "billing_attempts" USING btree ("shop_id",coalesce(completed_at, billing_date),"id") WHERE status = 'SUCCESS';
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "billing_attempts_failed_idx" ON "billing_attempts" USING btree ("shop_id","first_failed_at","id") WHERE first_failed_at is not null;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "billing_attempts_lost_idx" ON "billing_attempts" USING btree ("shop_id","given_up_at","id") WHERE given_up_at is not null;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "order_refunds_finished_idx" ON "order_refunds" USING btree ("shop_id","finished_at") WHERE state = 'DONE';
