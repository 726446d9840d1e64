import { expect, test } from "vitest";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { slowDown } from "../support/faults/slow-down";
import { chargeUnderKills } from "../support/processes/kill-billing-workers";

const ORDERS = 300;
const KILLS = 3;

const shop = shopOfEachTest({ gateway: "test" });

// The long version, with five thousand orders: `npm run torture`.
test("workers killed while they charge: every order is charged once, and the gateway's books and our orders agree", async () => {
  await slowDown("test_gateway_charges", 0.05);
  const databaseUrl = process.env.DATABASE_URL ?? "";
  expect(await chargeUnderKills(shop, { databaseUrl, orders: ORDERS, kills: KILLS, pauseMs: 50 })).toEqual({
    kills: KILLS,
    died: 0,
    statuses: { SUCCESS: ORDERS },
    orders: ORDERS,
    tries: ORDERS,
    disagreements: [],
  });
});
