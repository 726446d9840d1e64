import type { BuildExtraConfigColumns } from "drizzle-orm";
import {
  type AnyPgColumn,
  foreignKey,
  type PgColumnBuilderBase,
  type PgTableExtraConfigValue,
  pgTable,
  primaryKey,
} from "drizzle-orm/pg-core";
import { int64 } from "./columns";

type Columns = Record<string, PgColumnBuilderBase>;
const toShopColumn = () => ({ shopId: int64("shop_id").notNull() });
type OfShop<C extends Columns> = ReturnType<typeof toShopColumn> & C;

/**
 * A table of shops' data: `shop_id` is in each row, and comes first in the primary key and every foreign key
 * (docs/design.md "Data rules").
 *
 * @param key identifies a row within its shop; empty for one row per shop
 * @param more indexes, checks and so on; `refersTo` is a foreign key to a table of the same shop with the key `id`
 */
export function tenantTable<Name extends string, C extends Columns>(
  name: Name,
  key: readonly (keyof C & string)[],
  columns: C,
  more?: (
    table: BuildExtraConfigColumns<Name, OfShop<C>, "pg">,
    refersTo: (
      name: string,
      column: AnyPgColumn,
      table: Record<"shopId" | "id", AnyPgColumn>,
    ) => ReturnType<typeof foreignKey>,
  ) => PgTableExtraConfigValue[],
) {
  return pgTable(name, { ...toShopColumn(), ...columns }, (table) => [
    primaryKey({ name: `${name}_pkey`, columns: [table.shopId, ...key.map((each) => table[each])] }),
    ...(more?.(table, (keyName, column, other) =>
      foreignKey({
        name: keyName,
        columns: [table.shopId, column],
        foreignColumns: [other.shopId, other.id],
      }),
    ) ?? []),
  ]);
}
