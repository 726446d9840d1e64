import type { Browser, Page, Request } from "@playwright/test";

/** The unfinished requests of each page for a document to replace its present one. */
const requested = new WeakMap<Page, Set<Request>>();

/** From now on, watches contexts of this browser for pages that are loading another document. */
export function watchDocuments(browser: Browser): void {
  browser.on("context", (context) => {
    const note = (request: Request) => {
      const page = toLeavingPage(request);
      if (page) requested.set(page, (requested.get(page) ?? new Set()).add(request));
    };
    const forget = (request: Request) => {
      const page = toLeavingPage(request);
      if (page) requested.get(page)?.delete(request);
    };
    context.on("request", note).on("requestfinished", forget).on("requestfailed", forget);
  });
}

/** The page whose document the request will replace, if any. */
function toLeavingPage(request: Request): Page | undefined {
  if (!request.isNavigationRequest()) return undefined;
  const frame = request.frame();
  return frame.parentFrame() ? undefined : frame.page();
}

/**
 * Presses a button or a link of a page without scripts, and waits until the document that it leads to has loaded. The
 * press itself ends earlier: without waiting, the test would read the page that is about to be left.
 */
export async function openNext(page: Page, press: () => Promise<void>): Promise<void> {
  await Promise.all([page.waitForEvent("load"), press()]);
}

/**
 * The result of checking a page, all of it within one document.
 *
 * @throws if the page was about to be left, or was left meanwhile: the test has not waited for the content it wants to
 *   check
 */
export async function inOneDocument<T>(page: Page, look: () => Promise<T>): Promise<T> {
  requireAtRest(page);
  const before = await identify(page);
  const [seen] = await Promise.allSettled([look()]);
  const after = await identify(page);
  requireAtRest(page);
  if (after !== before)
    throw new Error(`The page went from ${before} to ${after} while it was checked. ${ADVICE}`);
  if (seen.status === "rejected") throw seen.reason;
  return seen.value;
}

const ADVICE = "Wait first for what only the page shows that is to be checked (openNext in e2e/support).";

function requireAtRest(page: Page): void {
  const [next] = requested.get(page) ?? [];
  if (next)
    throw new Error(`${page.url()} is checked although it is being left for ${next.url()}. ${ADVICE}`);
}

/** One document and, for pages that change by scripts, one path. Not the query: dialogs and notes change it. */
const identify = (page: Page): Promise<string> =>
  page.evaluate(() => `${location.pathname} (loaded at ${performance.timeOrigin})`);

/** By how many pixels a page is wider than its window; 0 or less = it does not scroll sideways. */
export const measureOverflow = (page: Page): Promise<number> =>
  inOneDocument(page, () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth));
