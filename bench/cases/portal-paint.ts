import { chromium } from "playwright";
import { findBrowser } from "../../scripts/testing/browser.mjs";
import type { Measured } from "../measure/servers";
import { median } from "../measure/statistics";
import { toContractPage, type Visit } from "./portal-cases";

/** A phone on a slow mobile network: 1.6 Mbit/s, 150 ms there and back, a processor a quarter as fast as this one. */
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const CPU_SLOWDOWN = 4;
const VISITS = 5;

/** Milliseconds to the largest paint, share of the page that moved, requests other than images. */
export type Paint = { lcp: number; cls: number; requests: number };

/** The portal's contract page as customers first see it. @returns medians */
export async function measurePaint({ port }: Measured, visits: readonly Visit[]): Promise<Paint> {
  const browser = await chromium.launch({ executablePath: findBrowser() });
  const paints: Paint[] = [];
  try {
    for (const visit of visits.slice(0, VISITS)) {
      const context = await browser.newContext({
        viewport: { width: 375, height: 812 },
        deviceScaleFactor: 2,
      });
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send("Network.enable");
      await session.send("Network.emulateNetworkConditions", SLOW_NETWORK);
      await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
      let requests = 0;
      page.on("request", (request) => {
        if (request.resourceType() !== "image" && !request.url().startsWith("data:")) requests++;
      });
      await page.goto(`http://127.0.0.1:${port}${toContractPage(visit)}`, { waitUntil: "load" });
      const { lcp, cls } = await page.evaluate(readPaint);
      paints.push({ lcp, cls, requests });
      await context.close();
    }
  } finally {
    await browser.close();
  }
  const medianOf = (name: keyof Paint) => median(paints.map((paint) => paint[name]));
  return { lcp: medianOf("lcp"), cls: medianOf("cls"), requests: medianOf("requests") };
}

/** Runs in the browser: the largest contentful paint, and how much has moved. */
function readPaint(): Promise<{ lcp: number; cls: number }> {
  return new Promise((resolve) => {
    let cls = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ("value" in entry) cls += Number(entry.value);
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver((list) => {
      const lcp = list.getEntries().at(-1)?.startTime ?? Number.NaN;
      // By then the buffered layout shifts have been reported.
      requestAnimationFrame(() => resolve({ lcp, cls }));
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
}
