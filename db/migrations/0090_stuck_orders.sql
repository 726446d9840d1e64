-- What earlier releases have left behind for good. A try that was given up while it was being asked for blocked its payment method; an order
-- that is being charged, without a lease and without a next step, blocked its contract: the next run looks both up.
UPDATE "billing_tries" t SET state = 'UNKNOWN' FROM "billing_attempts" a
WHERE a.shop_id = t.shop_id AND a.id = t.attempt_id AND t.state = 'REQUESTING' AND a.status = 'SKIPPED';--> statement-breakpoint
UPDATE "billing_attempts" SET lease_until = 'epoch'
WHERE status = 'PROCESSING' AND next_step IS NULL AND lease_until IS NULL;
