import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PATIENT } from "../../test/support/processes/patient";
import { createDatabase, openTestServer } from "../../test/support/processes/server";
import { ensureBuilt } from "../building/prepare.mjs";
import { readCommandLine } from "../command-line/command-line.mjs";
import { endBySignal } from "../processes/end-by-signal";
import { prepareRelease } from "./other-release";
import type { SoakShop } from "./soak-shop";

/**
 * `npm run upgrade:rehearse`: the release before and this one beside each other under load, on a database of their own,
 * as docs/operations.md describes an upgrade. Exits with 0 when nothing failed, 1 when something did, 2 for wrong input.
 */
const USAGE = `npm run upgrade:rehearse -- --from <commit> [--seconds 30] [--contracts 2000] [--per-second 20]
    Installs and builds the release of that commit, fills its database, and changes over to this release under load:
    worker first, then web. Each of the three phases (old, both, new) takes at least so many seconds. The old web
    process ends when its load has ended, as behind a balancer.`;

const { values, toNumber, refuse } = readCommandLine(
  USAGE,
  { from: "string", seconds: "string", contracts: "string", "per-second": "string" },
  { required: ["from"] },
);
const wanted = {
  seconds: toNumber("seconds", 30),
  perSecond: toNumber("per-second", 20),
  contracts: toNumber("contracts", 2000, { least: 200 }),
};
refuse();

await ensureBuilt();
const server = await openTestServer();
const folder = await mkdtemp(path.join(tmpdir(), "perennial-upgrade-"));
endBySignal(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
try {
  const databaseUrl = await createDatabase(server.url, `${server.prefix}_upgrade`);
  const old = await prepareRelease(values.from ?? "", path.join(folder, "release"));
  const environment = { ...PATIENT, DATABASE_URL: databaseUrl, DATA_DIR: folder, LOG_LEVEL: "silent" };
  await old.call("db/migrate.ts", "migrate", [databaseUrl], environment);
  const shop = (await old.call(
    "scripts/stress/soak-shop.ts",
    "makeSoakShop",
    [wanted.contracts],
    environment,
  )) as SoakShop;
  // Only now: modules of the app read these when they are loaded.
  Object.assign(process.env, environment);
  const { rehearseUpgrade } = await import("./upgrade-run");
  const { client } = await import("~db/client.server");
  try {
    const isGood = await rehearseUpgrade({ ...wanted, databaseUrl, folder, release: old.folder, shop });
    process.exitCode = isGood ? 0 : 1;
  } finally {
    await client.end({ timeout: 1 });
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
