ALTER TABLE "stripe_keys" ADD COLUMN "connected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "stripe_payments" ADD COLUMN "connected_at" timestamp (3) with time zone;