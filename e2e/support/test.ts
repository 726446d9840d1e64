import { test as base, expect } from "@playwright/test";
import { createTestShop, type TestShop } from "../../test/support/data/factories";

type Fixtures = {
  watched: undefined;
  /** Error statuses that the test expects: the browser reports each as an error. */
  expectedStatuses: number[];
  /** A shop of this test's own, with an owner whose password is PASSWORD. */
  shop: TestShop;
};

/** Every page is watched: console errors and requests to other hosts fail the test. */
export const test = base.extend<Fixtures>({
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
