CREATE TABLE "way_backs" (
	"shop_id" bigint NOT NULL,
	"contract_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"action" text NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "way_backs_pkey" PRIMARY KEY("shop_id","contract_id")
);
--> statement-breakpoint
ALTER TABLE "staff_accounts" ADD COLUMN "contract_columns" text[];--> statement-breakpoint
ALTER TABLE "staff_accounts" ADD COLUMN "has_shortcuts" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "way_backs" ADD CONSTRAINT "way_backs_contract_fkey" FOREIGN KEY ("shop_id","contract_id") REFERENCES "public"."contracts"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "way_backs_created_idx" ON "way_backs" USING btree ("shop_id","created_at");