import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { parseApiKey } from "~/access/api-key";
import { findLiveApiKey } from "~/access/api-keys.repo.server";
import { findShopSettings } from "~/access/shops.repo.server";
import { createShopSchema, shopSettingsSchema } from "~/access/shops.schema.server";
import { listActivity } from "~/features/activity/activity.repo.server";
import { createShop, updateShopSettings } from "~/features/shops/shops.service.server";
import { verifyPassword } from "~/features/staff/password";
import { findStaffAccount } from "~/features/staff/staff.repo.server";
import { db } from "~db/client.server";
import { domains, shops, staffAccounts, staffRoles } from "~db/schema/shops";
import { createTestShop, NOW, PASSWORD, testAudit } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

beforeEach(resetDatabase);

const RULES = { storeDomainSuffix: ".mystore.example", ownHost: null, takesLoopback: true };
const schema = createShopSchema(RULES);
const input = (overrides: Record<string, unknown> = {}) =>
  schema.parse({
    storeDomain: "beans.mystore.example",
    name: "Beans & Leaves",
    publicDomain: "shop.beans.example",
    timeZone: "Europe/Berlin",
    currencyCode: "eur",
    owner: { email: "Ada@Example.com", name: "Ada", password: PASSWORD },
    ...overrides,
  });

describe("making a shop", () => {
  test("writes the shop, both domains, the owner, a write key that works and what was done", async () => {
    const { shop, apiKey, staff } = await createShop(input(), testAudit());
    expect(shop).toMatchObject({ storeDomain: "beans.mystore.example", currencyCode: "EUR" });
    const hosts = await db.select().from(domains).where(eq(domains.shopId, shop.id));
    expect(hosts.map((row) => row.host).sort()).toEqual(["beans.mystore.example", "shop.beans.example"]);
    const parsed = parseApiKey(apiKey);
    expect(parsed?.shopId).toBe(shop.id);
    expect(await findLiveApiKey(shop.id, parsed?.hash ?? "", NOW)).toMatchObject({ scope: "write" });
    const account = await findStaffAccount("ada@example.com");
    expect(account).toMatchObject({ id: staff.id, email: "ada@example.com", name: "Ada" });
    expect(account?.passwordHash).toMatch(/^\$argon2id\$/);
    expect(await verifyPassword(account?.passwordHash ?? null, PASSWORD)).toBe(true);
    expect(await db.select().from(staffRoles)).toEqual([
      { shopId: shop.id, staffId: staff.id, role: "owner" },
    ]);
    const actions = await listActivity(shop.id, null);
    expect(actions.map((row) => row.action)).toEqual(["api_key.created", "shop.created"]);
  });

  test("for an e-mail with an account takes that account, its password unchanged", async () => {
    const first = await createShop(input(), testAudit());
    const second = await createShop(
      input({
        storeDomain: "leaves.mystore.example",
        publicDomain: "",
        owner: { email: "ada@example.com", password: "another password" },
      }),
      testAudit(),
    );
    expect(second.staff).toMatchObject({ id: first.staff.id, name: "Ada", isNew: false });
    expect(await db.select().from(staffAccounts)).toHaveLength(1);
    const account = await findStaffAccount("ada@example.com");
    expect(await verifyPassword(account?.passwordHash ?? null, PASSWORD)).toBe(true);
  });

  test("with domains of another shop is refused, names both fields and leaves nothing", async () => {
    await createShop(input(), testAudit());
    await expect(
      createShop(input({ owner: { email: "new@example.com", password: PASSWORD } }), testAudit()),
    ).rejects.toMatchObject({
      code: "already_exists",
      extra: { errors: [{ pointer: "/storeDomain" }, { pointer: "/publicDomain" }] },
    });
    expect(await db.select().from(shops)).toHaveLength(1);
    expect(await findStaffAccount("new@example.com")).toBeNull();
  });

  test("twice at the same time makes one shop", async () => {
    const results = await Promise.allSettled([
      createShop(input(), testAudit()),
      createShop(input(), testAudit()),
    ]);
    expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
    const failure = results.find((result) => result.status === "rejected");
    expect(failure?.reason).toMatchObject({ code: "already_exists" });
    expect(await db.select().from(shops)).toHaveLength(1);
  });

  test("on loopback may share its public domain with other shops", async () => {
    await createShop(input({ publicDomain: "localhost:3000" }), testAudit());
    await createShop(
      input({ storeDomain: "b.mystore.example", publicDomain: "localhost:3000" }),
      testAudit(),
    );
    expect(await db.select().from(domains)).toHaveLength(2);
  });

  test("with everything wrong names every field", () => {
    const result = schema.safeParse({
      storeDomain: "-beans.elsewhere.example",
      name: " ",
      publicDomain: "https://beans.example/",
      timeZone: "Berlin",
      currencyCode: "EURO",
      owner: { email: "ada", password: "short" },
    });
    expect(result.error?.issues.map((issue) => issue.path.join("."))).toEqual([
      "storeDomain",
      "name",
      "publicDomain",
      "timeZone",
      "currencyCode",
      "owner.email",
      "owner.password",
    ]);
  });
});

