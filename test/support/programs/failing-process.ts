import { setImmediate as later } from "node:timers/promises";
import postgres from "postgres";

/** A program for tests that fails by a value of the database: while it is loaded, or, with `later`, afterwards. */
async function fail(): Promise<void> {
  const sql = postgres(process.env.DATABASE_URL ?? "", { max: 1, onnotice: () => {} });
  await sql`create temp table people (email text unique)`;
  await sql`insert into people values ('ada@example.com')`;
  await sql`insert into people values ('ada@example.com')`.finally(() => sql.end());
}

if (process.argv[2] === "later") void later().then(fail);
else await fail();
