import postgres from "postgres";
import { readCatalogue } from "~db/distribute/catalogue";
import { placeTable } from "~db/distribute/placement";
import type { ShopTables } from "./shop-check";

/** Those of a migrated database. */
export async function readShopTables(url: string): Promise<ShopTables> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const tables = await readCatalogue(sql);
  await sql.end();
  return new Map(
    tables
      .filter(({ isOfShop }) => isOfShop)
      .map(({ name }) => [name, placeTable(name, true) === "distributed"]),
  );
}
