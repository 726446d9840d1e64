ALTER TABLE "billing_attempts" ADD COLUMN IF NOT EXISTS "paid_with_id" bigint;
