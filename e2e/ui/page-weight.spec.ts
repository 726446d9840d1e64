import { insertContract } from "../../test/support/data/factories";
import { untilInteractive, useSession } from "../support/admin";
import { expect, test } from "../support/test";

const MAX_SCRIPT_BYTES = 300 * 1024;

for (const path of ["/admin", "/admin/contracts", "/admin/settings"]) {
  test(`${path} brings at most 300 KB of compressed script and does not jump`, async ({
    page,
    context,
    baseURL,
    shop,
  }) => {
    for (let i = 0; i < 5; i++) await insertContract(shop.id);
    await useSession(context, baseURL, shop);
    const sizes: Promise<number>[] = [];
    page.on("requestfinished", (request) => {
      if (request.resourceType() !== "script") return;
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.addInitScript(watchLayoutShift);
    await page.goto(path, { waitUntil: "networkidle" });
    await untilInteractive(page);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
    expect(await page.evaluate(() => window.layoutShift)).toBeLessThanOrEqual(0.1);
  });
}

declare global {
  interface Window {
    layoutShift: number;
  }
}

/** Runs in the page before everything else: adds up layout shifts (CLS). */
function watchLayoutShift(): void {
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ("value" in entry) window.layoutShift += Number(entry.value);
  }).observe({ type: "layout-shift", buffered: true });
}
