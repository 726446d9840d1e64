import postgres from "postgres";
import { beforeAll, expect, test } from "vitest";
import { type CatalogueTable, readCatalogue } from "~db/distribute/catalogue";
import { DistributionRefused, distribute } from "~db/distribute/distribute";
import { findObstacles } from "~db/distribute/obstacles";
import { placeTable } from "~db/distribute/placement";
import { planSteps } from "~db/distribute/plan";

const url = process.env.DATABASE_URL ?? "";
let tables: CatalogueTable[];
beforeAll(async () => {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  tables = await readCatalogue(sql);
  await sql.end();
});

/** The schema with one table changed. */
const withTable = (name: string, change: (table: CatalogueTable) => Partial<CatalogueTable>) =>
  tables.map((table) => (table.name === name ? { ...table, ...change(table) } : table));

const KEY = {
  name: "some_fkey",
  columns: ["shop_id", "contract_id"],
  table: "contracts",
  foreignColumns: ["shop_id", "id"],
  setsColumns: false,
};

test("the schema can be distributed as it is: each table has its place, and keys and foreign keys allow it", () => {
  expect(tables.length).toBeGreaterThan(60);
  expect(findObstacles(tables)).toEqual([]);
});

test.each<[string, string, (table: CatalogueTable) => Partial<CatalogueTable>, string]>([
  [
    "a key without shop_id",
    "orders",
    () => ({ keys: [{ name: "by_id", columns: ["id"] }] }),
    "the key by_id",
  ],
  ["a trigger", "orders", () => ({ triggers: ["count"] }), "the trigger count"],
  ["a number of a sequence", "orders", () => ({ sequenceColumns: ["id"] }), "the column id"],
  ["a name too long for shards", "orders", () => ({ names: ["n".repeat(51)] }), "more than 50 characters"],
  ["partitions", "orders", () => ({ isInherited: true }), "is a partition"],
  ["neither shop_id nor a place", "shop_logos", () => ({ isOfShop: false }), "no place in"],
  [
    "a foreign key across shops",
    "orders",
    () => ({ foreignKeys: [{ ...KEY, columns: ["contract_id"], foreignColumns: ["id"] }] }),
    "another machine",
  ],
  [
    "a foreign key that empties columns",
    "orders",
    () => ({ foreignKeys: [{ ...KEY, setsColumns: true }] }),
    "sets columns",
  ],
  [
    "a foreign key from a reference table to shops' rows",
    "staff_roles",
    () => ({ foreignKeys: [KEY] }),
    "another machine",
  ],
  [
    "a foreign key to a local table",
    "orders",
    () => ({ foreignKeys: [{ ...KEY, table: "sessions" }] }),
    "another machine",
  ],
])("%s is refused by name", (_what, name, change, detail) => {
  const obstacles = findObstacles(withTable(name, change));
  expect(obstacles).toHaveLength(1);
  expect(obstacles[0]).toMatch(new RegExp(`^${name}: .*${detail}`));
});

test("a table of the list that the database lacks is reported", () => {
  expect(findObstacles(tables.filter(({ name }) => name !== "domains"))).toEqual([
    "domains: is in the list of tables, and is not in the database.",
  ]);
});

test("tables are placed after those they refer to, the shops' all beside the first of them", () => {
  const steps = planSteps(tables, new Map());
  const order = steps.map(({ table }) => table);
  const isPlaced = ({ name, isOfShop }: CatalogueTable) => placeTable(name, isOfShop) !== "local";
  expect([...order].sort()).toEqual(tables.filter(isPlaced).map(({ name }) => name));
  for (const { name, foreignKeys } of tables.filter(isPlaced))
    for (const { table } of foreignKeys.filter((key) => key.table !== name))
      expect(order.indexOf(table), `${table} before ${name}`).toBeLessThan(order.indexOf(name));
  const distributed = steps.filter((step) => step.placement === "distributed");
  const [first, ...others] = distributed;
  expect(first).toMatchObject({ beside: null });
  expect(new Set(others.map(({ beside }) => beside))).toEqual(new Set([first?.table]));
});

test("an interrupted run is continued: only the remaining tables are placed, beside those in place", () => {
  const all = planSteps(tables, new Map());
  const done = all.slice(0, 20);
  const placed = new Map(done.map(({ table, placement }) => [table, placement]));
  expect(planSteps(tables, placed)).toEqual(all.slice(20));
  expect(planSteps(tables, new Map(all.map(({ table, placement }) => [table, placement])))).toEqual([]);
});

test("a database without Citus is refused with a sentence that says what to do", async () => {
  const refused = distribute(url, { isDryRun: false, log: () => {} });
  await expect(refused).rejects.toThrow(DistributionRefused);
  await expect(refused).rejects.toThrow("create extension citus");
});
