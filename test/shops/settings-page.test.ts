import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { findShopSettings } from "~/access/shops.repo.server";
import { settingsAction, settingsLoader } from "~/features/shops/settings.endpoints.server";
import { db } from "~db/client.server";
import { shops } from "~db/schema/shops";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { createTestShop, insertStaff, signIn, type TestShop } from "../support/data/factories";
import { runCommand } from "../support/processes/run-command";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
let cookie: string;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ name: "Beans", timeZone: "Europe/Berlin", currencyCode: "EUR" });
  cookie = await signIn(shop.id, shop.staff.id);
});

const read = async () => {
  const settings = await findShopSettings(shop.id);
  if (!settings) throw new Error("the test's shop is gone");
  return settings;
};

async function toForm(changes: Record<string, string> = {}): Promise<Record<string, string>> {
  const { name, publicDomain, portalPath, timeZone, currencyCode, updatedAt } = await read();
  return {
    name,
    publicDomain: publicDomain ?? "",
    portalPath,
    timeZone,
    currencyCode,
    version: updatedAt.toISOString(),
    ...changes,
  };
}

const save = (form: Record<string, string>, as = cookie) =>
  ask(settingsAction, pageRequest("/admin/settings?intent=save", { cookie: as, form }));

describe("the settings page", () => {
  test("shows the settings, every time zone and currency to choose from, and the staff with their roles", async () => {
    const viewer = await insertStaff(shop.id, "viewer");
    const { data } = await ask(settingsLoader, pageRequest("/admin/settings", { cookie }));
    expect(data).toMatchObject({
      settings: { name: "Beans", timeZone: "Europe/Berlin", currencyCode: "EUR" },
      mayEdit: true,
      timeZones: expect.arrayContaining(["UTC", "Europe/Berlin", "America/New_York"]),
      currencyCodes: expect.arrayContaining(["EUR", "USD"]),
    });
    expect(data).toHaveProperty(
      "staff",
      expect.arrayContaining([
        expect.objectContaining({ id: shop.staff.id, role: "owner" }),
        expect.objectContaining({ id: viewer.id, role: "viewer" }),
      ]),
    );
    expect(JSON.stringify(data)).not.toContain("argon2");
  });

  test("names the address that links of mails begin with, a machine of one's own without a certificate", async () => {
    const { data } = await ask(settingsLoader, pageRequest("/admin/settings", { cookie }));
    expect(data).toMatchObject({ origin: `https://${shop.shop.storeDomain}` });
    await db.update(shops).set({ publicDomain: "127.0.0.1:3000" }).where(eq(shops.id, shop.id));
    const { data: own } = await ask(settingsLoader, pageRequest("/admin/settings", { cookie }));
    expect(own).toMatchObject({ origin: "http://127.0.0.1:3000" });
  });

  test("a form as it came, with one change, saves that and leads back to the page", async () => {
    const answer = await save(await toForm({ name: "Beans & Leaves", publicDomain: "Shop.Beans.example" }));
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toBe("/admin/settings?done=saved");
    expect(await read()).toMatchObject({
      name: "Beans & Leaves",
      publicDomain: null,
      wantedDomain: "shop.beans.example",
      portalPath: "apps/memberships/cp",
    });
  });

  test("names every field that is wrong, and saves none", async () => {
    const before = await read();
    const wrong = {
      name: " ",
      publicDomain: "https://x/y",
      portalPath: "../up",
      timeZone: "Mars/Base",
      currencyCode: "XX",
    };
    const answer = await save(await toForm(wrong));
    expect(answer.status).toBe(400);
    expect(namesOf(answer.problem).sort()).toEqual(
      Object.keys(wrong)
        .map((name) => `/${name}`)
        .sort(),
    );
    expect(await read()).toEqual(before);
  });

  test("a form based on an older version is a conflict, and the newer version stays", async () => {
    const mine = await toForm({ name: "Mine" });
    await save(await toForm({ name: "Theirs" }));
    const answer = await save(mine);
    expect(answer.status).toBe(409);
    expect(answer.problem?.code).toBe("stale_version");
    expect((await read()).name).toBe("Theirs");
  });

  test("the rate of API keys can be set below everybody's, and back; the operator gives more", async () => {
    expect((await save(await toForm({ ratePerSecond: "10", rateBurst: "1000" }))).status).toBe(303);
    expect(await read()).toMatchObject({ ratePerSecond: 10, rateBurst: 1000 });
    const wrong = await save(await toForm({ ratePerSecond: "1.5", rateBurst: "0" }));
    expect(namesOf(wrong.problem)).toEqual(["/ratePerSecond", "/rateBurst"]);
    const above = await save(await toForm({ ratePerSecond: "101", rateBurst: "1001" }));
    expect([above.status, namesOf(above.problem)]).toEqual([400, ["/ratePerSecond", "/rateBurst"]]);
    expect(await read()).toMatchObject({ ratePerSecond: 10, rateBurst: 1000 });
    const more = { ratePerSecond: 500, rateBurst: null };
    const { storeDomain } = shop.shop;
    const set = await runCommand("shop-rate", ["--domain", storeDomain.toUpperCase(), "--per-second", "500"]);
    expect([set.code, set.stderr]).toEqual([0, ""]);
    expect(set.stdout).toContain(`(${storeDomain}), each API key: a second 500, at once as everybody.`);
    expect((await save(await toForm({ ratePerSecond: "500", name: "Beans & Co" }))).status).toBe(303);
    expect(await read()).toMatchObject({ ...more, name: "Beans & Co" });
    expect((await save(await toForm({ ratePerSecond: " ", rateBurst: "" }))).status).toBe(303);
    expect(await read()).toMatchObject({ ratePerSecond: null, rateBurst: null });
  });

  test("the command for it names each wrong option, and then changes nothing", async () => {
    const wrong = await runCommand("shop-rate", ["--per-second", "0", "--burst", "many"]);
    expect(wrong.code).toBe(2);
    for (const option of ["--domain", "--per-second", "--burst"]) expect(wrong.stderr).toContain(option);
    const unknown = await runCommand("shop-rate", ["--domain", "no.mystore.example", "--burst", "5"]);
    expect([unknown.code, unknown.stdout]).toEqual([1, ""]);
    expect(await read()).toMatchObject({ ratePerSecond: null, rateBurst: null });
  });

  test("a domain that another shop has is refused beside its field", async () => {
    await createTestShop({ publicDomain: "taken.example" });
    const answer = await save(await toForm({ publicDomain: "taken.example" }));
    expect(answer.status).toBe(409);
    expect(namesOf(answer.problem)).toEqual(["/publicDomain"]);
  });
});
