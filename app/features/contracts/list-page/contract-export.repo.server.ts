import { client } from "~db/client.server";
import { CONTRACT_EXPORT_ROW_SQL, type ContractExportRow } from "./contract-list-row.server";

/** Rows of the export for these contracts, newest first. @param ids subscriptionContractIds, as many as a page holds */
export async function findExportRows(
  shopId: number,
  timeZone: string,
  ids: number[],
): Promise<ContractExportRow[]> {
  const rows = await client.unsafe<{ body: string }[]>(
    `select ${CONTRACT_EXPORT_ROW_SQL} as body from contracts c
     where c.shop_id = $1 and c.subscription_contract_id = any($3::bigint[])
     order by c.created_at desc, c.id desc`,
    [shopId, timeZone, `{${ids.join(",")}}`],
  );
  return rows.map((row) => JSON.parse(row.body));
}
