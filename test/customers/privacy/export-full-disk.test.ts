import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  exportCustomerData,
  exportCustomerDataAsCsv,
} from "~/features/customers/privacy/privacy.endpoints.server";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { askJson } from "../../support/calls/json-endpoints";
import { insertCustomer } from "../../support/data/factories";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";
import { fillDisk } from "../../support/faults/full-disk";

const shop = shopOfEachTest();

test("a customer's export that the full audit log cannot record is 503 and gives nothing away; with room it is made", async () => {
  const { id } = await insertCustomer(shop.id, { firstName: "Ada" });
  const makeRoom = await fillDisk("activity");
  const ask = async (endpoint: typeof exportCustomerData | typeof exportCustomerDataAsCsv) => {
    const answer = await askJson(endpoint, "/x", { params: { customerId: String(id) }, key: shop.writeKey });
    return {
      status: answer.status,
      retryAfter: answer.headers.get("Retry-After"),
      text: await answer.text(),
    };
  };
  const countRecorded = () => db.$count(activity, eq(activity.shopId, shop.id));
  // More often than a shop may export at once: none of them keeps its slot.
  for (let call = 0; call < 3; call++)
    for (const endpoint of [exportCustomerData, exportCustomerDataAsCsv]) {
      const { status, retryAfter, text } = await ask(endpoint);
      expect([status, retryAfter, JSON.parse(text).code]).toEqual([503, "5", "unavailable"]);
      expect(text).not.toContain("Ada");
    }
  expect(await countRecorded()).toBe(0);
  await makeRoom();
  for (const endpoint of [exportCustomerData, exportCustomerDataAsCsv])
    expect(await ask(endpoint)).toMatchObject({ status: 200, text: expect.stringContaining("Ada") });
  expect(await countRecorded()).toBe(2);
});
