/**
 * Demonstrates each fault of postgres 3.4.9 that the reports beside this file are about, each in a process of its own.
 * Needs a PostgreSQL (`DATABASE_URL`) whose user may end its own backends, and the driver in `node_modules`: in this
 * repository the patched one. For the published one, copy this file beside a `node_modules` that has it.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, Socket } from "node:net";
import postgres from "postgres";

const url = process.env.DATABASE_URL;
const open = (to = url, options = {}) =>
  postgres(to, { max: 1, backoff: () => 0, onnotice: () => {}, ...options });
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const isThere = async (sql, pid) => (await sql`select from pg_stat_activity where pid = ${pid}`).length > 0;

/** Ends the backend of `sql` and waits until the server has let it go. */
async function cut(sql) {
  const [{ pid }] = await sql`select pg_backend_pid() as pid`;
  const admin = open();
  await admin`select pg_terminate_backend(${pid})`;
  while (await isThere(admin, pid)) await pause(5);
  await admin.end();
}

/** Each returns true if the driver does what it should, else false or what is wrong. */
const cases = {
  // 1. A transaction catches the failure of a statement and asks on.
  async "a transaction that asks on after its backend has gone is told"() {
    const sql = open();
    await sql
      .begin(async (tx) => {
        await tx`select pg_terminate_backend(pg_backend_pid()), pg_sleep(60)`.catch(() => {});
        for (const number of [1, 2, 3]) await tx`select ${number}::int`.catch(() => pause(20));
      })
      .catch(() => {});
    const [{ one }] = await sql`select 1 as one`;
    return one === 1;
  },
  // 2. A transaction's backend has gone, and its connection object has a new socket, on which somebody else works.
  async "a late statement of a dead transaction does not run in another session"() {
    const sql = open();
    const outcome = await new Promise((tell) => {
      sql
        .begin(async (tx) => {
          await cut(tx);
          // Of somebody else, on the next connection; the first may fail by case 3.
          await sql`select 1`.catch(() => {});
          await sql`create temporary table other_session (id int)`;
          await tx`insert into other_session values (1)`.then(
            () => tell("ran"),
            () => tell("refused"),
          );
        })
        .catch(() => {});
    });
    return outcome === "refused" || `it ${outcome}`;
  },
  // 3. The first query after a killed one.
  async "the next query does not get the last backend's error"() {
    const sql = open();
    await sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(60)`.catch(() => {});
    const [{ one }] = await sql`select 1 as one`;
    return one === 1;
  },
  // 4. The connection is lost while the driver itself asks for the array types.
  async "a connection lost during fetch_types costs one query at most"() {
    let hasLost = false;
    const { hostname, port } = new URL(url);
    const relay = createServer((near) => {
      const far = connect(port, hostname);
      far
        .on("error", () => near.destroy())
        .on("close", () => near.destroy())
        .pipe(near);
      near.on("error", () => far.destroy()).on("close", () => far.destroy());
      near.on("data", (sent) => {
        if (hasLost || !sent.includes("b.typarray")) return far.write(sent);
        hasLost = true;
        near.resetAndDestroy();
      });
    });
    await once(relay.listen(0, "127.0.0.1"), "listening");
    const way = new URL(url);
    way.host = `127.0.0.1:${relay.address().port}`;
    const sql = open(way.href);
    await sql`select 1`.catch(() => {});
    const [{ numbers }] = await sql`select array[1, 2] as numbers`;
    return numbers.length === 2;
  },
  // 5. end() after a query that failed with its connection.
  async "end() comes back"() {
    const sql = open();
    await sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(60)`.catch(() => {});
    await sql.end();
    return true;
  },
  // 6. BEGIN is the statement that fills the pipeline (max_pipeline is 100 by default).
  async "a BEGIN that fills the pipeline reserves its connection"() {
    const sql = open(url, { max: 2 });
    const other = await sql.reserve();
    await sql`select 1`;
    for (let behind = 96; behind < 104; behind++) {
      const before = Array.from({ length: behind }, (_, index) => sql`select ${index}::int`.execute());
      await sql.begin((tx) => tx`select 1`);
      await Promise.all(before);
    }
    other.release();
    return true;
  },
  // 7. A query fails when some of its rows have arrived.
  async "the rows of the next query begin at 0"() {
    const sql = open();
    await sql`select 10 / (3 - n) from generate_series(1, 3) n`.catch(() => {});
    const rows = await sql`select 1 as one`;
    return (rows.length === 1 && rows[0]?.one === 1) || `${rows.length} rows, the first is ${rows[0]}`;
  },
  // 8. The server refuses a COPY when all of it has been sent.
  async "a COPY that is refused at its end ends with the reason"() {
    const sql = open();
    await sql`create temporary table copied (id int primary key)`;
    const stream = await sql`copy copied from stdin`.writable();
    const failed = once(stream, "error").then(([error]) => error.code);
    stream.end("1\n1\n");
    const code = await failed;
    const [{ one }] = await sql`select 1 as one`;
    return (code === "23505" && one === 1) || `the reason is ${code}`;
  },
  // 9. Two small packets in a row, the second of which waits for the answer to the first (Nagle's algorithm). On a busy
  // machine the time alone would not tell.
  async "small packets are sent at once"() {
    let isAtOnce = false;
    const { setNoDelay } = Socket.prototype;
    Socket.prototype.setNoDelay = function (...given) {
      isAtOnce = given[0] !== false;
      return setNoDelay.apply(this, given);
    };
    const sql = open();
    await sql`create temporary table copied (id int)`;
    const began = performance.now();
    for (let count = 0; count < 10; count++) {
      const stream = await sql`copy copied from stdin`.writable();
      stream.end("1\n");
      await once(stream, "finish");
    }
    const each = (performance.now() - began) / 10;
    return isAtOnce || `a COPY of one row takes ${Math.round(each)} ms`;
  },
  // 10. A pool is ended while nobody reads on in its COPY.
  async "a pool that is ended in an unread COPY closes its connection"() {
    const sql = open();
    const [{ pid }] = await sql`select pg_backend_pid() as pid`;
    const rows =
      await sql`copy (select repeat('a', 1000) from generate_series(1, 100000)) to stdout`.readable();
    rows.on("error", () => {}).read();
    await pause(200);
    await sql.end({ timeout: 0 });
    const admin = open();
    while (await isThere(admin, pid)) await pause(20);
    return true;
  },
  // 11. All connections are busy when queries come; then one is free, the other still waits for a lock.
  async "a query does not wait behind a long one while a connection is free"() {
    const sql = open(url, { max: 2 });
    await open().begin(async (holder) => {
      await holder`select pg_advisory_xact_lock(1)`;
      await Promise.all([sql`select 1`, sql`select 2`]);
      sql`select pg_advisory_lock(1)`.execute();
      await Promise.all(Array.from({ length: 20 }, (_, number) => sql`select ${number}::int`));
    });
    return true;
  },
};

const [name] = process.argv.slice(2);
if (name) {
  const outcome = await cases[name]();
  console.log(outcome === true ? "right" : `WRONG${outcome ? `: ${outcome}` : ""}`);
  process.exit();
}
let isAllRight = true;
for (const name of Object.keys(cases)) {
  const child = fork(process.argv[1], [name], { silent: true });
  let said = "";
  child.stdout.on("data", (text) => {
    said += text;
  });
  child.stderr.on("data", (text) => {
    said += text;
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), 30_000);
  const [code, signal] = await once(child, "exit");
  clearTimeout(timer);
  const error = said.match(/^.*(Error|UNSAFE_TRANSACTION|terminating).*$/m)?.[0].trim() ?? "";
  const outcome = signal ? "HANGS (30 s)" : code ? `EXIT ${code}: ${error}`.replace(/: $/, "") : said.trim();
  isAllRight &&= outcome === "right";
  console.log(`${name}: ${outcome}`);
}
process.exitCode = isAllRight ? 0 : 1;
