ALTER TABLE "webhook_endpoints" ADD COLUMN "missed" integer DEFAULT 0 NOT NULL;
