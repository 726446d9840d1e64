import { beforeEach, describe, expect, test } from "vitest";
import { listActivity } from "~/features/activity/activity.repo.server";
import { ownTemplate } from "~/features/notice-settings/texts/texts-of";
import {
  portalSettingsAction,
  portalSettingsLoader,
} from "~/features/portal/settings/portal-settings.endpoints.server";
import { toPortalLinkMail } from "~/features/portal-links/portal-mails.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { toLogoVersion } from "~/features/portal-settings/shop-logo";
import { loader as ownPath } from "~/routes/$";
import { loader as portalPreview } from "~/routes/admin_.portal_.preview";
import { loader as programmePreview } from "~/routes/admin_.referrals_.programme_.preview";
import { loader as bundlePage } from "~/routes/apps.memberships.bundles.$handle";
import { loader as portal } from "~/routes/apps.memberships.cp";
import { loader as friends } from "~/routes/apps.subscriptions.friends.$token";
import { db } from "~db/client.server";
import { portalSettings } from "~db/schema/portal-settings";
import { shops } from "~db/schema/shops";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { openPortal } from "../support/calls/portal-pages";
import { inDays, setShopClock } from "../support/data/days";
import {
  createTestShop,
  insertContract,
  insertStaff,
  NOW,
  nextNumber,
  signIn,
  type TestShop,
} from "../support/data/factories";
import { drawImage, readImage } from "../support/data/images";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
let cookie: string;
let domain: string;
beforeEach(async () => {
  await resetDatabase();
  domain = `shop-${nextNumber()}.beans.example`;
  shop = await createTestShop({ name: "Beans", publicDomain: domain });
  cookie = await signIn(shop.id, shop.staff.id);
});

/** The form of the page as it is now. */
const toPath = async (intent: string) =>
  `/admin/portal?${new URLSearchParams({ version: toLogoVersion(await readPortalSettings(shop.id)), intent })}`;
async function upload(file: Uint8Array | string | null, as = cookie) {
  const form = new FormData();
  if (file !== null) form.set("logo", new File([file as BlobPart], "logo.png", { type: "image/png" }));
  const request = new Request(`http://localhost${await toPath("logo")}`, {
    method: "POST",
    headers: { cookie: as, origin: "http://localhost" },
    body: form,
  });
  return ask(portalSettingsAction, request);
}
const remove = async (as = cookie) =>
  ask(portalSettingsAction, pageRequest(await toPath("remove-logo"), { cookie: as, form: {} }));

async function readLogoAddress(): Promise<string> {
  const { customerId } = await insertContract(shop.id);
  const { html } = await (await openPortal(shop, customerId)).get();
  return /<img class="logo" src="([^"]*)"/.exec(html)?.[1] ?? "";
}

type Loader = typeof portal;
async function get(loader: Loader, path: string, host = "localhost") {
  const request = new Request(`http://localhost${path}`, { headers: { host, cookie } });
  const response = (await loader({ request, params: {}, context: {} })) as Response;
  return { status: response.status, headers: response.headers, bytes: await response.arrayBuffer() };
}

