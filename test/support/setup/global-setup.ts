import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { migrate } from "~db/migrate";
import { createDatabase, openTestServer } from "../processes/server";
import { createLogFolder, requireImpersonalLogs } from "./log-folder";

declare module "vitest" {
  interface ProvidedContext {
    /** Server and name of the migrated template; names of this run's databases start with `prefix`. */
    testDatabase: { serverUrl: string; prefix: string; template: string };
    /** Seals portal tokens: one per run, for the test process and the servers it starts. */
    portalTokenKey: string;
    /** Folder of this run's logs. */
    logFolder: string;
  }
}

/** One Postgres per run, with one migrated template that each worker clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openTestServer();
  const template = `${server.prefix}_template`;
  try {
    await migrate(await createDatabase(server.url, template));
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide("testDatabase", { serverUrl: server.url, prefix: server.prefix, template });
  project.provide("portalTokenKey", randomBytes(32).toString("base64url"));
  const logFolder = createLogFolder();
  project.provide("logFolder", logFolder);
  return async () => {
    await server.stop();
    requireImpersonalLogs(logFolder);
  };
}
