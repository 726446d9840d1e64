import type { PrincipalShop } from "~/access/principal";
import type { ContractListQuery } from "~/features/contracts/list/contract-list.schema";
import { iterateContracts } from "~/features/contracts/list/contract-list.service.server";
import { toCsvHeader, toCsvRows } from "./contract-export";
import { findExportRows } from "./contract-export.repo.server";
import { CONTRACT_EXPORT_ROW_SQL, type ContractExportRow } from "./contract-list-row.server";

type Shop = Pick<PrincipalShop, "id" | "timeZone">;

/** The whole list as CSV, piece by piece: never more than one batch of contracts is in memory. */
export async function* exportContracts(
  shop: Shop,
  query: Pick<ContractListQuery, "filters" | "sort">,
): AsyncGenerator<string> {
  yield toCsvHeader();
  const projection = { sql: CONTRACT_EXPORT_ROW_SQL, parameters: [shop.timeZone] };
  for await (const batch of iterateContracts(shop, query, projection)) {
    const rows: ContractExportRow[] = JSON.parse(batch);
    yield toCsvRows(rows);
  }
}

/**
 * The shop's contracts among these ids (subscriptionContractId), newest first; ids of other shops are skipped like
 * unknown ones.
 */
export async function* exportSelection(shop: Shop, ids: number[]): AsyncGenerator<string> {
  yield toCsvHeader();
  yield toCsvRows(await findExportRows(shop.id, shop.timeZone, ids));
}
