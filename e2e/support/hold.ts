import type { Page } from "@playwright/test";

/** A promise and the function that fulfils it. (`Promise.withResolvers` comes with Node 22.) */
export function hold(): { held: Promise<void>; release: () => void } {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}

/** Keeps the page as it came from the server. @returns a function that lets its scripts load */
export async function holdScripts(page: Page): Promise<() => void> {
  const { held, release } = hold();
  await page.route("**/build/**/*.js", async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
