DROP INDEX "contracts_interval_idx";--> statement-breakpoint
DROP INDEX "contracts_interval_count_idx";--> statement-breakpoint
DROP INDEX "contracts_plan_type_idx";--> statement-breakpoint
DROP INDEX "contracts_customer_search_idx";--> statement-breakpoint
DROP INDEX "billing_attempts_order_search_idx";--> statement-breakpoint
DROP INDEX "contracts_order_search_idx";--> statement-breakpoint
CREATE INDEX "contracts_frequency_idx" ON "contracts" USING btree ("shop_id","billing_interval","billing_interval_count","plan_type","status","created_at","id");--> statement-breakpoint
CREATE INDEX "customers_search_idx" ON "customers" USING gin (search_grams(shop_id, btrim(coalesce(first_name, '')) || ' ' || btrim(coalesce(last_name, '')) || E'\n' || coalesce(email, '')));--> statement-breakpoint
CREATE INDEX "billing_attempts_order_search_idx" ON "billing_attempts" USING gin (search_grams(shop_id, order_name)) WHERE order_name is not null;--> statement-breakpoint
CREATE INDEX "contracts_order_search_idx" ON "contracts" USING gin (search_grams(shop_id, origin_order_name));