import { beforeEach, expect, test } from "vitest";
import { discardDraft, getTask } from "~/features/bulk-automations/tasks/automations.service.server";
import { db } from "~db/client.server";
import { bulkAutomations } from "~db/schema/bulk-automations";
import { createTestShop, insertContract, NOW } from "../support/data/factories";
import { run, startPriceTask } from "../support/data/many/bulk";
import { resetDatabase } from "../support/setup/database";

beforeEach(resetDatabase);

test("bulk changes are numbered shop by shop, and a number once given is not given again", async () => {
  const [shop, other] = [await createTestShop(), await createTestShop()];
  for (const id of [1, 2]) {
    expect(await startPriceTask(shop.id, "5")).toBe(id);
    await run(shop.id, id);
  }
  expect(await startPriceTask(other.id, "5")).toBe(1);
  expect(await startPriceTask(shop.id, "5", { type: "ALL" }, { isDraft: true })).toBe(3);
  await discardDraft(shop.id, 3);
  expect(await startPriceTask(shop.id, "5")).toBe(4);
  await run(other.id, 1);
  expect([(await getTask(shop.id, 4)).status, (await getTask(other.id, 1)).status]).toEqual([
    "PLANNING",
    "COMPLETED",
  ]);
});

test("a shop whose bulk changes had numbers common to all shops goes on from its greatest, and they keep answering", async () => {
  const shop = await createTestShop();
  await db.insert(bulkAutomations).values({
    ...{ shopId: shop.id, id: 471, kind: "DELIVERY_PRICE", parameters: { deliveryPrice: "1" } },
    ...{ status: "COMPLETED", selectionType: "ALL", actorType: "staff", actorName: "Ada", createdAt: NOW },
  });
  expect(await startPriceTask(shop.id, "5")).toBe(472);
  expect((await getTask(shop.id, 471)).status).toBe("COMPLETED");
});

test("many made at once each get a number of their own", async () => {
  const shop = await createTestShop();
  await insertContract(shop.id);
  const ids = await Promise.all(
    Array.from({ length: 8 }, () => startPriceTask(shop.id, "5", { type: "ALL" }, { isDraft: true })),
  );
  expect(ids.sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
