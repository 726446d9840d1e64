import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { loadModule } from "libpg-query";
import { afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { findShopByStoreDomain } from "~/access/shops.repo.server";
import { db } from "~db/client.server";
import { runCommand } from "../support/processes/run-command";
import { findShopFaults } from "../support/statements/shop-check";
import { requireSoundStatements } from "../support/statements/statement-folder";

const TABLES = new Map([
  ["contracts", true],
  ["lines", true],
  ["staff_roles", false],
]);
const exitCode = process.exitCode;

beforeAll(() => loadModule());
afterEach(() => {
  process.exitCode = exitCode;
});

const MISSING = "without shop_id = $n";
const GIVEN = "is given a row without shop_id as a parameter or a column";

test.each<[string, string, string[]]>([
  ["no shop_id", "select * from contracts where id = $1", [`contracts ${MISSING}`]],
  ["no condition", "select count(*) from contracts", [`contracts ${MISSING}`]],
  ["a literal", "select * from contracts where shop_id = 7", [`contracts ${MISSING}`]],
  ["another comparison", "select * from contracts where shop_id > $1", [`contracts ${MISSING}`]],
  ["a list of shops", "select * from contracts where shop_id = any($1)", [`contracts ${MISSING}`]],
  ["an or", "select * from contracts where shop_id = $1 or id = $2", [`contracts ${MISSING}`]],
  ["a negation", "select * from contracts where not (shop_id = $1)", [`contracts ${MISSING}`]],
  [
    "an inner join",
    "select 1 from contracts c join lines l on l.contract_id = c.id where c.shop_id = $1",
    [`lines l ${MISSING}`],
  ],
  [
    "a list of tables",
    "select 1 from contracts c, lines l where c.shop_id = $1 and l.contract_id = c.id",
    [`lines l ${MISSING}`],
  ],
  [
    "a condition on the wrong side of an outer join",
    "select 1 from contracts c left join lines l on c.shop_id = $1 and l.shop_id = $1",
    [`contracts c ${MISSING}`],
  ],
  [
    "a full join",
    "select 1 from contracts c full join lines l on l.shop_id = c.shop_id and c.shop_id = $1",
    [`contracts c ${MISSING}`, `lines l ${MISSING}`],
  ],
  [
    "a shop_id that may be of either table",
    "select 1 from contracts c, lines l where shop_id = $1",
    [`contracts c ${MISSING}`, `lines l ${MISSING}`],
  ],
  [
    "a query in a condition",
    "select 1 from contracts c where c.shop_id = $1 and exists (select from lines l where l.contract_id = c.id)",
    [`lines l ${MISSING}`],
  ],
  [
    "a query that takes the outer one's shop",
    "select 1 from contracts c where c.shop_id = $1 and exists (select from lines l where l.shop_id = c.shop_id)",
    [`lines l ${MISSING}`],
  ],
  [
    "a query among the columns",
    "select (select max(id) from lines) from contracts where shop_id = $1",
    [`lines ${MISSING}`],
  ],
  [
    "a lateral query",
    "select 1 from contracts c cross join lateral (select * from lines l where l.shop_id = c.shop_id limit 1) x where c.shop_id = $1",
    [`lines l ${MISSING}`],
  ],
  [
    "a with query",
    "with w as (select id from lines) select 1 from contracts where shop_id = $1 and id in (select id from w)",
    [`lines ${MISSING}`],
  ],
  [
    "a join with what a with query found",
    "with w as (select shop_id, id from lines where shop_id = $1) select 1 from contracts c join w on w.shop_id = c.shop_id",
    [`contracts c ${MISSING}`],
  ],
  [
    "half of a union",
    "select id from contracts where shop_id = $1 union all select id from contracts",
    [`contracts ${MISSING}`],
  ],
  ["an update", "update contracts set status = $1 where id = $2", [`contracts ${MISSING}`]],
  [
    "an update from another table",
    "update contracts c set status = $1 from lines l where c.shop_id = $2 and l.id = c.id",
    [`lines l ${MISSING}`],
  ],
  ["a delete", "delete from lines where contract_id = $1", [`lines ${MISSING}`]],
  [
    "a delete with a query in it",
    "delete from lines where shop_id = $1 and contract_id in (select id from contracts)",
    [`contracts ${MISSING}`],
  ],
  ["an insert without shop_id", "insert into lines (id) values ($1)", [`lines ${GIVEN}`]],
  ["an insert without columns", "insert into lines values ($1, $2)", [`lines ${GIVEN}`]],
  ["an insert of a literal", "insert into lines (shop_id, id) values ($1, $2), (7, $3)", [`lines ${GIVEN}`]],
  [
    "an insert of rows of all shops",
    "insert into lines (shop_id, id) select shop_id, id from contracts",
    [`contracts ${MISSING}`],
  ],
  ["a table copied out", "copy lines to stdout", ["lines is copied as a whole"]],
  ["rows copied in without shop_id", "copy lines (id) from stdin", ["lines is copied as a whole"]],
  ["a table emptied", "truncate contracts", ["contracts as a whole"]],
  ["the second of two statements", "select 1; delete from public.lines", [`lines ${MISSING}`]],
])("refused: %s", (_what, text, faults) => {
  expect(findShopFaults(text, TABLES)).toEqual(faults);
});

test.each([
  "select * from contracts where shop_id = $1::bigint and (id = $2 or id = $3)",
  "select * from contracts c where $1 = c.shop_id",
  'select * from "contracts" where ("contracts"."shop_id" = $1 and "contracts"."id" in ($2, $3))',
  "select * from contracts where (shop_id, id) = ($1, $2)",
  "select 1 from contracts c join lines l on l.shop_id = c.shop_id and l.contract_id = c.id where c.shop_id = $1",
  "select 1 from contracts c join lines l using (shop_id, contract_id) where c.shop_id = $1",
  "select 1 from contracts c left join lines l on l.shop_id = c.shop_id where c.shop_id = $1",
  "select 1 from contracts c where c.shop_id = $1 and exists (select from lines l where l.shop_id = $1 and l.contract_id = c.id)",
  "with contracts as (select * from lines where shop_id = $1) select * from contracts",
  "with recursive w as (select id from lines where shop_id = $1 union all select id + 1 from w) select * from w",
  "select s.set_number, each.* from unnest($1::text[]) with ordinality s (p, set_number) cross join lateral (select * from lines where shop_id = $2 and id = s.p) each",
  "select 1 from staff_roles r join contracts c on c.shop_id = r.shop_id where r.shop_id = $1",
  "select shop_id from staff_roles where staff_id = $1",
  "insert into lines (id, shop_id) values ($1, $2), (default, $3::bigint)",
  "insert into lines (shop_id, id) select w.shop_id, w.id from json_to_recordset($1::text::json) as w (shop_id bigint, id bigint)",
  "insert into lines (shop_id, id) select shop_id, id from contracts where shop_id = $1 on conflict do nothing",
  "update lines l set quantity = c.quantity from contracts c where l.shop_id = $1 and c.shop_id = l.shop_id",
  "copy lines (shop_id, id) from stdin",
  "select * from graphile_worker.contracts",
  "analyze lines",
  "begin",
])("accepted: %s", (text) => {
  expect(findShopFaults(text, TABLES)).toEqual([]);
});

/** A folder as a run leaves it. */
function record(...texts: string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), "perennial-statements-"));
  const lines = texts.map((text) => JSON.stringify({ text, sender: path.resolve("test/tea.test.ts") }));
  writeFileSync(path.join(folder, "1.jsonl"), lines.join("\n"));
  return folder;
}

