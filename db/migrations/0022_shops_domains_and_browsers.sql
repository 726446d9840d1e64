ALTER TABLE "shops" ADD COLUMN "is_domain_by_dns" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "wanted_domain" text;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "domain_token" text;--> statement-breakpoint
CREATE TABLE "known_browsers" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"staff_id" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_browsers_expires_idx" ON "known_browsers" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "known_browsers_staff_idx" ON "known_browsers" USING btree ("staff_id");
