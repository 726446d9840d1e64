CREATE TABLE "shop_logos" (
	"shop_id" bigint NOT NULL,
	"id" text NOT NULL,
	"image" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shop_logos_pkey" PRIMARY KEY("shop_id"),
	CONSTRAINT "shop_logos_size_check" CHECK (width > 0 and height > 0 and octet_length(image) <= 1048576)
);
--> statement-breakpoint
ALTER TABLE "referral_programmes" ADD COLUMN "code_delivery" text DEFAULT 'SHOW' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_logos" ADD CONSTRAINT "shop_logos_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_programmes" ADD CONSTRAINT "referral_programmes_delivery_check" CHECK (code_delivery in ('SHOW','MAIL'));