-- no-transaction
-- One more word of two lists, checked without keeping writers away.
ALTER TABLE "notice_texts" DROP CONSTRAINT IF EXISTS "notice_texts_kind_check";--> statement-breakpoint
ALTER TABLE "notice_texts" ADD CONSTRAINT "notice_texts_kind_check" CHECK (kind in ('created','upcoming_order','order_paid','payment_failed','paused','resumed','cancelled','skipped','address','frequency','products','card_expiring','portal_link')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notice_texts" VALIDATE CONSTRAINT "notice_texts_kind_check";--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT IF EXISTS "notices_kind_check";--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_kind_check" CHECK (kind in ('created','upcoming_order','order_paid','payment_failed','paused','resumed','cancelled','skipped','address','frequency','products','card_expiring','portal_link')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_kind_check";
