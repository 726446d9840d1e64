import { client } from "~db/client.server";
import { OPEN_CHARGE_STATUSES } from "~db/schema/attempt-enums";
import { toSqlList } from "~db/schema/columns";

/**
 * SQL: whether a contract has an order that is unpaid, or whose payment is unknown: as long as it has one, no order can
 * be taken early. $1 is the shop. @param contractId SQL of our id
 */
export const hasOpenOrder = (contractId: string): string => `exists (select from billing_attempts open
  where open.shop_id = $1 and open.contract_id = ${contractId}
    and (open.status in (${toSqlList(OPEN_CHARGE_STATUSES)}) or open.status = 'FAILURE' and open.next_step is not null))`;

/** The contract's next order, and whether another is unpaid. @param contractId ours */
export async function findNextToOrder(
  shopId: number,
  contractId: number,
): Promise<{ id: number | null; hasOpen: boolean }> {
  const [row] = await client.unsafe<{ id: number | null; hasOpen: boolean }[]>(
    `select ${hasOpenOrder("$2")} as "hasOpen", (select a.id from billing_attempts a
      where a.shop_id = $1 and a.contract_id = $2 and a.status = 'QUEUED' order by a.billing_date, a.id limit 1) as id`,
    [shopId, contractId],
    { prepare: true },
  );
  return row ?? { id: null, hasOpen: false };
}
