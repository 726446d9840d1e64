ALTER TABLE "billing_attempts" ADD COLUMN IF NOT EXISTS "former_slot" timestamp (3) with time zone;
