ALTER TABLE "shops" ADD COLUMN "rate_per_second" integer;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "rate_burst" integer;--> statement-breakpoint
ALTER TABLE "shops" ADD CONSTRAINT "shops_rate_check" CHECK (rate_per_second > 0 and rate_burst > 0);