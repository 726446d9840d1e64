import postgres from "postgres";
import { afterEach, expect, test, vi } from "vitest";

// patches/postgres+3.4.9.patch: without it this ends the process, and the pool is a connection short ever after.
const url = process.env.DATABASE_URL ?? "";
const open: postgres.Sql[] = [];
const connect = () => {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  open.push(sql);
  return sql;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((sql) => sql.end({ timeout: 0 })));
});

async function cut(on: postgres.ISql): Promise<void> {
  const [row] = await on<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const admin = connect();
  await admin`select pg_terminate_backend(${row?.pid ?? 0})`;
  await vi.waitFor(async () =>
    expect(await admin`select from pg_stat_activity where pid = ${row?.pid ?? 0}`).toHaveLength(0),
  );
}

test("a transaction whose connection was cut fails, whatever it still asks, and the next connection answers", async () => {
  const sql = connect();
  for (let round = 0; round < 3; round++) {
    const said: string[] = [];
    const transaction = sql.begin(async (tx) => {
      await cut(tx);
      for (const number of [1, 2])
        await tx`select ${number}::int`.catch((error: Error) => said.push(error.message));
      await tx`select 3`;
    });
    await expect(transaction).rejects.toThrow(/terminating connection|CONNECTION_CLOSED/);
    await vi.waitFor(() => expect(said).toHaveLength(2));
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  }
});
