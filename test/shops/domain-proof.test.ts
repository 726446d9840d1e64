import { beforeEach, describe, expect, test, vi } from "vitest";

// Before the app reads its environment.
vi.hoisted(() => {
  process.env.PUBLIC_URL = "https://app.perennial.example";
});

import { findShopSettings, updateShop } from "~/access/shops.repo.server";
import { listActivity } from "~/features/activity/activity.repo.server";
import type { ResolveTxt } from "~/features/shops/domain-proof";
import { verifyDomainRecords } from "~/features/shops/domain-proof.service.server";
import { settingsAction, settingsLoader } from "~/features/shops/settings.endpoints.server";
import { findShopOfHost } from "~/http/callers/shop-of-host.server";
import { db } from "~db/client.server";
import { domains } from "~db/schema/shops";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { createTestShop, NOW, signIn, type TestShop, testAudit } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
let cookie: string;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ publicDomain: "old.example" });
  cookie = await signIn(shop.id, shop.staff.id);
});

const read = async (shopId = shop.id) => {
  const settings = await findShopSettings(shopId);
  if (!settings) throw new Error("the test's shop is gone");
  return settings;
};

async function want(publicDomain: string, of = shop, as = cookie) {
  const { name, portalPath, timeZone, currencyCode, updatedAt } = await read(of.id);
  const form = { name, publicDomain, portalPath, timeZone, currencyCode, version: updatedAt.toISOString() };
  return ask(settingsAction, pageRequest("/admin/settings?intent=save", { cookie: as, form }));
}

/** Name servers with these records and no others. */
const servers =
  (records: Record<string, string[]>): ResolveTxt =>
  async (name) =>
    records[name] ?? [];
const proofOf = async (domain: string, of = shop) =>
  servers({ [`_perennial.${domain}`]: ["v=spf1 -all", (await read(of.id)).domainToken ?? ""] });
const unreachable: ResolveTxt = async () => {
  throw new Error("no name server answered");
};

const findHosts = async () => (await db.select().from(domains)).map(({ host }) => host).sort();

