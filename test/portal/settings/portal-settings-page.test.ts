import { beforeEach, describe, expect, test } from "vitest";
import { listActivity } from "~/features/activity/activity.repo.server";
import {
  portalPreview,
  portalSettingsAction,
  portalSettingsLoader,
} from "~/features/portal/settings/portal-settings.endpoints.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { ask, namesOf, pageRequest } from "../../support/calls/pages";
import { insertCatalogue } from "../../support/data/catalogue";
import { createTestShop, insertStaff, signIn, type TestShop } from "../../support/data/factories";
import { resetDatabase } from "../../support/setup/database";

let shop: TestShop;
let cookie: string;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ name: "Beans", currencyCode: "EUR" });
  cookie = await signIn(shop.id, shop.staff.id);
});

type Fields = Record<string, string>;

const open = async (language = "", as = cookie) =>
  (await ask(portalSettingsLoader, pageRequest(`/admin/portal?words=${language}`, { cookie: as }))).data as {
    fields: Fields;
    mayEdit: boolean;
  };

/** As a browser sends it: a box that is not ticked is left out. */
const toForm = (fields: Fields, changes: Fields = {}): Fields =>
  Object.fromEntries(
    Object.entries({ ...fields, ...changes }).filter(
      ([name, value]) =>
        value !== "" || !/^(action-|followsBrowser|forbidsSecondCode|singleUseLinks)/.test(name),
    ),
  );

const send = (form: Fields, as = cookie) =>
  ask(portalSettingsAction, pageRequest("/admin/portal?intent=save", { cookie: as, form }));

const change = async (changes: Fields, language = "") => send(toForm((await open(language)).fields, changes));

