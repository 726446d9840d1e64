DROP INDEX "customers_email_idx";--> statement-breakpoint
CREATE INDEX "customers_email_lower_idx" ON "customers" USING btree ("shop_id",lower(email));