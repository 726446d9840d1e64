CREATE TABLE "bulk_automation_numbers" (
	"shop_id" bigint PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bulk_automations" ALTER COLUMN "id" DROP IDENTITY;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "bulk_automation_id" bigint;
