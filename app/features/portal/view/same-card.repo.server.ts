import { client } from "~db/client.server";
import { toSqlList } from "~db/schema/columns";
import { OVER_STATUSES } from "~db/schema/contract-enums";

/** Another contract of the customer that is paid with the same card. */
export type SameCardContract = {
  contractId: number;
  titles: string[];
  /** One of its orders is unpaid. */
  isFailing: boolean;
};

const SQL = `
  select o.subscription_contract_id as "contractId",
    (select coalesce(json_agg(l.title order by l.position, l.id), '[]') from contract_lines l
      where l.shop_id = $1 and l.contract_id = o.id) as titles,
    (o.last_payment_status = 'FAILED' or o.dunning) as "isFailing"
  from contracts c
  join contracts o on o.shop_id = $1 and o.customer_id = $2 and o.id <> c.id
    and o.payment_method_id = c.payment_method_id and o.status not in (${toSqlList(OVER_STATUSES)})
  where c.shop_id = $1 and c.customer_id = $2 and c.subscription_contract_id = $3
  order by o.id
  limit 20`;

export const listOthersOfCard = (
  shopId: number,
  customerId: number,
  contractId: number,
): Promise<SameCardContract[]> =>
  client.unsafe<SameCardContract[]>(SQL, [shopId, customerId, contractId], { prepare: true });
