import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { migrate } from "~db/migrate";
import { PATIENT } from "../../test/support/processes/patient";
import { createDatabase, openTestServer } from "../../test/support/processes/server";
import { ensureBuilt } from "../building/prepare.mjs";
import { readCommandLine } from "../command-line/command-line.mjs";
import { endBySignal } from "../processes/end-by-signal";

/**
 * `npm run soak`: a shop under load for a long time, on a database of its own, with a web process and a worker as in
 * production. What must hold afterwards: docs/reliability.md, "Soak". Exits with 0 when it does, 1 when it does not, 2
 * for wrong input.
 */
const USAGE = `npm run soak -- [--minutes 30] [--share 0.7] [--contracts 20000] [--peak-seconds 20]
    Measures how many requests a second the service answers at most, then sends this share of them for so long:
    reads, edits, orders, bulk changes, webhooks.`;

const { toNumber, refuse } = readCommandLine(USAGE, {
  minutes: "string",
  share: "string",
  contracts: "string",
  "peak-seconds": "string",
});
const wanted = {
  minutes: toNumber("minutes", 30, { least: 0.1, isWhole: false }),
  share: toNumber("share", 0.7, { least: 0.01, most: 1, isWhole: false }),
  contracts: toNumber("contracts", 20_000, { least: 200 }),
  peakSeconds: toNumber("peak-seconds", 20),
};
refuse();

await ensureBuilt();
const server = await openTestServer();
const folder = await mkdtemp(path.join(tmpdir(), "perennial-soak-"));
endBySignal(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
try {
  const databaseUrl = await createDatabase(server.url, `${server.prefix}_soak`);
  await migrate(databaseUrl);
  // Only now: modules of the app read these when they are loaded.
  Object.assign(process.env, {
    ...PATIENT,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    LOG_LEVEL: "silent",
  });
  const { soak } = await import("./soak-run");
  const { client } = await import("~db/client.server");
  try {
    const isGood = await soak({ ...wanted, databaseUrl, folder });
    process.exitCode = isGood ? 0 : 1;
  } finally {
    await client.end({ timeout: 1 });
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
