import { beforeAll, expect, onTestFinished, test } from "vitest";
import { readyz } from "~/features/health/operations.endpoints.server";
import { client } from "~db/client.server";
import { askJson } from "../../support/calls/json-endpoints";
import { resetDatabase } from "../../support/setup/database";
import { countStatements } from "../../support/setup/statement-count";

beforeAll(resetDatabase);

const ask = () => askJson(readyz, "/readyz");

test("however many ask at once whether the process is ready, the database is asked once", async () => {
  for (const callers of [50, 1]) {
    const { result, texts } = await countStatements(() => Promise.all(Array.from({ length: callers }, ask)));
    expect(new Set(result.map(({ status }) => status))).toEqual(new Set([200]));
    // New connections of the pool ask for more.
    expect(texts.filter((text) => text.includes("schema_migrations"))).toHaveLength(1);
  }
});

test("that migrations are missing is said without their names: anybody may ask", async () => {
  const [newest] = await client`
    delete from schema_migrations where name = (select max(name) from schema_migrations) returning *`;
  onTestFinished(async () => void (await client`insert into schema_migrations ${client(newest ?? {})}`));
  const response = await ask();
  const text = await response.text();
  expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(text).toContain("Migrations have not run yet.");
  expect(text).not.toContain(String(newest?.name));
});
