import { onTestFinished } from "vitest";
import { slowTable } from "./slow-table";

/**
 * Makes every statement that writes to `table` take at least this long, so that a job is still running when a test gets
 * to it, however fast the machine is. @returns undoes it, as the end of the test does
 */
export async function slowDown(table: string, seconds: number): Promise<() => Promise<void>> {
  const quicken = await slowTable(table, seconds);
  onTestFinished(quicken);
  return quicken;
}
