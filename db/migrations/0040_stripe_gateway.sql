CREATE TABLE "gateway_notices" (
	"shop_id" bigint NOT NULL,
	"gateway" text NOT NULL,
	"event_id" text NOT NULL,
	"body" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"handled_at" timestamp (3) with time zone,
	CONSTRAINT "gateway_notices_pkey" PRIMARY KEY("shop_id","gateway","event_id"),
	CONSTRAINT "gateway_notices_gateway_check" CHECK (gateway in ('stripe'))
);
--> statement-breakpoint
CREATE TABLE "stripe_keys" (
	"shop_id" bigint NOT NULL,
	"sealed" text NOT NULL,
	"sealed_by" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stripe_keys_pkey" PRIMARY KEY("shop_id")
);
--> statement-breakpoint
CREATE TABLE "stripe_payments" (
	"shop_id" bigint NOT NULL,
	"ref" text NOT NULL,
	"attempt_id" bigint NOT NULL,
	"key" uuid NOT NULL,
	"amount" numeric(14, 4) NOT NULL,
	"currency_code" char(3) NOT NULL,
	"customer" text,
	"intent" text,
	"page" text,
	"page_try_key" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stripe_payments_pkey" PRIMARY KEY("shop_id","ref"),
	CONSTRAINT "stripe_payments_page_check" CHECK ((page is null) = (page_try_key is null))
);
--> statement-breakpoint
ALTER TABLE "shops" DROP CONSTRAINT "shops_gateway_check";
--> statement-breakpoint
ALTER TABLE "stripe_keys" ADD CONSTRAINT "stripe_keys_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stripe_payments" ADD CONSTRAINT "stripe_payments_attempt_fkey" FOREIGN KEY ("shop_id","attempt_id") REFERENCES "public"."billing_attempts"("shop_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "shops" ADD CONSTRAINT "shops_gateway_check" CHECK (gateway in ('none', 'test', 'stripe'));
--> statement-breakpoint
CREATE INDEX "gateway_notices_received_idx" ON "gateway_notices" USING btree ("shop_id","received_at");
