ALTER TABLE "saved_views" DROP CONSTRAINT "saved_views_name_key";--> statement-breakpoint
ALTER TABLE "saved_views" ADD COLUMN "list" text DEFAULT 'contracts' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_name_key" UNIQUE("shop_id","staff_id","list","name");--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_list_check" CHECK (list in ('contracts','orders','customers'));