-- no-transaction
-- Each by itself: none holds its lock longer than one reading of the table takes. Not CONCURRENTLY: a second process that waits for our
-- migration lock has an old snapshot, for which a concurrent build would wait in turn.
CREATE INDEX IF NOT EXISTS "billing_attempts_tried_idx" ON "billing_attempts" USING btree ("shop_id","attempt_count","billing_date","id") WHERE attempt_count > 0;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "customers_name_idx" ON "customers" USING btree ("shop_id",(lower(coalesce(nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email, ''))),"id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "orders_customer_idx" ON "orders" USING btree ("shop_id","customer_id","paid_at","id");