test("a run with such a statement fails, naming the statement and the test file that caused it", async () => {
  const part = { isWhole: false };
  await requireSoundStatements(record("select from lines where shop_id = $1"), TABLES, part);
  expect(process.exitCode).toBe(exitCode);
  await expect(
    requireSoundStatements(
      record("select from lines where shop_id = $1", "delete  from\n lines"),
      TABLES,
      part,
    ),
  ).rejects.toThrow(`lines ${MISSING}\n  delete from lines\n  sent first in test/tea.test.ts`);
  expect(process.exitCode).toBe(1);
});

test("so does a run in which a transaction asks its pool for another connection, naming both places", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "perennial-statements-"));
  const toStack = (name: string) =>
    `Error: here\n    at ${name} (app/tea.ts:1:2)\n    at node:internal/timers:3`;
  const line = {
    inside: "select\n 1",
    stack: toStack("pour"),
    begun: toStack("boil"),
    sender: path.resolve("test/tea.test.ts"),
  };
  writeFileSync(path.join(folder, "1.jsonl"), `${JSON.stringify(line)}\n${JSON.stringify(line)}\n`);
  await expect(requireSoundStatements(folder, TABLES, { isWhole: false })).rejects.toThrow(
    [
      "1 times a transaction asks the pool for another connection (test/README.md):",
      "select 1\n    at pour (app/tea.ts:1:2)",
      "  inside the transaction begun\n    at boil (app/tea.ts:1:2)",
      "  sent first in test/tea.test.ts",
    ].join("\n"),
  );
  expect(process.exitCode).toBe(1);
});

