CREATE TABLE "method_updates" (
	"shop_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" bigint NOT NULL,
	"contract_ids" bigint[] NOT NULL,
	"gateway" text NOT NULL,
	"page" text,
	"state" text NOT NULL,
	"payment_method_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "method_updates_pkey" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "method_updates_state_check" CHECK (state in ('OPEN','DONE','OVER'))
);
--> statement-breakpoint
CREATE TABLE "portal_returns" (
	"shop_id" bigint NOT NULL,
	"code_hash" text NOT NULL,
	"customer_id" bigint NOT NULL,
	"contract_id" bigint NOT NULL,
	"attempt_id" bigint,
	"update_id" uuid,
	"token_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "portal_returns_pkey" PRIMARY KEY("shop_id","code_hash"),
	CONSTRAINT "portal_returns_about_check" CHECK ((attempt_id is null) <> (update_id is null))
);
--> statement-breakpoint
CREATE TABLE "test_gateway_pages" (
	"shop_id" bigint NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"ref" text,
	"key" text,
	"last_digits" text,
	"back_url" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "test_gateway_pages_pkey" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "test_gateway_pages_key_key" UNIQUE("shop_id","key"),
	CONSTRAINT "test_gateway_pages_kind_check" CHECK (kind in ('BANK','CARD')),
	CONSTRAINT "test_gateway_pages_state_check" CHECK (state in ('OPEN','DONE','DECLINED','EXPIRED')),
	CONSTRAINT "test_gateway_pages_bank_check" CHECK ((kind = 'BANK') = (ref is not null and key is not null))
);
--> statement-breakpoint
ALTER TABLE "method_updates" ADD CONSTRAINT "method_updates_customer_fkey" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customers"("shop_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "method_updates_created_idx" ON "method_updates" USING btree ("shop_id","created_at");
--> statement-breakpoint
CREATE INDEX "portal_returns_expires_idx" ON "portal_returns" USING btree ("shop_id","expires_at");
--> statement-breakpoint
CREATE INDEX "test_gateway_pages_ref_idx" ON "test_gateway_pages" USING btree ("shop_id","ref");