describe("an uploaded logo", () => {
  test.each([
    ["PNG", "image/png"],
    ["JPEG", "image/jpeg"],
  ] as const)("as %s is kept as a PNG that fits its place, and told in the history", async (_name, type) => {
    const answer = await upload(await drawImage(2000, 500, type));
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/admin/portal?words=&done=logo"]);
    const address = await readLogoAddress();
    expect(address).toMatch(/^\?logo=\d+-[0-9a-f]{32}$/);
    const { bytes } = await get(portal, `/apps/memberships/cp${address}`);
    const { width, height, color } = await readImage(new Uint8Array(bytes));
    expect([width, height]).toEqual([640, 160]);
    // JPEG loses a little.
    expect(
      [24, 16, 8].map((at) => Math.abs(((color >>> at) & 255) - ((0x1a6f52ff >>> at) & 255)) < 4),
    ).toEqual([true, true, true]);
    const [row] = await listActivity(shop.id, null, 1);
    expect(row).toMatchObject({ action: "portal.logo_changed", actorName: shop.staff.name });
  });

  test("that is small already is not made larger", async () => {
    await upload(await drawImage(30, 20));
    const { bytes } = await get(portal, `/apps/memberships/cp${await readLogoAddress()}`);
    expect(await readImage(new Uint8Array(bytes))).toMatchObject({ width: 30, height: 20 });
  });

  test("is served below every page of the shop, for good, as an image and nothing else", async () => {
    await upload(await drawImage(300, 60));
    await db.execute(`update shops set portal_path = 'our/own' where id = ${shop.id}`);
    const { logo } = await readPortalSettings(shop.id);
    const query = `?logo=${logo?.id}`;
    for (const [loader, path] of [
      [portal, "/apps/memberships/cp"],
      [ownPath, "/our/own"],
      [friends, "/apps/subscriptions/friends/ref_1_x"],
      [bundlePage, "/apps/memberships/bundles/box"],
      [portalPreview, "/admin/portal/preview"],
      [programmePreview, "/admin/referrals/programme/preview"],
    ] as [Loader, string][]) {
      for (const host of ["localhost", domain]) {
        const { status, headers, bytes } = await get(loader, path + query, host);
        expect([path, host, status, headers.get("Content-Type"), bytes.byteLength > 60]).toEqual([
          path,
          host,
          200,
          "image/png",
          true,
        ]);
        expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
        expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
        expect(headers.get("Content-Security-Policy")).toBe("default-src 'none'");
      }
    }
    expect((await get(ownPath, `/elsewhere${query}`)).status).toBe(404);
  });

  test("of one shop is nothing on the storefront of another, nor is an unknown or mangled one anywhere", async () => {
    await upload(await drawImage(300, 60));
    const address = await readLogoAddress();
    const other = `other-${nextNumber()}.example`;
    await createTestShop({ publicDomain: other });
    expect((await get(portal, `/apps/memberships/cp${address}`, other)).status).toBe(404);
    for (const id of [`${shop.id}-${"0".repeat(32)}`, "1", "", "9".repeat(40), `${shop.id}-`])
      expect([id, (await get(portal, `/apps/memberships/cp?logo=${id}`)).status]).toEqual([id, 404]);
  });

  test("replaces the one before, whose URL then answers 404; once removed, the shop's name is shown", async () => {
    await upload(await drawImage(300, 60));
    const first = await readLogoAddress();
    await upload(await drawImage(300, 60, "image/png", 0xff0000ff));
    const second = await readLogoAddress();
    expect(second).not.toBe(first);
    expect((await get(portal, `/apps/memberships/cp${first}`)).status).toBe(404);
    expect((await remove()).headers.get("Location")).toBe("/admin/portal?words=&done=logo-removed");
    expect(await readLogoAddress()).toBe("");
    expect((await get(portal, `/apps/memberships/cp${second}`)).status).toBe(404);
    const [row] = await listActivity(shop.id, null, 1);
    expect(row).toMatchObject({ action: "portal.logo_removed" });
  });

  test("takes the place of one by address, and removing it leaves neither", async () => {
    await db.insert(portalSettings).values({
      shopId: shop.id,
      logoUrl: "https://cdn.example/logo.png",
      updatedAt: NOW,
    });
    expect(await readLogoAddress()).toBe("https://cdn.example/logo.png");
    await upload(await drawImage(300, 60));
    expect(await readLogoAddress()).toContain("?logo=");
    await remove();
    expect(await readLogoAddress()).toBe("");
  });

  test("stays when the settings are saved, and does not make an open settings form stale", async () => {
    const read = async () =>
      (await ask(portalSettingsLoader, pageRequest("/admin/portal", { cookie }))).data as {
        fields: Record<string, string>;
        logo: { src: string } | null;
      };
    const { fields } = await read();
    await upload(await drawImage(300, 60));
    // What is not ticked is not sent.
    const sent = Object.entries(fields).filter(([, value]) => value !== "");
    const form = { ...Object.fromEntries(sent), accentColor: "#8a1c4a" };
    expect(
      (await ask(portalSettingsAction, pageRequest("/admin/portal?intent=save", { cookie, form }))).status,
    ).toBe(303);
    const { logo, accentColor } = await readPortalSettings(shop.id);
    expect([logo?.width, logo?.height, accentColor]).toEqual([300, 60, "#8a1c4a"]);
    expect((await read()).logo?.src).toBe(`/admin/portal/preview?logo=${logo?.id}`);
  });

  test("stands in mails, by an address of the shop's", async () => {
    const toMail = async () =>
      toPortalLinkMail(
        ownTemplate({ kind: "portal_link", channel: "MAIL", language: "en" }),
        { firstName: "Ada", lastName: null },
        { url: "https://x.example", expiresAt: NOW, isSingleUse: false },
        { shop: shop.shop, settings: await readPortalSettings(shop.id), language: "en" },
      ).html;
    expect(await toMail()).not.toContain("<img");
    await upload(await drawImage(320, 80));
    const { logo } = await readPortalSettings(shop.id);
    expect(await toMail()).toContain(
      `<img src="https://${domain}/apps/memberships/cp?logo=${logo?.id}" alt="Beans" width="160" height="40"`,
    );
  });
});

