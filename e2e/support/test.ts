import { test as base, expect } from "@playwright/test";
import { createTestShop, type TestShop } from "../../test/support/data/factories";
import { untilInteractive } from "./admin";
import { watchDocuments } from "./documents";

type Fixtures = {
  watched: undefined;
  /** Error statuses that the test expects: the browser reports each as an error. */
  expectedStatuses: number[];
  /** A shop of this test's own, with an owner whose password is PASSWORD. */
  shop: TestShop;
};

/** Every page is watched: console errors and requests to other hosts fail the test. */
export const test = base.extend<Fixtures, { documents: undefined }>({
  documents: [
    async ({ browser }, use) => {
      watchDocuments(browser);
      await use(undefined);
    },
    { scope: "worker", auto: true },
  ],
  /** Pages of the admin are interactive once opened, unless the test says until when to wait. */
  page: async ({ page, javaScriptEnabled }, use) => {
    const open = { goto: page.goto.bind(page), reload: page.reload.bind(page) };
    const isOfAdmin = () => /^\/admin(\/|$)/.test(new URL(page.url()).pathname);
    const settle = async () => {
      if (javaScriptEnabled && isOfAdmin()) await untilInteractive(page);
    };
    page.goto = async (url, options) => {
      const answer = await open.goto(url, options);
      if (!options?.waitUntil) await settle();
      return answer;
    };
    page.reload = async (options) => {
      const answer = await open.reload(options);
      if (!options?.waitUntil) await settle();
      return answer;
    };
    await use(page);
    // A test may end while a request that it answers itself is still on its way: that is no fault of it.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
  expectedStatuses: [[], { option: true }],
  shop: async ({ baseURL: _ }, use) =>
    use(await createTestShop({ name: "Morgengold Coffee", timeZone: "Europe/Berlin" })),
  watched: [
    async ({ page, baseURL, expectedStatuses }, use) => {
      const complaints: string[] = [];
      page.on("console", (message) => {
        const text = message.text();
        const isExpected = expectedStatuses.some((status) => text.includes(`a status of ${status} `));
        // Playwright's own scripts are blocked in a sandboxed frame; the pages in our frames have none.
        const isOfDriver = /^Blocked script execution in .* the document's frame is sandboxed/.test(text);
        if (message.type() === "error" && !isExpected && !isOfDriver) complaints.push(text);
      });
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(`${baseURL}/`) && !url.startsWith("data:"))
          complaints.push(`asked another host: ${url}`);
      });
      await use(undefined);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };
