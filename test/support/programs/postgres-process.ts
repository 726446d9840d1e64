import { startEmbeddedPostgres } from "~db/embedded/embedded-postgres";

/** A process to be killed, for tests: starts the Postgres of a folder, prints its URL and stays. */
const [dataDir = ""] = process.argv.slice(2);
const server = await startEmbeddedPostgres({ dataDir, log() {} });
process.stdout.write(`${server.url}\n`);
setInterval(() => {}, 1000);
