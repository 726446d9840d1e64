import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, inject, type MockInstance, vi } from "vitest";
import { APP_SECRET } from "./app-secret";
import { openTestDatabase } from "./database";

// Before any module of the app is imported: they read the environment once, at import.
process.env.DATABASE_URL = await openTestDatabase(inject("testDatabase"));
process.env.LOG_LEVEL ??= "silent";
process.env.APP_SECRET = APP_SECRET;
// Tests have no address of their own, and try more wrong credentials than anybody.
process.env.WRONG_CREDENTIALS_BURST = "1000000";
process.env.PORTAL_TOKEN_KEYS = randomBytes(32).toString("base64url");

let errors: MockInstance<typeof console.error>;

beforeEach(() => {
  errors = vi.spyOn(console, "error").mockImplementation(() => {});
});

// Nobody expected what the code reports as an error. A test that does expect it puts its own spy in place of this one
// and looks at what it got.
afterEach(() => {
  const calls = errors.mock.calls.map((call) => call.map(String).join(" "));
  vi.restoreAllMocks();
  if (calls.length > 0) throw new Error(`console.error was called:\n${calls.join("\n")}`);
});
