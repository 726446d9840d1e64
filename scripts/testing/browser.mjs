import { accessSync, constants } from "node:fs";
import path from "node:path";

/** A Chromium without windows, in which the tests run faster. */
export const HEADLESS_SHELL = "chromium-headless-shell";
const NAMES = [HEADLESS_SHELL, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/**
 * The system's Chromium: CHROMIUM_PATH, else from the PATH. @returns {string | undefined} undefined: use Playwright's
 * own
 */
export function findBrowser() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
