ALTER TABLE "selling_plans" ADD COLUMN "discount_cycles" integer;--> statement-breakpoint
ALTER TABLE "selling_plans" ADD COLUMN "later_discount_percentage" numeric(7, 4);--> statement-breakpoint
ALTER TABLE "contract_discounts" ADD COLUMN "applies_on_each_item" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_lines" ADD COLUMN "later_price" numeric(14, 4);--> statement-breakpoint
ALTER TABLE "contract_lines" ADD COLUMN "later_after_cycle" integer;--> statement-breakpoint
ALTER TABLE "portal_settings" ADD COLUMN "enabled_actions" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "portal_settings" ADD COLUMN "line_choice" text DEFAULT 'SAME_PRODUCT' NOT NULL;--> statement-breakpoint
ALTER TABLE "portal_settings" ADD CONSTRAINT "portal_settings_line_choice_check" CHECK (line_choice in ('SAME_PRODUCT','OFFERED'));
