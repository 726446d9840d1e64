-- Rewards given before 0016 named nobody: they are the referrer's, like those given since.
UPDATE "discount_codes" d SET "restricted_customer_id" = r."referrer_id"
FROM "referrals" r
WHERE r."shop_id" = d."shop_id" AND r."reward_code_id" = d."id" AND d."restricted_customer_id" IS NULL;
