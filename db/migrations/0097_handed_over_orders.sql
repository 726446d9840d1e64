-- What a split had handed over before 0094 as a skipped order, though an order of the former contract had paid for it, gets the id of that order. Only where
-- nothing else is possible: made with its contract, of which the history of the former one says that its lines moved there; of the date and slot of an order
-- that was paid before; and never skipped or taken back by anybody since.
UPDATE "billing_attempts" b SET paid_with_id = o.id
FROM "contracts" c
JOIN "contracts" f ON f.shop_id = c.shop_id AND f.customer_id = c.customer_id AND f.id <> c.id
JOIN "billing_attempts" o ON o.shop_id = f.shop_id AND o.contract_id = f.id AND o.status = 'SUCCESS' AND o.completed_at < c.created_at
WHERE b.shop_id = c.shop_id AND b.contract_id = c.id AND b.status = 'SKIPPED' AND b.paid_with_id IS NULL AND b.created_at = c.created_at
  AND o.billing_date = b.billing_date AND coalesce(o.slot, o.former_slot) IS NOT DISTINCT FROM coalesce(b.slot, b.former_slot)
  AND EXISTS (SELECT FROM "activity" s WHERE s.shop_id = f.shop_id AND s.contract_id = f.id AND s.action = 'contract.split'
    AND s.after ->> 'newContract' = c.subscription_contract_id::text)
  AND NOT EXISTS (SELECT FROM "activity" y WHERE y.shop_id = c.shop_id AND y.contract_id = c.id
    AND y.before #>> '{order,date}' = to_char(b.billing_date AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
