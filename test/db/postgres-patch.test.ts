import { Socket } from "node:net";
import postgres from "postgres";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openRelayTo } from "../support/processes/database-relay";
import { eventually } from "../support/processes/eventually";

// patches/postgres+3.4.9.patch: without it each of these ends the process, never ends, fails somebody else's query, or loses it.
const url = process.env.DATABASE_URL ?? "";
const open: (() => unknown)[] = [];
const connect = (to = url) => {
  const sql = postgres(to, { max: 1, onnotice: () => {}, backoff: () => 0 });
  open.push(() => sql.end({ timeout: 0 }));
  return sql;
};
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function cut(on: postgres.ISql): Promise<void> {
  const [row] = await on<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const admin = connect();
  await admin`select pg_terminate_backend(${row?.pid ?? 0})`;
  await eventually(async () =>
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
    await expect(transaction).rejects.toThrow(/terminating connection|CONNECTION_CLOSED|ECONNRESET/);
    await eventually(() => expect(said).toHaveLength(2));
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  }
});

test("nothing a transaction still asks after its end reaches the connection that came after", async () => {
  const sql = connect();
  let late: Promise<unknown> = Promise.resolve();
  const transaction = sql.begin(async (tx) => {
    await cut(tx);
    await tx`select 1`.catch(() => {});
    await sql`select 'somebody else'`;
    late = tx`select 2`;
    await late;
  });
  await expect(transaction).rejects.toThrow(/terminating connection|CONNECTION_CLOSED|ECONNRESET/);
  await eventually(() => expect(late).rejects.toMatchObject({ code: "CONNECTION_CLOSED" }));
});

test("a connection sends small packets at once, not when the one before has been answered", async () => {
  const setNoDelay = vi.spyOn(Socket.prototype, "setNoDelay");
  await connect()`select 1`;
  expect(setNoDelay.mock.calls).toEqual([[true]]);
  setNoDelay.mockRestore();
});

describe("answers are read whole", () => {
  /** Text lengths of a row each; a read takes at most 65,536 bytes. */
  const LENGTHS = [0, 1, 2, 3, 4, 5, 40, 3000];
  const LONG = [...LENGTHS, 65_500, 65_536, 300_000, 1];
  const select = (sql: postgres.Sql, lengths: number[]) =>
    sql<{ text: string }[]>`
      select repeat(chr(97 + place::int), length) as text from unnest(${lengths}::int[]) with ordinality as _ (length, place)`;
  const toTexts = (lengths: number[]) =>
    lengths.map((length, index) => ({ text: String.fromCharCode(98 + index).repeat(length) }));

  test.each([
    { sizes: [1], lengths: LENGTHS },
    { sizes: [2, 3], lengths: LENGTHS },
    { sizes: [4, 1], lengths: LENGTHS },
    { sizes: [5], lengths: LENGTHS },
    { sizes: [900, 4, 13], lengths: LONG },
    { sizes: [65_536, 1], lengths: LONG },
  ])("in pieces of $sizes bytes", async ({ sizes, lengths }) => {
    const way = await openRelayTo(url, undefined, function* (answer) {
      for (let from = 0, count = 0; from < answer.length; count++) {
        const size = sizes[count % sizes.length] ?? 1;
        yield answer.subarray(from, from + size);
        from += size;
      }
    });
    open.push(() => way.close());
    const sql = connect(way.url);
    for (let round = 0; round < 2; round++)
      expect([...(await select(sql, lengths))]).toEqual(toTexts(lengths));
  });

  test("a raw value holds its own memory and no more, however many reads that took", async () => {
    const length = 300_000;
    const [row] = await select(connect(), [length]).raw();
    expect(row?.[0]?.buffer.byteLength).toBe(length);
  });

  test("and is made of the driver's bytes by a function, if the statement has one", async () => {
    const copyRaw = (bytes: Buffer, column: number) => `${column}: ${bytes.length} ${bytes.subarray(0, 3)}`;
    const text = "select repeat('abc', n), null, n from unnest(array[2, 100000]) n";
    expect([...(await connect().unsafe(text, [], { copyRaw }).raw())]).toEqual([
      ["0: 6 abc", null, "2: 1 2"],
      ["0: 300000 abc", null, "2: 6 100"],
    ]);
  });

  test("the lines of a COPY stay what they are while others are read", async () => {
    const lines =
      await connect()`copy (select repeat(n::text, 60000) from generate_series(1, 9) n) to stdout`.readable();
    const [kept, other] = [[] as Buffer[], connect()];
    for await (const part of lines) {
      kept.push(part);
      await select(other, LONG);
    }
    const wanted = Array.from({ length: 9 }, (_, index) => `${String(index + 1).repeat(60_000)}\n`);
    expect(Buffer.concat(kept).toString()).toBe(wanted.join(""));
  });

  test("and raw values stay what they are while others are read, on this connection or another", async () => {
    const sql = connect();
    const [first, long] = await Promise.all([select(sql, LENGTHS).raw(), select(connect(), LONG).raw()]);
    for (const other of [sql, connect()]) await select(other, [...LONG].reverse());
    const toBuffers = (lengths: number[]) => toTexts(lengths).map(({ text }) => [Buffer.from(text)]);
    expect([...first]).toEqual(toBuffers(LENGTHS));
    expect([...long]).toEqual(toBuffers(LONG));
  });
});

