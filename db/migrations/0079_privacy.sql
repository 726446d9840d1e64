CREATE TABLE "customer_erasures" (
	"shop_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"step" text,
	"cursor" jsonb,
	"known_as" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"erased_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "customer_erasures_pkey" PRIMARY KEY("shop_id","customer_id")
);
--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customer_erasures" ADD CONSTRAINT "customer_erasures_customer_fkey" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customers"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_erasures_open_idx" ON "customer_erasures" USING btree ("shop_id") WHERE finished_at is null;