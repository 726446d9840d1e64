import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { parse } from "csv-parse/sync";

export const LIST = "/admin/contracts";
/** SQL on `c`, for the helpers of the demo shop. */
export const PREPAID = "c.plan_type = 'PREPAID'";

export const rows = (page: Page) => page.locator(".pn-table-cards tbody tr");
export const place = (page: Page) => page.getByRole("navigation", { name: "Pages" }).locator(".pn-place");
export const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Search contracts" });
export const openFilters = (page: Page) => page.locator("summary", { hasText: "Filters" }).click();
export const apply = (page: Page) => page.getByRole("button", { name: "Apply" }).click();

/** The contracts in a CSV file that is downloaded when something is pressed. */
export async function readDownload(
  page: Page,
  press: () => Promise<void>,
): Promise<Record<string, string>[]> {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  expect(download.suggestedFilename()).toMatch(/^contracts-\d{4}-\d\d-\d\d\.csv$/);
  return parse(readFileSync(await download.path()), { columns: true, bom: true });
}
