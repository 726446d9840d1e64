ALTER TABLE "api_keys" ADD COLUMN "areas" text[];--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "addresses" text[];--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "replaced_by" bigint;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_replaced_by_fkey" FOREIGN KEY ("shop_id","replaced_by") REFERENCES "public"."api_keys"("shop_id","id") ON DELETE no action ON UPDATE no action;