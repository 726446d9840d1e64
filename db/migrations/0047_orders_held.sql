-- no-transaction
-- Each by itself: it holds its lock no longer than one reading of the table takes. Not CONCURRENTLY: see 0045.
CREATE INDEX IF NOT EXISTS "billing_attempts_amount_idx" ON "billing_attempts" USING btree ("shop_id",coalesce(order_amount, 0),"id") WHERE status = 'SUCCESS';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "billing_attempts_held_idx" ON "billing_attempts" USING btree ("shop_id","billing_date","id") WHERE put_off_since is not null or error_class = 'merchant' and status = 'FAILURE';
