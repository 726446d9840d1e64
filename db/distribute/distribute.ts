import postgres from "postgres";
import { readCatalogue } from "./catalogue";
import { findObstacles } from "./obstacles";
import { type Placed, planSteps, type Step } from "./plan";

/** Why nothing was distributed: one sentence per line, for the person who asked for it. */
export class DistributionRefused extends Error {}

const NO_EXTENSION =
  "This database has no Citus: install it on every machine, put citus into shared_preload_libraries, and run `create extension citus` (docs/scaling.md).";
const NO_COORDINATOR =
  "The coordinator does not know itself: run `select citus_set_coordinator_host('<its host name>')`, then citus_add_node for each worker.";

/**
 * Distributes the tables of a migrated database over the machines of its Citus. Each step is a transaction of its own,
 * and tables that are in place already are left alone, so an interrupted run can be repeated. Nothing may write
 * meanwhile.
 *
 * @param url of the coordinator
 * @param options.isDryRun only returns the steps
 * @param options.log gets a line for each step before it is done
 * @returns the steps, done or only planned
 * @throws DistributionRefused when there is no Citus, no machine, or the schema cannot be distributed; then nothing is
 *   done
 */
export async function distribute(
  url: string,
  options: { isDryRun: boolean; log: (line: string) => void },
): Promise<Step[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await requireCluster(sql);
    const tables = await readCatalogue(sql);
    const obstacles = findObstacles(tables);
    if (obstacles.length > 0) throw new DistributionRefused(obstacles.join("\n"));
    const steps = planSteps(tables, await readPlaced(sql));
    for (const step of steps) {
      options.log(toLine(step));
      if (!options.isDryRun) await run(sql, step);
    }
    if (!options.isDryRun) for (const table of await listCopied(sql)) await dropLocalRows(sql, table);
    return steps;
  } finally {
    await sql.end();
  }
}

const toLine = (step: Step) =>
  step.placement === "reference"
    ? `${step.table}: on every machine`
    : `${step.table}: by shop_id${step.beside ? `, beside ${step.beside}` : ""}`;

async function requireCluster(sql: postgres.Sql): Promise<void> {
  const [extension] = await sql`select 1 from pg_extension where extname = 'citus'`;
  if (!extension) throw new DistributionRefused(NO_EXTENSION);
  const [nodes] = await sql<{ coordinators: number; holders: number }[]>`
    select count(*) filter (where groupid = 0)::int as coordinators,
      count(*) filter (where shouldhaveshards)::int as holders
    from pg_dist_node where isactive and noderole = 'primary'`;
  if (!nodes?.coordinators) throw new DistributionRefused(NO_COORDINATOR);
  if (!nodes.holders)
    throw new DistributionRefused("No machine may hold shops' rows: add workers with citus_add_node.");
}

/** Tables that Citus only knows because they refer to a reference table are omitted: they are still local. */
async function readPlaced(sql: postgres.Sql): Promise<Placed> {
  const rows = await sql<{ name: string; placement: "reference" | "distributed" }[]>`
    select c.relname::text as name, case p.partmethod when 'h' then 'distributed' else 'reference' end as placement
    from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    join pg_namespace s on s.oid = c.relnamespace
    where s.nspname = 'public' and (p.partmethod = 'h' or p.partmethod = 'n' and p.repmodel = 't')`;
  return new Map(rows.map(({ name, placement }) => [name, placement]));
}

async function run(sql: postgres.Sql, step: Step): Promise<void> {
  if (step.placement === "reference") await sql`select create_reference_table(${step.table})`;
  else
    await sql`select create_distributed_table(${step.table}, 'shop_id', colocate_with => ${step.beside ?? "none"})`;
}

/** Rows were copied to the machines; what is left on the coordinator is never read again. */
async function listCopied(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select c.relname::text as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where p.partmethod = 'h' and pg_relation_size(c.oid) > 0`;
  return rows.map(({ name }) => name);
}

const dropLocalRows = (sql: postgres.Sql, table: string) =>
  sql`select truncate_local_data_after_distributing_table(${table}::text::regclass)`;
