import { expect, test } from "vitest";
import { db } from "~db/client.server";
import { countRows, deleteRows, findRow, insertRow, updateRows } from "~db/rows.server";
import { gatewayNotices } from "~db/schema/stripe";

const notice = (shopId: number, eventId: string, handledAt: Date | null = null) =>
  ({ shopId, gateway: "stripe", eventId, body: "new", receivedAt: new Date(0), handledAt }) as const;

test("a row is named by values, by null, and by one of several; those of other shops stay", async () => {
  for (const shopId of [1, 2])
    for (const row of [notice(shopId, "a"), notice(shopId, "b", new Date(1)), notice(shopId, "c")])
      await insertRow(db, gatewayNotices, row);
  const own = { shopId: 1 };
  expect(await countRows(db, gatewayNotices, { ...own, handledAt: null })).toBe(2);
  expect(await findRow(db, gatewayNotices, { ...own, eventId: "b", handledAt: null })).toBeNull();
  expect(await updateRows(db, gatewayNotices, { ...own, eventId: ["a", "b"] }, { body: "old" })).toBe(2);
  expect(await findRow(db, gatewayNotices, { ...own, eventId: "a" })).toMatchObject({ body: "old" });
  expect(await deleteRows(db, gatewayNotices, { ...own, eventId: ["a", "b"] })).toBe(2);
  expect(await countRows(db, gatewayNotices, own)).toBe(1);
  expect(await countRows(db, gatewayNotices, { shopId: 2, body: "new" })).toBe(3);
});

test("a value that is not there is refused: the condition would name other rows", async () => {
  const lost: { eventId?: string } = {};
  const deletion = deleteRows(db, gatewayNotices, { shopId: 1, eventId: lost.eventId });
  await expect(deletion).rejects.toThrow("gateway_notices has no eventId");
});
