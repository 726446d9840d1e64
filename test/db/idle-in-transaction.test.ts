import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { client, connect, db } from "~db/client.server";
import { findDatabaseFault, isPassing } from "~db/errors";
import { contracts } from "~db/schema/contracts";
import { billedMonthly, DUE, firstOrderOf, runAt } from "../support/calls/billing";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest({ gateway: "test" });

const readSettings = async (on: typeof db) => {
  const [row] = await on.execute<Record<string, string>>(sql`
    select current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('tcp_keepalives_idle', true) as first`);
  return row;
};

/** The pool of a process that hangs: Postgres has no patience with it. */
function openHanging() {
  const pool = connect(process.env.DATABASE_URL ?? "", { max: 1 });
  pool.client.options.connection.idle_in_transaction_session_timeout = 200;
  onTestFinished(() => pool.client.end({ timeout: 0 }));
  return pool.db;
}

test("Postgres ends a session that rests in a transaction, and looks for a machine that is gone", async () => {
  expect(await readSettings(db)).toMatchObject({ idle: "1min" });
  expect(client.options.connection).toMatchObject({
    tcp_keepalives_idle: 5,
    tcp_keepalives_interval: 2,
    tcp_keepalives_count: 3,
  });
});

test("but not one that rests by design", async () => {
  const own = connect(process.env.DATABASE_URL ?? "", { max: 1, mayRest: true });
  onTestFinished(() => own.client.end({ timeout: 0 }));
  expect(await readSettings(own.db)).toMatchObject({ idle: "0" });
});

test("a process that hangs in a transaction loses its locks: another one charges the order, and it is told that it has lost the database", async () => {
  const contract = await billedMonthly(shop);
  const hanging = openHanging();
  let isLocked = () => {};
  const locked = new Promise<void>((resolve) => {
    isLocked = resolve;
  });
  let wake = () => {};
  const asleep = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const hung = hanging
    .transaction(async (tx) => {
      await tx.select().from(contracts).where(eq(contracts.id, contract.id)).for("update");
      isLocked();
      await asleep;
      await tx.execute(sql`select 1`);
    })
    .then(
      () => null,
      (error: unknown) => error,
    );
  await locked;
  await runAt(shop, DUE);
  expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS" });
  wake();
  expect(findDatabaseFault(await hung)).toBe("unreachable");
});

const failWith = (code: string) => Object.assign(new Error("Postgres says so"), { code });

test.each(["25P02", "25P03", "40001", "40P01", "53100", "55P03", "57014", "57P01", "ECONNRESET"])(
  "%s passes by itself",
  (code) => {
    expect(isPassing(failWith(code))).toBe(true);
  },
);

test.each(["22003", "23505", "42703"])("%s does not", (code) => {
  expect(isPassing(failWith(code))).toBe(false);
});
