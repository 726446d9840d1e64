import type { Page } from "@playwright/test";
import axe from "axe-core";

/** What axe finds on the page as it stands, one sentence each. Runs under the page's own Content-Security-Policy. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  // `preload` would copy the page's styles into inline ones, which the policy refuses with a complaint on the console.
  const { violations } = await page.evaluate(() => axe.run(document, { preload: false }));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${id}: ${node.target.flat().join(" ")}, ${node.failureSummary?.replace(/\s+/g, " ")}`,
    ),
  );
}
