import { beforeEach } from "vitest";
import { resetDatabase } from "../setup/database";
import { createTestShop, type TestShop } from "./factories";

/** Before each test of the file an empty database with one shop. The object stays; what it says is the present shop's. */
export function shopOfEachTest(overrides: Parameters<typeof createTestShop>[0] = {}): TestShop {
  const shop = {} as TestShop;
  beforeEach(async () => {
    await resetDatabase();
    Object.assign(shop, await createTestShop(overrides));
  });
  return shop;
}
