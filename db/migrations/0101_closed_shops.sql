ALTER TABLE "shops" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "closed_by" text;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "deletion_begun_at" timestamp (3) with time zone;