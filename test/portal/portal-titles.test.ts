import { beforeEach, expect, test } from "vitest";
import { PORTAL_VIEWS, type PortalView } from "~/features/portal/view/portal-query";
import { DEFAULT_PORTAL_SETTINGS } from "~/features/portal-settings/portal-settings";
import { ACTIONS_OFF_AT_FIRST } from "~db/schema/portal-enums";
import { insertPlannedContract, saveSettings } from "../support/calls/portal-contract";
import { openPortal } from "../support/calls/portal-pages";
import { createTestShop, type TestShop } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ name: "Fernhill", currencyCode: "EUR", gateway: "test" });
  await saveSettings(shop, { ...DEFAULT_PORTAL_SETTINGS, enabledActions: [...ACTIONS_OFF_AT_FIRST] });
});

const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1] ?? "";
const headingOf = (html: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1] ?? "";

/** The receipt needs an order that was made here (receipts.test.ts), the referral page a programme. */
const ELSEWHERE: readonly PortalView[] = ["receipt", "refer"];

const open = async () => {
  const contract = await insertPlannedContract(shop);
  const portal = await openPortal(shop, contract.customerId);
  const at = { contract: contract.subscriptionContractId, line: contract.lines[0]?.id ?? "" };
  return { portal, at };
};

test("each view has a title of its own: its heading, then the contract's name", async () => {
  const { portal, at } = await open();
  const views = PORTAL_VIEWS.filter((view) => !ELSEWHERE.includes(view));
  const titles = new Set<string>();
  for (const view of views) {
    const { status, html } = await portal.get({ ...at, view });
    expect([view, status]).toEqual([view, 200]);
    const parts = view === "list" ? [] : ["Coffee 1 + 4"];
    expect([view, titleOf(html)]).toEqual([view, [headingOf(html), ...parts, "Fernhill"].join(" · ")]);
    titles.add(titleOf(html));
  }
  expect(titles.size).toBe(views.length);
  const own = await portal.get(at);
  expect(titleOf(own.html)).toBe("Coffee 1 + 4 · Fernhill");
  const asked = await portal.get({ ...at, view: "cancel", reason: "other" });
  expect(titleOf(asked.html)).toBe(`${headingOf(asked.html)} · Coffee 1 + 4 · Fernhill`);
  expect(titles).not.toContain(titleOf(asked.html));
});

test("the title begins with what was done, or why a form was refused", async () => {
  const { portal, at } = await open();
  const page = await portal.get(at);
  const paused = await portal.press(page, "Pause");
  expect(titleOf(paused.html)).toBe(
    "Paused. There will be no orders or charges until you resume. · Coffee 1 + 4 · Fernhill",
  );
  const asked = await portal.get({ ...at, view: "address" });
  const refused = await portal.press(asked, "Save", { city: "" });
  expect(titleOf(refused.html)).toBe(
    "Please check these fields: · Where should we deliver? · Coffee 1 + 4 · Fernhill",
  );
});
