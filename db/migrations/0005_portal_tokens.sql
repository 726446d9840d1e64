CREATE TABLE "portal_tokens" (
	"shop_id" bigint NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"customer_id" bigint NOT NULL,
	"contract_id" bigint,
	"issued_by_type" text NOT NULL,
	"issued_by_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"is_single_use" boolean NOT NULL,
	"used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "portal_tokens_pkey" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "portal_tokens_kind_check" CHECK (kind in ('LINK', 'SESSION')),
	CONSTRAINT "portal_tokens_issued_by_type_check" CHECK (issued_by_type in ('staff','api_key','customer','system'))
);
--> statement-breakpoint
CREATE INDEX "portal_tokens_customer_idx" ON "portal_tokens" USING btree ("shop_id","customer_id","created_at");--> statement-breakpoint
CREATE INDEX "portal_tokens_expires_idx" ON "portal_tokens" USING btree ("shop_id","expires_at");