import type { ContractToPrice, UnpricedOrder } from "~/features/contracts/order-record/order-amount";
import { ONE_TIME, TO_PRICE } from "~/features/contracts/order-record/order-list.repo.server";
import { LEFT_OUT } from "~/features/contracts/order-record/order-record.server";
import { client } from "~db/client.server";

export type OrderToPrice = ContractToPrice &
  Pick<UnpricedOrder, "id" | "isNext" | "leftOut" | "oneTimeProducts">;

/** The data for computing the amounts of planned orders. @param ids as many as a page has */
export const listOrdersToPrice = (shopId: number, ids: readonly number[]): Promise<OrderToPrice[]> =>
  client.unsafe<OrderToPrice[]>(
    `select a.id, (${ONE_TIME})::json as "oneTimeProducts", ${TO_PRICE}, ${LEFT_OUT} as "leftOut",
      a.status = 'QUEUED' and not exists (select from billing_attempts e where e.shop_id = $1
        and e.contract_id = a.contract_id and e.status = 'QUEUED' and e.billing_date < a.billing_date) as "isNext"
    from billing_attempts a join contracts c on c.shop_id = $1 and c.id = a.contract_id
    where a.shop_id = $1 and a.id = any($2::bigint[])`,
    [shopId, `{${ids.join(",")}}`],
  );
