-- More kinds and topics are allowed than before: no row that is there needs to be read for that.
ALTER TABLE "fact_days" DROP CONSTRAINT "fact_days_kind_check";--> statement-breakpoint
ALTER TABLE "fact_parts" DROP CONSTRAINT "fact_parts_topic_check";--> statement-breakpoint
ALTER TABLE "facts" DROP CONSTRAINT "facts_kind_check";--> statement-breakpoint
ALTER TABLE "billing_attempts" ADD COLUMN "first_error_code" text;--> statement-breakpoint
ALTER TABLE "fact_states" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "facts" ADD COLUMN "offer" text;--> statement-breakpoint
ALTER TABLE "fact_days" ADD CONSTRAINT "fact_days_kind_check" CHECK (kind in ('NEW','EXPANSION','CONTRACTION','CHURNED','REACTIVATED','MOVED','PAID','RECOVERED','FAILED','LOST','SKIPPED','REFUNDED','SAVED','FRIEND_INVITED','FRIEND_ACCEPTED','FRIEND_JOINED','REWARD_GIVEN','REWARD_REFUSED')) NOT VALID;--> statement-breakpoint
ALTER TABLE "fact_parts" ADD CONSTRAINT "fact_parts_topic_check" CHECK (topic in ('cohort','churned_reason','churned_age','churned_product','sold_product','sold_variant','sold_plan','sold_country','sold_bundle','sold_code','failed_code','recovered_code','lost_code','saved_offer','saved_reason')) NOT VALID;--> statement-breakpoint
ALTER TABLE "facts" ADD CONSTRAINT "facts_kind_check" CHECK (kind in ('NEW','EXPANSION','CONTRACTION','CHURNED','REACTIVATED','MOVED','PAID','RECOVERED','FAILED','LOST','SKIPPED','REFUNDED','SAVED','FRIEND_INVITED','FRIEND_ACCEPTED','FRIEND_JOINED','REWARD_GIVEN','REWARD_REFUSED')) NOT VALID;