describe("a new public domain", () => {
  test("waits for its DNS record, which the page tells, and the old one counts until then", async () => {
    expect((await want("new.example")).status).toBe(303);
    expect(await read()).toMatchObject({ publicDomain: "old.example", wantedDomain: "new.example" });
    const { data } = await ask(settingsLoader, pageRequest("/admin/settings", { cookie }));
    expect(data).toMatchObject({
      settings: { publicDomain: "new.example" },
      activeDomain: "old.example",
      record: { name: "_perennial.new.example", text: expect.stringMatching(/^perennial-[0-9a-f]{32}$/) },
    });
    expect(await findHosts()).toEqual([shop.shop.storeDomain, "old.example"].sort());
  });

  test("counts once the record is found, is recorded, and the old one is free", async () => {
    await want("new.example");
    expect(await verifyDomainRecords(shop.id, servers({}), testAudit())).toBe("absent");
    expect(
      await verifyDomainRecords(shop.id, servers({ "_perennial.new.example": ["other"] }), testAudit()),
    ).toBe("absent");
    expect(await verifyDomainRecords(shop.id, unreachable, testAudit())).toBe("unknown");
    expect(await read()).toMatchObject({ publicDomain: "old.example" });
    expect(await verifyDomainRecords(shop.id, await proofOf("new.example"), testAudit())).toBe("proven");
    expect(await read()).toMatchObject({
      publicDomain: "new.example",
      wantedDomain: null,
      isDomainByDns: true,
    });
    expect(await findHosts()).toEqual(["new.example", shop.shop.storeDomain].sort());
    expect((await listActivity(shop.id, null))[0]?.action).toBe("shop.domain_proven");
  });

  test("that has lost its record no longer counts, and counts again with it; a DNS failure changes nothing", async () => {
    await want("new.example");
    const proof = await proofOf("new.example");
    await verifyDomainRecords(shop.id, proof, testAudit());
    await verifyDomainRecords(shop.id, unreachable, testAudit());
    expect((await read()).publicDomain).toBe("new.example");
    await verifyDomainRecords(shop.id, servers({}), testAudit());
    expect(await read()).toMatchObject({ publicDomain: null, wantedDomain: "new.example" });
    expect(await findHosts()).toEqual([shop.shop.storeDomain]);
    await verifyDomainRecords(shop.id, proof, testAudit());
    expect((await read()).publicDomain).toBe("new.example");
  });

  test("that is given up while its record is asked for stays given up", async () => {
    await want("new.example");
    await verifyDomainRecords(shop.id, await proofOf("new.example"), testAudit());
    const slowServers: ResolveTxt = async () => {
      await want("");
      return [];
    };
    expect(await verifyDomainRecords(shop.id, slowServers, testAudit())).toBeNull();
    expect(await read()).toMatchObject({ publicDomain: null, wantedDomain: null });
  });

  test("that takes the place of one that has lost its record counts at once", async () => {
    await want("new.example");
    await verifyDomainRecords(shop.id, await proofOf("new.example"), testAudit());
    await want("newer.example");
    expect(await verifyDomainRecords(shop.id, await proofOf("newer.example"), testAudit())).toBe("proven");
    expect(await read()).toMatchObject({ publicDomain: "newer.example", wantedDomain: null });
  });

  test("may be claimed by many; it is whose record is found", async () => {
    const other = await createTestShop();
    const otherCookie = await signIn(other.id, other.staff.id);
    await want("new.example");
    expect((await want("new.example", other, otherCookie)).status).toBe(303);
    expect(await verifyDomainRecords(other.id, await proofOf("new.example"), testAudit())).toBe("absent");
    await verifyDomainRecords(shop.id, await proofOf("new.example"), testAudit());
    await expect(
      verifyDomainRecords(other.id, await proofOf("new.example", other), testAudit()),
    ).rejects.toMatchObject({
      code: "already_exists",
    });
    expect((await read(other.id)).publicDomain).toBeNull();
  });

  test("is taken back by the old one, or by none", async () => {
    await want("new.example");
    await want("old.example");
    expect(await read()).toMatchObject({ publicDomain: "old.example", wantedDomain: null });
    await want("");
    expect(await read()).toMatchObject({ publicDomain: null, wantedDomain: null });
    expect(await verifyDomainRecords(shop.id, unreachable, testAudit())).toBeNull();
  });

  test("given by the operator needs no record", async () => {
    await verifyDomainRecords(shop.id, servers({}), testAudit());
    await want("new.example");
    await verifyDomainRecords(shop.id, servers({}), testAudit());
    expect((await read()).publicDomain).toBe("old.example");
  });
});

test.each([
  "app.perennial.example",
  "APP.perennial.example",
  "another.mystore.example",
  "mystore.example",
  "localhost",
  "localhost:3000",
  "127.0.0.1",
  "shop.localhost",
])("%s can be no shop's public domain", async (domain) => {
  const { status, problem } = await want(domain);
  expect([status, namesOf(problem)]).toEqual([400, ["/publicDomain"]]);
  expect(await read()).toMatchObject({ publicDomain: "old.example", wantedDomain: null });
});

test("the service's own host names no shop, even if a row says so", async () => {
  await updateShop(db, shop.id, { publicDomain: "app.perennial.example" });
  await db.insert(domains).values({ shopId: shop.id, host: "app.perennial.example" });
  const visit = (host: string) => findShopOfHost(new Request(`https://${host}/`, { headers: { host } }), NOW);
  for (const port of ["", ":443", ":80", ":8443"])
    expect([port, await visit(`app.perennial.example${port}`)]).toEqual([port, null]);
  expect((await visit("old.example"))?.id).toBe(shop.id);
});
