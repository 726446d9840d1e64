import type { CatalogueTable } from "./catalogue";
import { placeTable } from "./placement";

/** What is done to one table; `beside` is a table whose rows of the same shop lie on the same machine. */
export type Step =
  | { table: string; placement: "reference" }
  | { table: string; placement: "distributed"; beside: string | null };

/** What Citus holds already: tables by how they lie (`pg_dist_partition`: n reference or local, h by hash). */
export type Placed = ReadonlyMap<string, "reference" | "distributed">;

/**
 * The steps from here to a schema that is distributed: tables that others refer to first. Of what a run that was cut off
 * has left, only the rest.
 *
 * @param tables without obstacles (`findObstacles`)
 */
export function planSteps(tables: readonly CatalogueTable[], placed: Placed): Step[] {
  const ordered = orderByReferences(tables);
  const ofShops = ordered.filter(({ name, isOfShop }) => placeTable(name, isOfShop) === "distributed");
  const references = ordered.filter(({ name, isOfShop }) => placeTable(name, isOfShop) === "reference");
  const isOpen = ({ name }: CatalogueTable) => !placed.has(name);
  // The first one that lies somewhere says where all the others lie.
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
