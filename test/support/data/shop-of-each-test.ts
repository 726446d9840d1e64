import { beforeEach } from "vitest";
import { resetDatabase } from "../setup/database";
import { createTestShop, type TestShop } from "./factories";

/**
 * Before each test of the file, an empty database, and what `make` creates in it, such as a shop. The object stays the
 * same; its contents are those of the present test.
 */
export function madeForEachTest<Made extends object>(make: () => Promise<Made>): Made {
  const made = {} as Made;
  beforeEach(async () => {
    await resetDatabase();
    Object.assign(made, await make());
  });
  return made;
}

/** Before each test of the file an empty database with one shop. */
export const shopOfEachTest = (overrides: Parameters<typeof createTestShop>[0] = {}): TestShop =>
  madeForEachTest(() => createTestShop(overrides));
