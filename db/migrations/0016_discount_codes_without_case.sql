ALTER TABLE "discount_codes" ADD COLUMN "is_case_twin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD COLUMN "restricted_customer_id" bigint;--> statement-breakpoint
UPDATE "discount_codes" d SET "is_case_twin" = true
WHERE EXISTS (
	SELECT FROM "discount_codes" o
	WHERE o."shop_id" = d."shop_id" AND lower(o."code") = lower(d."code") AND o."id" < d."id"
);--> statement-breakpoint
DO $$
DECLARE
	twin record;
BEGIN
	FOR twin IN
		SELECT s."store_domain", d."code", o."code" AS "older"
		FROM "discount_codes" d
		JOIN "shops" s ON s."id" = d."shop_id"
		JOIN "discount_codes" o
			ON o."shop_id" = d."shop_id" AND lower(o."code") = lower(d."code") AND NOT o."is_case_twin"
		WHERE d."is_case_twin"
		ORDER BY s."store_domain", d."id"
	LOOP
		RAISE WARNING 'shop %: the discount code % differs only by case from the older code %; it is good only as it is written',
			twin."store_domain", twin."code", twin."older";
	END LOOP;
END
$$;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD COLUMN "code_key" text GENERATED ALWAYS AS (case when not is_case_twin then lower(code) end) STORED;--> statement-breakpoint
CREATE UNIQUE INDEX "discount_codes_key_key" ON "discount_codes" USING btree ("shop_id","code_key");
