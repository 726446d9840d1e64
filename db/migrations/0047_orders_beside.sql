ALTER TABLE "events" ADD COLUMN "facts" jsonb;--> statement-breakpoint
ALTER TABLE "billing_attempts" ADD COLUMN "put_off_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "portal_settings" ADD COLUMN "shop_address" text DEFAULT '' NOT NULL;
