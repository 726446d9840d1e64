ALTER TABLE "idempotent_calls" ADD COLUMN "sealed" text;
