ALTER TABLE "events" ADD COLUMN "facts" jsonb;--> statement-breakpoint
ALTER TABLE "billing_attempts" ADD COLUMN "put_off_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "portal_settings" ADD COLUMN "shop_address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "portal_settings" ALTER COLUMN "disabled_actions" SET DEFAULT '{order_now}';--> statement-breakpoint
-- "Order now" takes money before its day: off until a shop says that it wants it.
UPDATE "portal_settings" SET "disabled_actions" = array_append("disabled_actions", 'order_now') WHERE NOT 'order_now' = ANY ("disabled_actions");
