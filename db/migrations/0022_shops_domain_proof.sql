ALTER TABLE "shops" ADD COLUMN "is_domain_by_dns" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "wanted_domain" text;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "domain_token" text;