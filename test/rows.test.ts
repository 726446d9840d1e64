import { expect, test } from "vitest";
import { db } from "~db/client.server";
import { countRows, deleteRows, findRow, insertRow, updateRows } from "~db/rows.server";
import { apiKeys } from "~db/schema/shops";
import { createTestShop } from "./support/factories";

const keyOf = (shopId: number, hash: string, revokedAt: Date | null = null) =>
  ({
    shopId,
    hash,
    name: hash,
    scope: "read",
    hint: "pk",
    createdAt: new Date(0),
    createdBy: "Ann",
    revokedAt,
  }) as const;

test("a row is named by values, by null, and by one of several; others of the shop and of other shops stay", async () => {
  const [own, other] = [await createTestShop(), await createTestShop()];
  for (const { id } of [own, other])
    for (const key of [keyOf(id, "a"), keyOf(id, "b", new Date(1)), keyOf(id, "c")])
      await insertRow(db, apiKeys, key);
  const shopId = own.id;
  expect(await countRows(db, apiKeys, { shopId, revokedAt: null })).toBe(2);
  expect(await findRow(db, apiKeys, { shopId, hash: "b", revokedAt: null })).toBeNull();
  expect(await updateRows(db, apiKeys, { shopId, hash: ["a", "b"] }, { name: "new" })).toBe(2);
  expect(await findRow(db, apiKeys, { shopId, hash: "a" })).toMatchObject({ name: "new" });
  expect(await deleteRows(db, apiKeys, { shopId, hash: ["a", "b"] })).toBe(2);
  expect(await countRows(db, apiKeys, { shopId })).toBe(1);
  expect(await countRows(db, apiKeys, { shopId: other.id, name: ["a", "b", "c"] })).toBe(3);
});

test("a value that is not there is refused: the condition would name other rows", async () => {
  const lost: { hash?: string } = {};
  await expect(deleteRows(db, apiKeys, { shopId: 1, hash: lost.hash })).rejects.toThrow(
    "api_keys has no hash",
  );
});
