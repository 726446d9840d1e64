import { beforeEach, expect, test } from "vitest";
import { parseApiKey } from "~/access/api-key";
import { findLiveApiKey, listApiKeys } from "~/access/api-keys.repo.server";
import { listActivity } from "~/features/activity/activity.repo.server";
import { createApiKeySchema } from "~/features/api-keys/api-keys.schema.server";
import { createKey, revokeKey } from "~/features/api-keys/api-keys.service.server";
import { createTestShop, NOW, testAudit } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

beforeEach(resetDatabase);

test("a new key is stored as a hash only, by whom it was made, and recorded without the key", async () => {
  const { id: shopId } = await createTestShop();
  const audit = { ...testAudit(), actor: { type: "staff" as const, name: "Ada" } };
  const { id, key, hint } = await createKey(shopId, { name: "Warehouse", scope: "read" }, audit);
  const row = (await listApiKeys(shopId)).find((entry) => entry.id === id);
  expect(row).toMatchObject({ name: "Warehouse", scope: "read", createdBy: "Ada", hint });
  expect(JSON.stringify(row)).not.toContain(key);
  const [entry] = await listActivity(shopId, null);
  expect(entry).toMatchObject({ action: "api_key.created", actorType: "staff", actorName: "Ada" });
  expect(JSON.stringify(entry)).not.toContain(key);
});

test("when several are made at once the shop still ends with ten", async () => {
  const { id: shopId } = await createTestShop();
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) =>
      createKey(shopId, { name: `Key ${index}`, scope: "read" }, testAudit()),
    ),
  );
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused).toHaveLength(4);
  for (const result of refused) expect(result.reason).toMatchObject({ code: "limit_reached" });
  expect(await listApiKeys(shopId)).toHaveLength(10);
});

test("a revoked key is dead and makes room for another", async () => {
  const { id: shopId, readKey } = await createTestShop();
  const keys = [];
  for (let index = 0; index < 8; index++)
    keys.push(await createKey(shopId, { name: `Key ${index}`, scope: "read" }, testAudit()));
  await revokeKey(shopId, keys[0]?.id ?? 0, testAudit());
  await createKey(shopId, { name: "After", scope: "write" }, testAudit());
  const hash = parseApiKey(keys[0]?.key ?? "")?.hash ?? "";
  expect(await findLiveApiKey(shopId, hash, NOW)).toBeNull();
  expect(await findLiveApiKey(shopId, parseApiKey(readKey)?.hash ?? "", NOW)).not.toBeNull();
});

test("a key of another shop, an unknown one and one revoked before are not found", async () => {
  const { id: shopId } = await createTestShop();
  const other = await createTestShop();
  const { id } = await createKey(other.id, { name: "Theirs", scope: "read" }, testAudit());
  await expect(revokeKey(shopId, id, testAudit())).rejects.toMatchObject({ code: "not_found" });
  await expect(revokeKey(shopId, 1_000_000, testAudit())).rejects.toMatchObject({ code: "not_found" });
  await revokeKey(other.id, id, testAudit());
  await expect(revokeKey(other.id, id, testAudit())).rejects.toMatchObject({ code: "not_found" });
});

test("a name of 1 to 100 characters and a known scope are required", () => {
  expect(createApiKeySchema.safeParse({ name: "x".repeat(100), scope: "read" }).success).toBe(true);
  const issues = createApiKeySchema.safeParse({ name: " ", scope: "admin" }).error?.issues;
  expect(issues?.map((issue) => issue.path[0])).toEqual(["name", "scope"]);
  expect(createApiKeySchema.safeParse({ name: "x".repeat(101), scope: "read" }).success).toBe(false);
});
