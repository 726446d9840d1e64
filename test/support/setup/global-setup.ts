import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { migrate } from "~db/migrate";
import { createDatabase, openTestServer } from "../processes/server";
import type { ShopTables } from "../statements/shop-check";
import { readShopTables } from "../statements/shop-tables";
import { createStatementFolder, requireSoundStatements } from "../statements/statement-folder";
import { createLogFolder, requireImpersonalLogs } from "./log-folder";

declare module "vitest" {
  interface ProvidedContext {
    /** Server and name of the migrated template; names of this run's databases start with `prefix`. */
    testDatabase: { serverUrl: string; prefix: string; template: string };
    /** Seals portal tokens: one per run, for the test process and the servers it starts. */
    portalTokenKey: string;
    /** Folder of this run's logs. */
    logFolder: string;
    /** Folder in which the statements of this run are collected. */
    statementFolder: string;
  }
}

/** One Postgres per run, with one migrated template that each worker clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openTestServer();
  const template = `${server.prefix}_template`;
  let tables: ShopTables;
  try {
    const url = await createDatabase(server.url, template);
    await migrate(url);
    tables = await readShopTables(url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide("testDatabase", { serverUrl: server.url, prefix: server.prefix, template });
  project.provide("portalTokenKey", randomBytes(32).toString("base64url"));
  const logFolder = createLogFolder();
  const statementFolder = createStatementFolder();
  project.provide("logFolder", logFolder);
  project.provide("statementFolder", statementFolder);
  return async () => {
    await server.stop();
    try {
      await requireSoundStatements(statementFolder, tables, { isWhole: await wasWhole(project) });
    } finally {
      requireImpersonalLogs(logFolder);
    }
  };
}

/** Whether all tests have run and passed; otherwise some statements are unknown. */
async function wasWhole({ vitest }: TestProject): Promise<boolean> {
  const { testNamePattern, project: projects } = vitest.config;
  if (testNamePattern || projects.length > 0) return false;
  const passed = vitest.state.getFiles().filter(({ result }) => result?.state === "pass");
  const paths = new Set(passed.map(({ filepath }) => filepath));
  return (await vitest.globTestSpecifications()).every(({ moduleId }) => paths.has(moduleId));
}
