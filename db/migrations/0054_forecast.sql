-- no-transaction
-- Each statement by itself: none holds a lock longer than one reading of the table takes. Each may be said twice, where a process died
-- between two. Not CONCURRENTLY, as in 0050_customer_page_bare.
CREATE TABLE IF NOT EXISTS "digest_subscriptions" (
	"shop_id" bigint NOT NULL,
	"staff_id" bigint NOT NULL CONSTRAINT "digest_subscriptions_staff_id_staff_accounts_id_fk" REFERENCES "public"."staff_accounts"("id"),
	"since" timestamp (3) with time zone NOT NULL,
	"origin" text NOT NULL,
	"last_monday" date,
	CONSTRAINT "digest_subscriptions_pkey" PRIMARY KEY("shop_id","staff_id")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "plan_snapshots" (
	"shop_id" bigint NOT NULL,
	"today" date NOT NULL,
	"time_zone" text NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"calendar" jsonb NOT NULL,
	"stock" jsonb NOT NULL,
	"forecast" jsonb NOT NULL,
	CONSTRAINT "plan_snapshots_pkey" PRIMARY KEY("shop_id")
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "billing_attempts_left_out_idx" ON "billing_attempts" USING btree ("shop_id","billing_date") WHERE status = 'SKIPPED' and given_up_at is not null;
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT IF EXISTS "mails_kind_check", ADD CONSTRAINT "mails_kind_check" CHECK (kind in ('portal_link','payment_update_asked','payment_update_wanted','bulk_automation_done','referral_welcome','referral_reward','payment_failed','sign_in_link','weekly_digest')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_kind_check";
