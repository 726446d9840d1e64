ALTER TABLE "billing_attempts" ADD COLUMN IF NOT EXISTS "paid_with_id" bigint;--> statement-breakpoint
ALTER TABLE "billing_attempts" DROP CONSTRAINT IF EXISTS "billing_attempts_paid_with_check", ADD CONSTRAINT "billing_attempts_paid_with_check" CHECK (paid_with_id is null or status = 'SKIPPED') NOT VALID;
