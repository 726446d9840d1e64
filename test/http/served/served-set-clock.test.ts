import { afterAll, beforeEach, expect, test } from "vitest";
import { CONTRACT_LIST_PATH } from "~/features/contracts/list/contract-list.endpoints.server";
import { customerToken } from "../../support/calls/portal";
import {
  createTestShop,
  insertContract,
  insertCustomer,
  signIn,
  type TestShop,
} from "../../support/data/factories";
import { withSetClock } from "../../support/faults/set-clock";
import { serveApp, stopServedApps } from "../../support/processes/served-app";
import { resetDatabase } from "../../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
});
afterAll(stopServedApps);

test("a web process whose clock is set hours ahead and back: sessions, links, keys, limits and repeated calls are as before", async () => {
  const clock = withSetClock();
  const app = await serveApp({
    ...clock.environment,
    RATE_LIMIT_BURST: "40",
    RATE_LIMIT_PER_SECOND: "0.001",
  });
  const customerId = (await insertCustomer(shop.id)).id;
  const { subscriptionContractId } = await insertContract(shop.id, { customerId });
  const cookie = await signIn(shop.id, shop.staff.id);
  const token = await customerToken(shop, customerId);
  const list = () => fetch(app.origin + CONTRACT_LIST_PATH, { headers: { "X-API-Key": shop.readKey } });
  const readLeft = async () => Number((await list()).headers.get("RateLimit-Remaining"));
  const pause = async () => {
    const query = `contractId=${subscriptionContractId}&status=PAUSED`;
    const answer = await fetch(
      `${app.origin}/api/external/v2/subscription-contracts-update-status?${query}`,
      {
        method: "PUT",
        headers: { "X-API-Key": shop.writeKey, "Idempotency-Key": "pause-1" },
      },
    );
    return [answer.status, answer.headers.get("Idempotency-Replayed"), await answer.text()];
  };
  const readPages = async () => {
    const admin = await fetch(`${app.origin}/admin`, { headers: { Cookie: cookie }, redirect: "manual" });
    const portal = await fetch(
      `${app.origin}/apps/memberships/cp?shop=${shop.shop.storeDomain}&token=${token}`,
    );
    return [admin.status, portal.status];
  };
  const [, , first] = await pause();
  let left = await readLeft();
  for (const hours of [5, -5, 0]) {
    clock.set(hours);
    expect(await readPages()).toEqual([200, 200]);
    expect(await pause()).toEqual([200, "true", first]);
    expect(await readLeft()).toBe(left - 1);
    left -= 1;
  }
  await app.stop();
});
