-- no-transaction
-- By itself: it holds its lock no longer than one reading of the table takes. Not CONCURRENTLY: a second process that waits for our
-- migration lock has an old snapshot, for which a concurrent build would wait in turn.
CREATE INDEX IF NOT EXISTS "billing_attempts_recovered_idx" ON "billing_attempts" USING btree ("shop_id","completed_at") WHERE status = 'SUCCESS' and first_failed_at is not null;
