-- no-transaction
-- Said again after a process died in between: an index that CONCURRENTLY left half made is dropped first.
DROP INDEX CONCURRENTLY IF EXISTS "activity_contract_status_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "activity_contract_status_idx" ON "activity" USING btree ("shop_id","contract_id","id") WHERE before ? 'status';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "order_lines_product_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_lines_product_idx" ON "order_lines" USING btree ("shop_id","product_id","order_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "order_lines_plan_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_lines_plan_idx" ON "order_lines" USING btree ("shop_id",left(selling_plan_name, 100),"order_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "order_lines_bundle_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_lines_bundle_idx" ON "order_lines" USING btree ("shop_id",left(jsonb_path_query_first(custom_attributes, '$[*] ? (@.key == "_bundle")') ->> 'value', 100),"order_id") WHERE custom_attributes @> '[{"key":"_bundle"}]';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "order_lines_bundles_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_lines_bundles_idx" ON "order_lines" USING btree ("shop_id","order_id") WHERE jsonb_array_length(jsonb_path_query_array(custom_attributes, '$[*] ? (@.key == "_bundle")')) > 1;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_country_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_country_idx" ON "orders" USING btree ("shop_id",left(delivery_address ->> 'countryCode', 100),"id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_code_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_code_idx" ON "orders" USING btree ("shop_id",left(discounts -> 0 ->> 'code', 100),"id") WHERE discounts <> '[]';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_discounts_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_discounts_idx" ON "orders" USING btree ("shop_id","id") WHERE jsonb_array_length(discounts) > 1;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "order_lines_variant_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_lines_variant_idx" ON "order_lines" USING btree ("shop_id","variant_id","order_id");--> statement-breakpoint
ALTER TABLE "saved_views" DROP CONSTRAINT IF EXISTS "saved_views_list_check";--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_list_check" CHECK (list in ('contracts','orders','customers','referrals'));
