import { defineConfig, devices } from "@playwright/test";
import { ANY_WIDTH } from "./e2e/support/tags";
import { findBrowser } from "./scripts/testing/browser.mjs";

const desktop = { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } };
const mobile = { ...devices["Desktop Chrome"], viewport: { width: 375, height: 812 }, hasTouch: true };

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/global-setup.ts",
  // Two files at a time: while a page of one waits for the server, another can render.
  workers: 2,
  forbidOnly: true,
  reporter: "list",
  outputDir: "test-results",
  // Far above what any test takes: Chromium, the app and Postgres share two cores, which may be busy elsewhere.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    // Set by the global set-up, before any worker reads this file.
    baseURL: process.env.E2E_ORIGIN,
    // No trace: recording one of every test takes a quarter of the run. `npx playwright test --trace on` records them.
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: findBrowser(),
      // Pages live for seconds: compiling their scripts to fast code takes longer than that code saves (decision 134).
      args: ["--js-flags=--no-turbofan --no-maglev"],
    },
    // What slides and fades only takes time; ./e2e/ui/dialogs.spec.ts keeps the motion.
    contextOptions: { reducedMotion: "reduce" },
  },
  projects: [
    { name: "desktop", use: desktop },
    { name: "mobile", use: mobile, grepInvert: new RegExp(ANY_WIDTH) },
  ],
});
