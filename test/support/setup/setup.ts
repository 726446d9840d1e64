import { inject } from "vitest";
import { APP_SECRET } from "../calls/app-secret";
import { preloading } from "../processes/preloading";
import { openTestDatabase } from "./database";
import { RECORDED_LEVEL } from "./log-folder";

// Before any module of the app is imported: they read the environment once, at import. A process runs many files, so
// every file has to find the same here.
process.env.DATABASE_URL = await openTestDatabase(inject("testDatabase"));
process.env.LOG_LEVEL ??= RECORDED_LEVEL;
process.env.APP_SECRET = APP_SECRET;
// All tests call from one address, with many wrong credentials.
process.env.WRONG_CREDENTIALS_BURST = "1000000";
// Receivers of tests are on this machine.
process.env.WEBHOOKS_ALLOW_LOOPBACK = "true";
process.env.PORTAL_TOKEN_KEYS = inject("portalTokenKey");
// What the programs that tests start send and log is recorded, too (record-statements.ts, run-logs.ts).
process.env.NODE_OPTIONS = preloading("test/support/programs/record-statements.mjs", {
  folder: inject("statementFolder"),
});
process.env.NODE_OPTIONS = preloading("test/support/programs/record-logs.mjs", {
  folder: inject("logFolder"),
  unseen: RECORDED_LEVEL,
});