describe("the page of the portal's settings", () => {
  test("sent as it came changes nothing and records nothing", async () => {
    const answer = await change({});
    expect(answer.headers.get("Location")).toBe("/admin/portal?words=en&done=saved");
    expect((await readPortalSettings(shop.id)).updatedAt).toBeNull();
  });

  test("saves switches, colours, texts of one language and rules, with an activity row that names only those", async () => {
    const { products } = await insertCatalogue(shop.id);
    const answer = await change({
      "action-pause": "",
      accentColor: "#8A1C4A",
      heading: "Your deliveries",
      coverage: "PRODUCTS",
      productIds: String(products[0]?.id),
      singleUseLinks: "on",
    });
    expect(answer.status).toBe(303);
    expect(await readPortalSettings(shop.id)).toMatchObject({
      disabledActions: ["pause"],
      accentColor: "#8a1c4a",
      words: { en: { heading: "Your deliveries" } },
      addableProductIds: [products[0]?.id],
      singleUseLinks: true,
      forbidsSecondCode: false,
      cancelReasons: null,
    });
    const [row] = await listActivity(shop.id, null, 1);
    expect(row).toMatchObject({ action: "portal.settings_changed", actorName: shop.staff.name });
    expect(Object.keys(row?.after ?? {}).sort()).toEqual(
      ["accentColor", "addableProductIds", "disabledActions", "singleUseLinks", "words"].sort(),
    );
  });

  test("texts and reasons of one language leave those of the others alone", async () => {
    await change({ help: "Call us", "reason-0-text": "Too many beans" });
    await change({ help: "Rufen Sie an", "reason-0-text": "Zu viele Bohnen" }, "de");
    const { words, cancelReasons } = await readPortalSettings(shop.id);
    expect(words).toEqual({ en: { help: "Call us" }, de: { help: "Rufen Sie an" } });
    expect(cancelReasons?.[0]).toEqual({
      id: "too_much",
      words: { en: "Too many beans", de: "Zu viele Bohnen" },
      offer: "SKIP",
      discountCode: null,
    });
    expect(cancelReasons?.[1]).toMatchObject({ id: "break", words: {} });
    expect((await open("de")).fields["reason-0-text"]).toBe("Zu viele Bohnen");
  });

  test("an emptied row of reasons is removed, a new one gets an id of its own", async () => {
    await change({ "reason-4-text": "", "reason-5-text": "Moving", "reason-5-offer": "PAUSE" });
    const reasons = (await readPortalSettings(shop.id)).cancelReasons ?? [];
    expect(reasons.map(({ id }) => id).slice(0, 4)).toEqual([
      "too_much",
      "break",
      "too_expensive",
      "not_right",
    ]);
    expect(reasons[4]).toMatchObject({ words: { en: "Moving" }, offer: "PAUSE" });
  });

  test("names every field that is wrong, says what would do, and saves none", async () => {
    const answer = await change({
      accentColor: "#ffee00",
      coverage: "PRODUCTS",
      productIds: "abc",
      "reason-0-offer": "DISCOUNT",
    });
    expect(answer.status).toBe(400);
    expect(namesOf(answer.problem).sort()).toEqual(["/accentColor", "/productIds/0", "/reason-0-code"]);
    const colors = await change({ accentColor: "#ffee00" });
    expect(namesOf(colors.problem).sort()).toEqual(["/accentColor"]);
    expect(colors.problem?.errors?.[0]?.detail).toMatch(/#[0-9a-f]{6} would do/);
    const code = await change({ "reason-0-offer": "DISCOUNT", "reason-0-code": "NOPE" });
    expect(namesOf(code.problem)).toEqual(["/reason-0-code"]);
    expect((await readPortalSettings(shop.id)).updatedAt).toBeNull();
  });

  test("that somebody else saved meanwhile is a conflict, theirs stays", async () => {
    const { fields } = await open();
    await change({ accentColor: "#8a1c4a" });
    const answer = await send(toForm(fields, { accentColor: "#0b3d91" }));
    expect(answer.problem?.code).toBe("stale_version");
    expect((await readPortalSettings(shop.id)).accentColor).toBe("#8a1c4a");
  });

  test("is for an editor to change, for a viewer to see", async () => {
    const as = async (role: "editor" | "viewer") => signIn(shop.id, (await insertStaff(shop.id, role)).id);
    const [editor, viewer] = [await as("editor"), await as("viewer")];
    const { fields, mayEdit } = await open("", viewer);
    expect(mayEdit).toBe(false);
    expect((await send(toForm(fields, { "action-skip": "" }), viewer)).status).toBe(403);
    expect((await send(toForm(fields, { "action-skip": "" }), editor)).status).toBe(303);
  });
});

describe("the preview", () => {
  const draw = async (query: Fields, as = cookie) =>
    portalPreview.loader({
      request: pageRequest(`/admin/portal/preview?${new URLSearchParams(query)}`, { cookie: as }),
      params: {},
      context: {},
    });

  test("is the real page with what the form holds, in a frame of our own pages only", async () => {
    await insertCatalogue(shop.id, { products: [{ title: "Morning blend" }, { title: "Evening blend" }] });
    const { fields } = await open("de");
    const response = await draw(
      toForm(fields, { accentColor: "#8a1c4a", "action-skip": "", welcome: "Schön!" }),
    );
    const html = await response.text();
    expect(html).toContain('<html lang="de" dir="ltr">');
    expect(html).toContain("--accent:#8a1c4a");
    expect(html).toContain("Schön!");
    expect(html).toContain("Morning blend");
    expect(html).not.toContain("Diesmal aussetzen");
    expect(response.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'self'");
    expect(response.headers.get("X-Frame-Options")).toBe("SAMEORIGIN");
  });

  test("of what is not right yet shows what is saved", async () => {
    const { fields } = await open();
    const response = await draw(toForm(fields, { accentColor: "#ffee00" }));
    expect(await response.text()).toContain("--accent:#1a6f52");
  });

  test("is for signed-in staff", async () => {
    expect((await draw({}, "")).status).toBe(302);
  });
});

test.each([
  ["#8A1C4A", "#8a1c4a"],
  ["8a1c4a", "#8a1c4a"],
  [" #036 ", "#003366"],
  ["036", "#003366"],
])("a colour in hex is taken as style guides write it: %s is %s", async (typed, kept) => {
  await change({ accentColor: typed });
  expect((await readPortalSettings(shop.id)).accentColor).toBe(kept);
});

test.each(["red", "#12345", "#1234567", "rgb(1,2,3)", "", "#ggg"])(
  "a colour that is not in hex is refused beside its field: %s",
  async (typed) => {
    expect(namesOf((await change({ accentColor: typed })).problem)).toEqual(["/accentColor"]);
  },
);
