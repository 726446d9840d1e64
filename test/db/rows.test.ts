import { and, eq, type Placeholder } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "~db/client.server";
import { countRows, deleteRows, findRow, insertRow, updateRows } from "~db/rows.server";
import { bulkAutomations } from "~db/schema/bulk-automations";
import { gatewayWebhooks } from "~db/schema/stripe";
import { rowUpdate } from "~db/statement.server";
import { createTestShop } from "../support/data/factories";

const webhook = (shopId: number, eventId: string, handledAt: Date | null = null) =>
  ({ shopId, gateway: "stripe", eventId, body: "new", receivedAt: new Date(0), handledAt }) as const;

test("a row is named by values, by null, and by one of several; those of other shops stay", async () => {
  for (const shopId of [1, 2])
    for (const row of [webhook(shopId, "a"), webhook(shopId, "b", new Date(1)), webhook(shopId, "c")])
      await insertRow(db, gatewayWebhooks, row);
  const own = { shopId: 1 };
  expect(await countRows(db, gatewayWebhooks, { ...own, handledAt: null })).toBe(2);
  expect(await findRow(db, gatewayWebhooks, { ...own, eventId: "b", handledAt: null })).toBeNull();
  expect(await updateRows(db, gatewayWebhooks, { ...own, eventId: ["a", "b"] }, { body: "old" })).toBe(2);
  expect(await findRow(db, gatewayWebhooks, { ...own, eventId: "a" })).toMatchObject({ body: "old" });
  expect(await deleteRows(db, gatewayWebhooks, { ...own, eventId: ["a", "b"] })).toBe(2);
  expect(await countRows(db, gatewayWebhooks, own)).toBe(1);
  expect(await countRows(db, gatewayWebhooks, { shopId: 2, body: "new" })).toBe(3);
});

test("a row does not end before it began, by whichever clock it is ended", async () => {
  const shop = await createTestShop();
  const [made, ended] = [new Date("2026-03-02T12:00:00.100Z"), new Date("2026-03-02T12:00:00.000Z")];
  const id = { shopId: shop.id, id: 900 };
  await insertRow(db, bulkAutomations, {
    ...id,
    kind: "DELIVERY_PRICE",
    parameters: { deliveryPrice: "1" },
    selectionType: "ALL",
    status: "RUNNING",
    actorType: "staff",
    actorName: "Ada",
    createdAt: made,
  });
  await updateRows(db, bulkAutomations, id, { startedAt: ended, finishedAt: ended });
  expect(await findRow(db, bulkAutomations, id)).toMatchObject({ startedAt: made, finishedAt: made });
  await updateRows(db, bulkAutomations, id, { finishedAt: new Date("2026-03-02T12:00:01Z") });
  expect((await findRow(db, bulkAutomations, id))?.finishedAt?.toISOString()).toBe(
    "2026-03-02T12:00:01.000Z",
  );
  await updateRows(db, bulkAutomations, id, { finishedAt: null });
  expect(await findRow(db, bulkAutomations, id)).toMatchObject({ startedAt: made, finishedAt: null });
  const update = rowUpdate(bulkAutomations, (value: (name: "shopId" | "id") => Placeholder) =>
    and(eq(bulkAutomations.shopId, value("shopId")), eq(bulkAutomations.id, value("id"))),
  );
  for (const [finishedAt, expected] of [
    [ended, made],
    [null, null],
  ]) {
    await update(db, id, { finishedAt });
    expect(await findRow(db, bulkAutomations, id)).toMatchObject({ finishedAt: expected });
  }
});

test("a value that is not there is refused: the condition would name other rows", async () => {
  const lost: { eventId?: string } = {};
  const deletion = deleteRows(db, gatewayWebhooks, { shopId: 1, eventId: lost.eventId });
  await expect(deletion).rejects.toThrow("gateway_notices has no eventId");
});
