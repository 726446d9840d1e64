import type { TestProject } from "vitest/node";
import { migrate } from "~db/migrate";
import { createDatabase, openTestServer } from "../processes/server";

declare module "vitest" {
  interface ProvidedContext {
    /** Server and name of the migrated template; names of this run's databases start with `prefix`. */
    testDatabase: { serverUrl: string; prefix: string; template: string };
  }
}

/** One Postgres a run, and in it one migrated template that each worker clones. */
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
  return server.stop;
}
