import { beforeEach, describe, expect, test } from "vitest";
import {
  cancelBulkAutomation,
  listBulkAutomationItems,
  listBulkAutomations,
  pauseBulkAutomation,
  readBulkAutomation,
  undoBulkAutomation,
} from "~/features/bulk-automations/api/bulk-automations.endpoints.server";
import type { ProblemBody } from "~/lib/problem";
import { ask, BULK_PATH } from "../support/calls/bulk-api";
import { askJson } from "../support/calls/json-endpoints";
import { createTestShop, insertContract, type TestShop } from "../support/data/factories";
import { insertManyContracts, run, startPriceTask } from "../support/data/many/bulk";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
});

describe("its siblings", () => {
  test("pause, continue, cancel and undo answer the task as it then is, or 409", async () => {
    await insertManyContracts(shop.id, 8);
    const id = await startPriceTask(shop.id, "5");
    expect((await ask(pauseBulkAutomation, id, shop.writeKey)).status).toBe(409);
    expect((await ask(undoBulkAutomation, id, shop.writeKey)).status).toBe(409);
    await run(shop.id, id);
    expect((await ask(cancelBulkAutomation, id, shop.writeKey)).status).toBe(409);
    const undo = await (await ask(undoBulkAutomation, id, shop.writeKey)).json();
    expect(undo).toMatchObject({
      status: "PLANNING",
      undoOf: id,
      deliveryPrice: null,
      allSubscriptions: false,
    });
    expect(await (await ask(cancelBulkAutomation, undo.id, shop.writeKey)).json()).toMatchObject({
      status: "CANCELLED",
    });
  });

  test("lists tasks newest first, and items by status, in pages with their number", async () => {
    await insertManyContracts(shop.id, 12);
    await insertContract(shop.id, { status: "CANCELLED" });
    await startPriceTask(shop.id, "7", undefined, { isDraft: true });
    const ids = [];
    for (const price of ["5", "6"]) {
      const id = await startPriceTask(shop.id, price);
      await run(shop.id, id);
      ids.unshift(id);
    }
    const list = await askJson(listBulkAutomations, `${BULK_PATH}?size=1`, { key: shop.readKey });
    expect(list.headers.get("X-Total-Count")).toBe("2");
    expect(list.headers.get("Link")).toContain(`<http://localhost${BULK_PATH}?size=1&page=1>; rel="next"`);
    expect((await list.json()).map((task: { id: number }) => task.id)).toEqual([ids[0]]);
    const items = await ask(
      listBulkAutomationItems,
      ids[1] ?? 0,
      shop.readKey,
      "/items?status=succeeded&size=5&page=2",
    );
    expect(items.headers.get("X-Total-Count")).toBe("12");
    expect(await items.json()).toMatchObject([
      { status: "SUCCEEDED", reason: null, before: "3.00", after: "5.00" },
      { status: "SUCCEEDED" },
    ]);
    const skipped = await ask(listBulkAutomationItems, ids[1] ?? 0, shop.writeKey, "/items?status=SKIPPED");
    expect(await skipped.json()).toMatchObject([{ reason: "CONTRACT_CANCELLED", after: null }]);
  });

  test("another shop's task, a draft and one that never was are equally unknown", async () => {
    const other = await createTestShop();
    const foreign = await startPriceTask(other.id, "1");
    const draft = await startPriceTask(shop.id, "1", undefined, { isDraft: true });
    for (const endpoint of [
      readBulkAutomation,
      listBulkAutomationItems,
      cancelBulkAutomation,
      undoBulkAutomation,
    ]) {
      const bodies = await Promise.all(
        [foreign, draft, 999_999].map(async (id) => {
          const response = await ask(endpoint, id, shop.writeKey);
          const { requestId: _, instance: __, ...rest } = (await response.json()) as ProblemBody;
          return rest;
        }),
      );
      expect(bodies[0]?.status).toBe(404);
      expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    }
    expect((await ask(readBulkAutomation, "1e3", shop.writeKey)).status).toBe(400);
  });
});
