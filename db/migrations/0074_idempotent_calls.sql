CREATE TABLE "idempotent_calls" (
	"shop_id" bigint NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"claim" uuid NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	"status" integer,
	"headers" jsonb,
	"body" text,
	CONSTRAINT "idempotent_calls_pkey" PRIMARY KEY("shop_id","key")
);
--> statement-breakpoint
CREATE INDEX "idempotent_calls_claimed_idx" ON "idempotent_calls" USING btree ("shop_id","claimed_at");