describe("a file is refused, beside the field and with nothing changed, when it", () => {
  const interlaced = async () => {
    const bytes = await drawImage(40, 40);
    bytes[28] = 1;
    return bytes;
  };
  const vast = async () => {
    const bytes = await drawImage(40, 40);
    bytes.writeUInt32BE(50_000, 16);
    return bytes;
  };
  test.each<[string, () => Promise<Uint8Array | string | null>]>([
    ["is missing", async () => null],
    ["is empty", async () => ""],
    ["is a drawing in SVG", async () => '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
    ["is a page", async () => "<!doctype html><script>alert(1)</script>"],
    ["is a GIF", async () => Buffer.from("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==", "base64")],
    ["breaks off", async () => (await drawImage(400, 400)).subarray(0, 200)],
    ["breaks off, as a JPEG", async () => (await drawImage(400, 400, "image/jpeg")).subarray(0, 100)],
    ["only begins like a PNG", async () => Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 1, 2, 3])],
    ["has too many pixels", () => drawImage(2200, 2200)],
    ["has too many pixels, as a JPEG", () => drawImage(2200, 2200, "image/jpeg")],
    ["says that it has millions", vast],
    ["is interlaced, which may unpack to any size", interlaced],
    [
      "is a JPEG of a thousand scans",
      async () =>
        Buffer.concat([
          (await drawImage(40, 40, "image/jpeg")).subarray(0, -2),
          ...Array.from({ length: 1000 }, () => Buffer.from([0xff, 0xda, 0, 2])),
        ]),
    ],
    ["is larger than 2 MB", async () => Buffer.concat([await drawImage(40, 40), Buffer.alloc(2_200_000)])],
  ])("%s", async (_what, draw) => {
    const answer = await upload(await draw());
    expect([400, 413]).toContain(answer.status);
    expect(namesOf(answer.problem)).toEqual(["/logo"]);
    expect((await readPortalSettings(shop.id)).logo).toBeNull();
  });

  test("comes from a viewer, or is not a form with files", async () => {
    const viewer = await signIn(shop.id, (await insertStaff(shop.id, "viewer")).id);
    expect((await upload(await drawImage(40, 40), viewer)).status).toBe(403);
    expect((await remove(viewer)).status).toBe(403);
    const plain = pageRequest("/admin/portal?intent=logo", { cookie, form: { logo: "x" } });
    expect((await ask(portalSettingsAction, plain)).status).toBe(415);
  });

  test("is the twenty-first of an hour: reading one is work", async () => {
    const file = await drawImage(10, 10);
    for (let count = 0; count < 20; count++) expect((await upload(file)).status).toBe(303);
    expect((await upload(file)).status).toBe(429);
    // A test clock makes no hour pass for this process.
    await db.update(shops).set({ gateway: "test" });
    await setShopClock(shop.id, inDays(1));
    expect((await upload(file)).status).toBe(429);
  });
});
