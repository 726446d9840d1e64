import type { ContractToPrice, UnpricedOrder } from "~/features/billing/orders/order-amount";
import { ORDER, SOLD, TO_PRICE, VARIANTS } from "~/features/billing/orders/order-list.repo.server";
import { client } from "~db/client.server";

type Found = ContractToPrice & { order: UnpricedOrder };

/** These orders, as lists answer them, each with its contract; in any order. */
export function findOrdersById(
  shop: { id: number; storeDomain: string },
  attemptIds: readonly number[],
): Promise<Found[]> {
  return client.unsafe<Found[]>(
    `select ${TO_PRICE}, ${ORDER(`case when a.status in ('QUEUED', 'SKIPPED') then ${VARIANTS} else ${SOLD} end`)}::json as order
    from (select a.*, a.status = 'QUEUED' and not exists (select from billing_attempts b
          where b.shop_id = $1 and b.contract_id = a.contract_id and b.status = 'QUEUED'
            and (b.billing_date, b.id) < (a.billing_date, a.id)) as is_next
      from billing_attempts a where a.shop_id = $1 and a.id = any($3::bigint[])) a
    join contracts c on c.shop_id = $1 and c.id = a.contract_id`,
    [shop.id, JSON.stringify(shop.storeDomain), [...attemptIds]],
  );
}