test("a transaction that a test has begun itself, to hold a lock, is left alone; so is an announcement", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "perennial-statements-"));
  const begun = `Error: here\n    at inTransaction (${path.resolve("db/tea.ts")}:1:2)\n    at ${path.resolve("test/tea.test.ts")}:3:4`;
  const line = { inside: "select 1", stack: "", begun, sender: path.resolve("test/tea.test.ts") };
  const announced = {
    ...line,
    inside: "select pg_notify(?, ?)",
    begun: "Error: here\n    at app/tea.ts:1:2",
  };
  writeFileSync(path.join(folder, "1.jsonl"), `${JSON.stringify(line)}\n${JSON.stringify(announced)}\n`);
  await requireSoundStatements(folder, TABLES, { isWhole: false });
  expect(process.exitCode).toBe(exitCode);
});

test("a whole run says which exceptions except nothing any more; a part of it does not know", async () => {
  const said = vi.spyOn(console, "warn").mockReturnValue();
  const exceptions = { "delete from lines": "all go", "select from lines": "all are seen" };
  const run = (isWhole: boolean, ...texts: string[]) =>
    requireSoundStatements(record(...texts), TABLES, { isWhole, exceptions });
  await run(true, "delete from lines where id = $1", "select from lines");
  await run(false, "delete from lines where id = $1");
  expect(said).not.toHaveBeenCalled();
  await run(true, "delete from lines where id = $1", "select from lines where shop_id = $1");
  expect(said.mock.calls).toEqual([[expect.stringMatching(/ of this run:\nselect from lines$/)]]);
  expect(process.exitCode).toBe(exitCode);
  said.mockRestore();
});

test("statements of the app are recorded, those that a test sends itself are not", async () => {
  await db.execute(sql`select 'asked by statements.test.ts'`);
  await db.transaction((tx) => tx.execute(sql`select 'asked in a transaction of statements.test.ts'`));
  await findShopByStoreDomain("statements.example");
  const recorded = readFileSync(path.join(inject("statementFolder"), `${process.pid}.jsonl`), "utf8");
  expect(recorded).not.toContain("statements.test.ts'");
  expect(recorded).toContain("store_domain");
});

test("statements of programs that tests start are recorded", async () => {
  const folder = inject("statementFolder");
  const before = new Set(readdirSync(folder));
  await runCommand("staff", ["reset", "--email", "nobody@example.com"]);
  const added = readdirSync(folder).filter((name) => !before.has(name));
  const texts = added.map((name) => readFileSync(path.join(folder, name), "utf8"));
  expect(texts.join("\n")).toContain('"sender":"scripts/commands/staff.ts"');
});
