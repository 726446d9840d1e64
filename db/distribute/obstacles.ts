import type { CatalogueTable } from "./catalogue";
import { LOCAL_TABLES, placeTable, REFERENCE_TABLES } from "./placement";

/** Citus appends the number of the shard to names, and Postgres cuts names at 63 bytes. */
const LONGEST_NAME = 50;

/** @returns a sentence for each obstacle to distributing these tables; none: they can be distributed */
export function findObstacles(tables: readonly CatalogueTable[]): string[] {
  const places = new Map(tables.map((table) => [table.name, placeTable(table.name, table.isOfShop)]));
  const missing = [...Object.keys(REFERENCE_TABLES), ...Object.keys(LOCAL_TABLES)].filter(
    (name) => !places.has(name),
  );
  return [
    ...missing.map((name) => `${name}: is in the list of tables, and is not in the database.`),
    ...tables.flatMap((table) =>
      [...findOf(table), ...findOfForeignKeys(table, places)].map((problem) => `${table.name}: ${problem}`),
    ),
  ];
}

function findOf(table: CatalogueTable): string[] {
  const place = placeTable(table.name, table.isOfShop);
  if (place === null) return ["has no shop_id (bigint) and no place in db/distribute/placement.ts."];
  if (place === "local") return [];
  const keys = place === "distributed" ? table.keys : [];
  return [
    ...keys
      .filter(({ columns }) => !columns.includes("shop_id"))
      .map(({ name }) => `the key ${name} has no shop_id, so no single machine can keep it.`),
    ...table.names
      .filter((name) => name.length > LONGEST_NAME)
      .map((name) => `the name ${name} has more than ${LONGEST_NAME} characters.`),
    ...table.triggers.map((name) => `the trigger ${name} is refused by Citus.`),
    ...table.sequenceColumns.map(
      (name) => `the column ${name} is numbered by a sequence and no bigint identity.`,
    ),
    ...(table.isInherited ? ["is a partition, or has some."] : []),
  ];
}

function findOfForeignKeys(
  table: CatalogueTable,
  places: ReadonlyMap<string, ReturnType<typeof placeTable>>,
): string[] {
  const from = places.get(table.name);
  return table.foreignKeys.flatMap((key) => {
    const to = places.get(key.table);
    if (from === "distributed" && key.setsColumns)
      return [`the foreign key ${key.name} sets columns, which Citus refuses with shop_id in the key.`];
    if (to === "reference") return [];
    if (from === "local" && to === "local") return [];
    const isTogether =
      from === "distributed" &&
      to === "distributed" &&
      key.foreignColumns[key.columns.indexOf("shop_id")] === "shop_id";
    return isTogether
      ? []
      : [`the foreign key ${key.name} leads to ${key.table}, whose rows may lie on another machine.`];
  });
}