test("a query that fails behind its first rows leaves the next one's rows where they belong", async () => {
  const sql = connect();
  await expect(sql`select 10 / (3 - n) as n from generate_series(1, 3) n`).rejects.toThrow(
    "division by zero",
  );
  expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }]);
});

test("a query that ends with its connection fails alone: the next one, on another connection, is answered", async () => {
  const sql = connect();
  for (let round = 0; round < 3; round++) {
    await expect(sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(60)`).rejects.toThrow();
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  }
});

test("a pool can be ended while the connection of its failed query is going down", async () => {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await expect(sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(60)`).rejects.toThrow();
  await sql.end();
  await expect(sql`select 1`).rejects.toMatchObject({ code: "CONNECTION_ENDED" });
});

describe("a connection that is lost while it asks for the array types", () => {
  /** Calls `lose` for the first connection that sends a query, and for no other. */
  async function loseBy(lose: (near: Socket) => unknown): Promise<postgres.Sql> {
    let hasLost = false;
    const way = await openRelayTo(url, (request, near) => {
      if (hasLost || !request.includes("b.typarray")) return false;
      hasLost = true;
      lose(near);
      return true;
    });
    open.push(() => way.close());
    return connect(way.url);
  }
  const readArray = (sql: postgres.Sql) => sql`select array[1, 2] as numbers, ${["a"]}::text[] as texts`;
  const ANSWER = [{ numbers: [1, 2], texts: ["a"] }];

  test("without a word, is followed by another one that serves the waiting query, arrays and all", async () => {
    const sql = await loseBy((near) => near.end());
    expect(await readArray(sql)).toEqual(ANSWER);
  });

  test("by the database's own word, is followed by another one that serves the waiting query", async () => {
    const FATAL = "SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0";
    const length = Buffer.alloc(4);
    length.writeInt32BE(FATAL.length + 4);
    const sql = await loseBy((near) =>
      near.end(Buffer.concat([Buffer.from("E"), length, Buffer.from(FATAL)])),
    );
    expect(await readArray(sql)).toEqual(ANSWER);
  });

  test("by a reset, fails the waiting query and no other", async () => {
    const sql = await loseBy((near) => near.resetAndDestroy());
    await expect(readArray(sql)).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(await readArray(sql)).toEqual(ANSWER);
  });
});

test("a pool that refuses fails what runs, what waits and what comes, and answers again when it admits", async () => {
  // Postgres does not notice that nobody waits any more, and files that come later look for what still runs.
  open.push(async () => {
    const sql = postgres(url, { max: 1 });
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query = 'select pg_sleep(600)'`;
    await sql.end();
  });
  const admin = connect();
  const sql = connect();
  const running = sql`select pg_sleep(600)`;
  const inTransaction = connect();
  let wasOpened = () => {};
  const opened = new Promise<void>((resolve) => {
    wasOpened = resolve;
  });
  const transaction = inTransaction.begin(async (tx) => {
    await tx`select 1`;
    wasOpened();
    await tx`select pg_sleep(600)`;
  });
  const outcomes = Promise.allSettled([running, sql`select 2`, transaction]);
  await opened;
  await eventually(async () =>
    expect(
      await admin`select from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'`,
    ).toHaveLength(2),
  );
  for (const pool of [sql, inTransaction]) pool.refuse(() => new Error("not now"));
  for (const outcome of await outcomes)
    expect(String(outcome.status === "rejected" && outcome.reason)).toMatch(/not now|CONNECTION_CLOSED/);
  await expect(sql`select 3`).rejects.toThrow("not now");
  for (const pool of [sql, inTransaction]) {
    pool.admit();
    expect(await pool`select 4 as four`).toEqual([{ four: 4 }]);
  }
});

test("a query waits for the first connection that is free, not behind a long one", async () => {
  const sql = postgres(url, { max: 2, onnotice: () => {} });
  open.push(() => sql.end({ timeout: 0 }));
  const long = await connect().begin(async (holder) => {
    await holder`select pg_advisory_xact_lock(1)`;
    await Promise.all([sql`select 1`, sql`select 2`]);
    const waiting = sql`select pg_advisory_lock(1)`.execute();
    const quick = await Promise.all(
      Array.from({ length: 20 }, (_, number) => sql`select ${number}::int as number`),
    );
    expect(quick.flat()).toEqual(quick.map((_, number) => ({ number })));
    return { waiting };
  });
  expect(await long.waiting).toHaveLength(1);
});

test("a pool that is ended answers first what waits for a connection, then keeps none", async () => {
  const sql = connect();
  await sql`select 1`;
  const order: string[] = [];
  const waiting = [
    sql`select pg_sleep(0.05)`,
    sql`select 1 as one`,
    sql.begin((tx) => tx`select 2 as two`),
  ].map((each) => each.then((rows) => order.push(`${rows.length} row`)));
  await sql.end();
  order.push("ended");
  await Promise.all(waiting);
  expect(order).toEqual(["1 row", "1 row", "1 row", "ended"]);
});

test("so is one that is ended twice, or whose last waiting query is cancelled", async () => {
  const sql = connect();
  await sql`select 1`;
  const rows = [sql`select pg_sleep(0.05)`, sql`select 1 as one`].map((each) =>
    each.then(({ length }) => length),
  );
  const cancelled = sql`select 2 as two`.execute();
  const ends = [sql.end(), sql.end()];
  cancelled.cancel();
  await expect(cancelled).rejects.toMatchObject({ code: "57014" });
  await Promise.all(ends);
  expect(await Promise.all(rows)).toEqual([1, 1]);
});

test("a transaction that fills up a connection's pipeline has that connection to itself", async () => {
  const sql = postgres(url, { max: 2, onnotice: () => {} });
  open.push(() => sql.end({ timeout: 0 }));
  const other = await sql.reserve();
  await sql`select 1`;
  // The driver sends at most a hundred behind the one that is answered.
  for (let behind = 96; behind < 104; behind++) {
    const before = Array.from({ length: behind }, (_, index) => sql`select ${index}::int as place`.execute());
    const begun = sql.begin((tx) => tx`select 1 as one`);
    expect(await begun).toMatchObject([{ one: 1 }]);
    expect(await Promise.all(before)).toHaveLength(behind);
  }
  other.release();
});

test("a pool that is ended while nobody reads on in its COPY closes its connection, so that the process can end", async () => {
  const connecting = vi.spyOn(Socket.prototype, "connect");
  const sql = connect();
  const rows = await sql`copy (select repeat('a', 1000) from generate_series(1, 30000)) to stdout`.readable();
  rows.on("error", () => {}).read();
  const [socket] = connecting.mock.contexts as Socket[];
  await eventually(() => expect(socket?.isPaused()).toBe(true));
  await sql.end({ timeout: 0 });
  await eventually(() => expect(socket?.closed).toBe(true));
  connecting.mockRestore();
});

describe("a transaction that begins early", () => {
  /** Requests of a connection, and another word than BEGIN while `spoil` is set. */
  async function relay() {
    const requests: string[] = [];
    const seen = { requests, spoil: false };
    const way = await openRelayTo(url, (request) => {
      requests.push(request.toString("latin1"));
      if (seen.spoil) request.write("begon", Math.max(0, request.indexOf("begin ")));
      return false;
    });
    open.push(() => way.close());
    return { sql: connect(way.url), seen };
  }
  const READ = ["select $1::int as one", [1], { prepare: true }] as [string, number[], { prepare: true }];

  test("sends its first statements with BEGIN, the last one with COMMIT, and many in one packet", async () => {
    const { sql, seen } = await relay();
    await sql`create temp table written (text text)`;
    for (let round = 0; round < 2; round++) {
      seen.requests.length = 0;
      const { last } = await sql.begin("early", async (tx) => {
        await Promise.all([tx.unsafe(...READ), tx.unsafe(...READ)]);
        await Promise.all(
          Array.from({ length: 9 }, () => tx`insert into written values (${"a".repeat(1000)})`),
        );
        const last = tx.unsafe(...READ);
        last.execute();
        return { last };
      });
      expect(await last).toEqual([{ one: 1 }]);
    }
    // Statements are prepared now, COMMIT as well.
    const contents = seen.requests.map((request) => /begin|aaa/.exec(request)?.[0] ?? "the rest");
    expect(contents).toEqual(["begin", "aaa", "the rest"]);
    expect(await sql`select count(*)::int as rows from written`).toEqual([{ rows: 18 }]);
  });

  test("is rolled back, and nothing else, when it throws, also behind statements of others and before others", async () => {
    const { sql } = await relay();
    await sql`create temp table written (number int)`;
    const insert = (on: postgres.ISql, number: number) =>
      on`insert into written values (${number})`.execute();
    for (const behind of [1, 50, 99, 100, 101]) {
      await sql`truncate written`;
      const before = Array.from({ length: behind }, () => insert(sql, 1));
      const begun = sql.begin("early", async (tx) => {
        await tx.unsafe(...READ);
        await insert(tx, 2);
        throw new Error("not so");
      });
      const after = Array.from({ length: 9 }, () => insert(sql, 3));
      await expect(begun).rejects.toThrow("not so");
      await Promise.all([...before, ...after]);
      expect(
        await sql`select number, count(*)::int as rows from written group by number order by number`,
      ).toEqual([
        { number: 1, rows: behind },
        { number: 3, rows: 9 },
      ]);
    }
  });

  test("sends nothing more if BEGIN is refused, and says so; the connection serves the next one", async () => {
    const { sql, seen } = await relay();
    await sql`create temp table written (number int)`;
    await sql.unsafe(...READ);
    for (const goesOn of [true, false]) {
      seen.spoil = true;
      const begun = sql.begin("early", async (tx) => {
        await tx.unsafe(...READ);
        if (goesOn) await tx`insert into written values (1)`;
        return "done";
      });
      await expect(begun).rejects.toThrow(/syntax error .*begon/);
      seen.spoil = false;
      expect(await sql.begin("early", (tx) => tx`select count(*)::int as rows from written`)).toEqual([
        { rows: 0 },
      ]);
    }
  });

  test("fails as a whole when what was sent with COMMIT fails", async () => {
    const { sql } = await relay();
    await sql`create temp table written (number int)`;
    const { last } = await sql.begin("early", async (tx) => {
      await tx.unsafe(...READ);
      await tx`insert into written values (1)`;
      const last = tx`select 1 / 0`;
      last.catch(() => {});
      return { last };
    });
    await expect(last).rejects.toThrow("division by zero");
    expect(await sql`select count(*)::int as rows from written`).toEqual([{ rows: 0 }]);
  });
});

test("a COPY that Postgres refuses at its end says why, and the next statement has its own answer", async () => {
  const sql = connect();
  await sql`create temp table copied (id int primary key)`;
  for (const reason of [/duplicate key/, /invalid input syntax/]) {
    const stream = await sql`copy copied from stdin`.writable();
    const failed = new Promise<Error>((resolve) => stream.on("error", resolve));
    stream.write(reason.source === "duplicate key" ? "1\n1\n" : "one\n");
    const ended = new Promise<Error | null | undefined>((resolve) => stream.end(resolve));
    expect((await failed).message).toMatch(reason);
    expect((await ended)?.message).toMatch(reason);
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  }
});
