-- no-transaction
-- New tables, columns that may be empty, and one more word list of mails: checked without keeping writers away. The
-- table of sessions is small, and is written anew for the sessions' names.
CREATE TABLE IF NOT EXISTS "staff_invitations" (
	"shop_id" bigint NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_invitations_pkey" PRIMARY KEY("shop_id","email"),
	CONSTRAINT "staff_invitations_role_check" CHECK (role in ('owner','editor','viewer')),
	CONSTRAINT "staff_invitations_email_lower" CHECK (email = lower(email))
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "password_resets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"staff_id" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "password_resets_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id")
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "password_resets_expires_idx" ON "password_resets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "password_resets_staff_idx" ON "password_resets" USING btree ("staff_id");--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN IF NOT EXISTS "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN IF NOT EXISTS "browser" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN IF NOT EXISTS "address" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN IF NOT EXISTS "last_used_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sessions_staff_idx" ON "sessions" USING btree ("staff_id");--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN IF NOT EXISTS "address" text;--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT IF EXISTS "mails_kind_check";--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_check" CHECK (kind in ('portal_link','payment_update_asked','payment_update_wanted','bulk_automation_done','referral_welcome','referral_reward','payment_failed','sign_in_link','password_reset','password_changed','staff_invitation','weekly_digest','notice','notice_created','notice_test')) NOT VALID;--> statement-breakpoint
ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_kind_check";
