import { randomBytes } from "node:crypto";
import { mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { migrate } from "~db/migrate";
import { ensureBuilt } from "../../scripts/building/prepare.mjs";
import { seedDemoShop } from "../../scripts/demo/demo";
import { startWebProcess } from "../../scripts/processes/web-process";
import { startWorkerProcess } from "../../scripts/processes/worker-process";
import { APP_SECRET } from "../../test/support/calls/app-secret";
import { PATIENT } from "../../test/support/processes/patient";
import { preloading } from "../../test/support/processes/preloading";
import { createDatabase, openTestServer } from "../../test/support/processes/server";
import { createLogFolder, listWarnings, requireImpersonalLogs } from "../../test/support/setup/log-folder";
import { readShopTables } from "../../test/support/statements/shop-tables";
import {
  createStatementFolder,
  requireSoundStatements,
} from "../../test/support/statements/statement-folder";

/**
 * The built app behind the real preload, on a free port, with a worker and a database of its own with the demo shop.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await ensureBuilt();
  const server = await openTestServer();
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), "perennial-e2e-"));
  const cleanUp = async () => {
    await server.stop();
    rmSync(DATA_DIR, { recursive: true, force: true });
  };
  try {
    const url = await createDatabase(server.url, `${server.prefix}_e2e`);
    await migrate(url);
    // Shared by the app, its worker and the tests: the tests create links and sign requests themselves.
    const secrets = {
      DATA_DIR,
      APP_SECRET,
      PORTAL_TOKEN_KEYS: randomBytes(32).toString("base64url"),
      // One test receives webhooks on this machine.
      WEBHOOKS_ALLOW_LOOPBACK: "true",
    };
    // Also for the tests' own shops, which they create by the app's own services.
    Object.assign(process.env, secrets, { DATABASE_URL: url });
    // No billing: a billing run during the tests would change what they count.
    const demo = await seedDemoShop(url, {
      password: randomBytes(12).toString("hex"),
      now: new Date(),
      gateway: "none",
    });
    Object.assign(process.env, { E2E_DEMO_SHOP: demo.shopDomain, E2E_DEMO_EMAIL: demo.email });
    const logFolder = createLogFolder();
    const folder = createStatementFolder();
    // Only for these two processes: statements that the tests themselves send could not be told apart here.
    const NODE_OPTIONS = preloading("test/support/programs/record-statements.mjs", { folder });
    const tables = await readShopTables(url);
    const openLog = (name: string) => openSync(path.join(logFolder, name), "a");
    const web = await startWebProcess({
      log: openLog("web.log"),
      environment: {
        ...secrets,
        ...PATIENT,
        NODE_OPTIONS,
        DATABASE_URL: url,
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        PORT: "0",
        LOG_LEVEL: "info",
      },
    });
    const worker = startWorkerProcess(
      { ...secrets, NODE_OPTIONS, DATABASE_URL: url, NODE_ENV: "production", LOG_LEVEL: "info" },
      openLog("worker.log"),
    );
    process.env.E2E_ORIGIN = web.origin;
    return async () => {
      await Promise.all([web.stop(), worker.stop()]);
      await cleanUp();
      for (const line of listWarnings(logFolder)) console.log(line);
      try {
        await requireSoundStatements(folder, tables, { isWhole: false });
      } finally {
        requireImpersonalLogs(logFolder);
      }
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}
