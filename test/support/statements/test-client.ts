import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import * as app from "../../../db/client.server";
import { UNWATCHED } from "./pool-in-transaction.mjs";
import { BY_A_TEST } from "./recorder.mjs";

const marked = (strings: TemplateStringsArray): TemplateStringsArray =>
  Object.assign(
    strings.map((part, index) => (index === 0 ? BY_A_TEST + part : part)),
    { raw: strings.raw },
  );

/** The same connection, with this beginning added to its statements. */
const mark = <T extends postgres.Sql | postgres.TransactionSql>(sql: T): T =>
  new Proxy(sql, {
    apply: (target, self, [first, ...others]: unknown[]) =>
      Reflect.apply(target, self, [isTemplate(first) ? marked(first) : first, ...others]),
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (name === "unsafe")
        return (text: string, ...others: unknown[]) =>
          Reflect.apply(value, target, [BY_A_TEST + text, ...others]);
      if (name === "begin" || name === "savepoint")
        return (...given: unknown[]) =>
          Reflect.apply(
            value,
            target,
            given.map((one) => (isWork(one) ? (own: postgres.TransactionSql) => one(mark(own)) : one)),
          );
      return value;
    },
  });

const isTemplate = (value: unknown): value is TemplateStringsArray => Array.isArray(value) && "raw" in value;
const isWork = (value: unknown): value is (sql: postgres.TransactionSql) => unknown =>
  typeof value === "function";

// Replaces `~db/client.server` in tests (vitest.config.ts).
export * from "../../../db/client.server";
export const client = mark(Reflect.get(app.client, UNWATCHED) as postgres.Sql);
export const db: app.Database = drizzle(client);
