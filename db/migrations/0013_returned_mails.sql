ALTER TABLE "mails" DROP CONSTRAINT "mails_status_check";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "return_code" text;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_status_check" CHECK (status in ('QUEUED', 'SENT', 'FAILED', 'BOUNCED'));