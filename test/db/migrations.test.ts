import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listMigrations } from "~db/migration-files";

/** Up to this migration, the old release was stopped before the new one migrated. */
const LAST_BEFORE_THE_RULE = "0073_plan_units.sql";

/** What would break a web process of the previous release, which keeps running while the new one migrates and starts. */
const BREAKS_THE_OLD: [RegExp, string][] = [
  [/\bDROP\s+TABLE\b/i, "drops a table"],
  [/\bDROP\s+COLUMN\b/i, "drops a column"],
  [/\bRENAME\b/i, "renames"],
  [/\bALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE\b/i, "changes a column's type"],
  [/\bALTER\s+COLUMN\s+\S+\s+SET\s+NOT\s+NULL\b/i, "demands what the old one may leave out"],
  [/\bALTER\s+COLUMN\s+\S+\s+DROP\s+DEFAULT\b/i, "demands what the old one leaves out"],
  [
    /\bADD\s+COLUMN\b(?![^,;]*\b(?:DEFAULT|GENERATED)\b)[^,;]*\bNOT\s+NULL\b/i,
    "adds a column that the old one does not fill",
  ],
];

/** It may be dropped a release later: the migration names the release since which nothing uses it. */
const UNUSED_SINCE = /^-- Unused since (\S+\.sql)\b/m;

/** @returns what is wrong with a migration, given those before it */
function findBreaks(text: string, before: readonly string[]): string[] {
  const since = UNUSED_SINCE.exec(text)?.[1];
  if (since !== undefined && before.includes(since)) return [];
  const statements = text.replaceAll(/--.*$/gm, "");
  return BREAKS_THE_OLD.flatMap(([form, what]) => (form.test(statements) ? [what] : []));
}

const read = (name: string) => readFileSync(path.join("db/migrations", name), "utf8");

test("no migration takes from the release before what it reads or writes: both may run beside each other", async () => {
  const names = await listMigrations();
  expect(names).toContain(LAST_BEFORE_THE_RULE);
  const breaking = names
    .filter((name) => name > LAST_BEFORE_THE_RULE)
    .map((name) => ({ name, breaks: findBreaks(read(name), names.slice(0, names.indexOf(name))) }))
    .filter(({ breaks }) => breaks.length > 0);
  expect(breaking).toEqual([]);
});

test("the rule sees what breaks, and lets through what adds, or what drops a release later", () => {
  expect(findBreaks(read(LAST_BEFORE_THE_RULE), [])).toEqual([
    "drops a column",
    "adds a column that the old one does not fill",
  ]);
  for (const [statement, breaks] of [
    ['ALTER TABLE "a" RENAME COLUMN "b" TO "c";', 1],
    ['ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE text;', 1],
    ['ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;', 1],
    ['ALTER TABLE "a" ALTER COLUMN "b" DROP DEFAULT;', 1],
    ['DROP TABLE "a";', 1],
    ['ALTER TABLE "a" ADD COLUMN "b" text, ADD COLUMN "c" int NOT NULL;', 1],
    ['ALTER TABLE "a" ADD COLUMN "b" text[] DEFAULT \'{x,y}\' NOT NULL;', 0],
    [
      'ALTER TABLE "a" ADD COLUMN "b" text;--> statement-breakpoint\nCREATE TABLE "d" ("e" text NOT NULL);',
      0,
    ],
    ['-- Unused since 0073_plan_units.sql\nALTER TABLE "a" DROP COLUMN "b";', 0],
    ['-- Unused since 0999_not_there.sql\nALTER TABLE "a" DROP COLUMN "b";', 1],
  ] as const)
    expect(findBreaks(statement, [LAST_BEFORE_THE_RULE]), statement).toHaveLength(breaks);
});
