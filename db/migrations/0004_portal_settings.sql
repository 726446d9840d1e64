CREATE TABLE "portal_settings" (
	"shop_id" bigint NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"follows_browser" boolean DEFAULT true NOT NULL,
	"disabled_actions" text[] DEFAULT '{}' NOT NULL,
	"accent_color" text DEFAULT '#1a6f52' NOT NULL,
	"background_color" text DEFAULT '#f6f6f3' NOT NULL,
	"logo_url" text,
	"words" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"cancel_reasons" jsonb,
	"addable_product_ids" bigint[],
	"forbids_second_code" boolean DEFAULT false NOT NULL,
	"single_use_links" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "portal_settings_pkey" PRIMARY KEY("shop_id"),
	CONSTRAINT "portal_settings_language_check" CHECK (language in ('en','de','fr','es','ja')),
	CONSTRAINT "portal_settings_colors_check" CHECK (accent_color ~ '^#[0-9a-f]{6}$' and background_color ~ '^#[0-9a-f]{6}$')
);
--> statement-breakpoint
ALTER TABLE "portal_settings" ADD CONSTRAINT "portal_settings_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;