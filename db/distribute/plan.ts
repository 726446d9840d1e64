import type { CatalogueTable } from "./catalogue";
import { placeTable } from "./placement";

/** What is done to one table; `beside` is a table whose rows of the same shop are on the same machine. */
export type Step =
  | { table: string; placement: "reference" }
  | { table: string; placement: "distributed"; beside: string | null };

/** Tables that Citus has placed already (`pg_dist_partition`: n reference or local, h by hash). */
export type Placed = ReadonlyMap<string, "reference" | "distributed">;

/**
 * The steps to a distributed schema: referenced tables first. After an interrupted run, only the remaining steps.
 *
 * @param tables without obstacles (`findObstacles`)
 */
export function planSteps(tables: readonly CatalogueTable[], placed: Placed): Step[] {
  const ordered = orderByReferences(tables);
  const ofShops = ordered.filter(({ name, isOfShop }) => placeTable(name, isOfShop) === "distributed");
  const references = ordered.filter(({ name, isOfShop }) => placeTable(name, isOfShop) === "reference");
  const isOpen = ({ name }: CatalogueTable) => !placed.has(name);
  // The first table that is placed decides where all others go.
  const anchor = (ofShops.find((table) => !isOpen(table)) ?? ofShops[0])?.name;
  return [
    ...references.filter(isOpen).map(({ name }) => ({ table: name, placement: "reference" as const })),
    ...ofShops.filter(isOpen).map(({ name }) => ({
      table: name,
      placement: "distributed" as const,
      beside: anchor === undefined || name === anchor ? null : anchor,
    })),
  ];
}

function orderByReferences(tables: readonly CatalogueTable[]): CatalogueTable[] {
  const order = new Map<string, CatalogueTable>();
  while (order.size < tables.length) {
    const free = tables.filter(
      ({ name, foreignKeys }) =>
        !order.has(name) && foreignKeys.every(({ table }) => table === name || order.has(table)),
    );
    if (free.length === 0) throw new Error("Tables refer to each other in a circle: none can be first.");
    for (const table of free) order.set(table.name, table);
  }
  return [...order.values()];
}
