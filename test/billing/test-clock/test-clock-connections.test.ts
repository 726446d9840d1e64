import { expect, test, vi } from "vitest";
import { putTestClock } from "~/features/billing/test-clock/test-clock.endpoints.server";
import { billedMonthly, createTestGatewayShop, listOrdersOf } from "../../support/calls/billing";
import { askJson } from "../../support/calls/json-endpoints";
import { inDaysAtNine } from "../../support/data/days";
import { runJobs } from "../../support/processes/jobs";

vi.hoisted(() => {
  process.env.DATABASE_POOL_MAX = "1";
});

test("a test clock arrives, its orders made, where the pool has a single connection", async () => {
  const shop = await createTestGatewayShop();
  await billedMonthly(shop, { nextBillingDate: inDaysAtNine(2) });
  const query = `?now=${inDaysAtNine(40).toISOString()}`;
  const response = await askJson([putTestClock], `/x${query}`, { method: "PUT", key: shop.writeKey });
  expect(response.status).toBe(200);
  expect(await runJobs()).toEqual([]);
  expect(await listOrdersOf(shop.id)).toHaveLength(2);
});