describe("time zone", () => {
  test.each(["UTC", "Europe/Berlin", "Asia/Calcutta", "US/Pacific"])("%s is taken", (timeZone) => {
    expect(schema.shape.timeZone.safeParse(timeZone).data).toBe(timeZone);
  });

  test.each(["PST", "JST", "IST", "+01:00", "Berlin"])(
    "%s is none that dates can be computed in",
    (timeZone) => {
      expect(schema.shape.timeZone.safeParse(timeZone).success).toBe(false);
    },
  );
});

describe("store domain", () => {
  test.each(["a.mystore.example", "0-9.mystore.example", "BEANS.mystore.example"])(
    "%s is taken",
    (domain) => {
      expect(schema.shape.storeDomain.safeParse(domain).data).toBe(domain.toLowerCase());
    },
  );
  test.each([
    ".mystore.example",
    "-a.mystore.example",
    "a.b.mystore.example",
    "a_b.mystore.example",
    "mystore.example",
  ])("%s is refused", (domain) => expect(schema.shape.storeDomain.safeParse(domain).success).toBe(false));
});

describe("settings", () => {
  const change = async (shopId: number, values: Record<string, unknown>) => {
    const settings = await findShopSettings(shopId);
    return shopSettingsSchema(RULES).parse({
      ...settings,
      version: settings?.updatedAt.toISOString(),
      ...values,
    });
  };

  test("are saved, recorded with before and after, and the domains follow", async () => {
    const { id } = await createTestShop({ label: "beans", publicDomain: "old.example", name: "Beans" });
    const wanted = await change(id, { name: "Leaves", publicDomain: "New.Example", portalPath: "/a/club/" });
    await updateShopSettings(id, wanted, testAudit());
    expect(await findShopSettings(id)).toMatchObject({
      name: "Leaves",
      publicDomain: "old.example",
      wantedDomain: "new.example",
      portalPath: "a/club",
    });
    const hosts = await db.select().from(domains).where(eq(domains.shopId, id));
    expect(hosts.map((row) => row.host).sort()).toEqual(["beans.mystore.example", "old.example"]);
    const [entry] = await listActivity(id, null);
    expect(entry).toMatchObject({
      action: "shop.settings_changed",
      before: { name: "Beans", wantedDomain: null, portalPath: "apps/memberships/cp" },
      after: { name: "Leaves", wantedDomain: "new.example", portalPath: "a/club" },
      requestId: "test-request",
    });
  });

  test("seen before somebody else saved are refused, also when both saves are in the same millisecond", async () => {
    const { id } = await createTestShop();
    const mine = await change(id, { name: "Mine" });
    await updateShopSettings(id, await change(id, { name: "Theirs" }), testAudit());
    await expect(updateShopSettings(id, mine, testAudit())).rejects.toMatchObject({ code: "stale_version" });
    expect(await findShopSettings(id)).toMatchObject({ name: "Theirs" });
  });

  test("with the public domain of another shop are refused with that field", async () => {
    await createTestShop({ publicDomain: "taken.example" });
    const { id } = await createTestShop();
    await expect(
      updateShopSettings(id, await change(id, { publicDomain: "taken.example" }), testAudit()),
    ).rejects.toMatchObject({ code: "already_exists", extra: { errors: [{ pointer: "/publicDomain" }] } });
  });

  test("that change nothing write nothing", async () => {
    const { id } = await createTestShop();
    const before = (await listActivity(id, null)).length;
    await updateShopSettings(id, await change(id, {}), testAudit());
    expect(await listActivity(id, null)).toHaveLength(before);
  });
});
