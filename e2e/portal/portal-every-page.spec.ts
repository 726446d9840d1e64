import { and, eq } from "drizzle-orm";
import { db } from "../../db/client.server";
import { contractLines } from "../../db/schema/contracts";
import { ACTIONS_OFF_AT_FIRST } from "../../db/schema/portal-enums";
import { customerToken } from "../../test/support/calls/portal";
import { saveSettings } from "../../test/support/calls/portal-contract";
import { insertContract } from "../../test/support/data/factories";
import { isNarrow } from "../support/admin";
import { findViolations } from "../support/axe";
import { inOneDocument, openNext } from "../support/documents";
import { expiredLinkOf, insertAda, PORTAL_PATH } from "../support/portal";
import { expect, test } from "../support/test";

// axe itself is a script of the test's own.
test.use({ javaScriptEnabled: true });

/** Two scripts in one name, and a word wider than the page. */
const LONG_RIGHT_TO_LEFT = "قهوة الصباح Donaudampfschifffahrtsgesellschaftskapitänsmischung";
/** Checked on every page: long words, no spaces, right to left. */
const LOCALES = ["en-US", "de-DE", "fi-FI", "ar-EG", "ja-JP"];
/** The others, on the pages with the longest words in the narrowest places. */
const OTHER_LOCALES = "fr es it nl pt-BR pt-PT da sv nb pl cs ko zh-Hans zh-Hant tr".split(" ");
const TIGHT_VIEWS: Record<string, string>[] = [
  {},
  { view: "frequency" },
  { view: "cancel" },
  { view: "orders" },
];

/** Every view of a contract with its contents, and the pages that say why a view is not available. */
const VIEWS: Record<string, string>[] = [
  {},
  { done: "paused" },
  { view: "list" },
  { view: "reschedule" },
  { view: "address" },
  { view: "frequency" },
  { view: "line" },
  { view: "add" },
  { view: "payment" },
  { view: "cancel" },
  { view: "cancel", reason: "too_much" },
  { view: "orders" },
  { view: "reactivate" },
  { view: "refer" },
  { view: "swap" },
  { view: "add-line" },
  { view: "remove" },
  { contract: "1" },
];

test("in every language, light and dark: nothing found by axe, large targets, nothing wider than 320 px or at 200 %", async ({
  page: testPage,
  browser,
  shop,
  baseURL,
}) => {
  const { customerId, contract } = await insertAda(shop, LONG_RIGHT_TO_LEFT);
  await saveSettings(shop, {
    enabledActions: [...ACTIONS_OFF_AT_FIRST],
    lineChoice: "OFFERED",
    attributeFields: [
      {
        name: LONG_RIGHT_TO_LEFT,
        label: "",
        help: LONG_RIGHT_TO_LEFT,
        choices: ["a", "b"],
        maxLength: null,
        isRequired: false,
        productIds: null,
      },
    ],
  });
  // One of the two is left out of the next order.
  await db
    .update(contractLines)
    .set({ skippedNextOrder: true })
    .where(and(eq(contractLines.shopId, shop.id), eq(contractLines.title, "Oat biscuits")));
  const opened = {
    token: await customerToken(shop, customerId),
    contract: String(contract.subscriptionContractId),
    line: contract.lines[0]?.id ?? "",
  };
  const held = await insertContract(shop.id, { customerId, minCycles: 12 });
  const views = [...VIEWS, { contract: String(held.subscriptionContractId), view: "cancel" }];
  const atShop = `/${PORTAL_PATH}?shop=${shop.shop.storeDomain}`;
  const addresses = [
    ...views.map((view) => `/${PORTAL_PATH}?${new URLSearchParams({ ...opened, ...view })}`),
    atShop,
    `${atShop}&view=sent`,
    await expiredLinkOf(shop, customerId),
  ];
  // Each project takes its share: the page is 320 px wide in both.
  const isMine = (_: string, index: number) => (index % 2 === 1) === isNarrow(testPage);
  for (const locale of LOCALES.filter(isMine)) {
    const context = await browser.newContext({
      baseURL,
      locale,
      viewport: { width: 320, height: 640 },
      bypassCSP: true,
    });
    const page = await context.newPage();
    const look = async (where: string) => {
      await page.emulateMedia({ colorScheme: "light" });
      expect(await findViolations(page), where).toEqual([]);
      // Nothing else depends on the colour scheme.
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await findViolations(page, ["color-contrast"]), `${where}, dark`).toEqual([]);
      const measure = () => ({
        overflow: document.documentElement.scrollWidth - window.innerWidth,
        small: [...document.querySelectorAll("a, button, input:not([type=hidden]), select, textarea")]
          .filter(
            (element) =>
              element.getClientRects().length > 0 &&
              !element.matches(".skip") &&
              // The input itself is hidden: its label is pressed.
              !(element.closest("label") && element.matches("input")),
          )
          .map((element) => ({
            text: element.outerHTML.slice(0, 80),
            box: element.getBoundingClientRect(),
          }))
          .filter(({ box }) => box.height < 44 || box.width < 44)
          .map(({ text, box }) => `${text} ${box.width} × ${box.height}`),
      });
      const layout = await inOneDocument(page, () => page.evaluate(measure));
      expect(layout, where).toEqual({ overflow: 0, small: [] });
    };
    for (const address of addresses) {
      await page.goto(address);
      await look(`${address} in ${locale}`);
    }
    // A form that was refused, with its summary and what is wrong beside each field.
    await page.goto(`/${PORTAL_PATH}?${new URLSearchParams({ ...opened, view: "address" })}`);
    for (const name of ["firstName", "city", "zip"]) await page.locator(`[name=${name}]`).fill("");
    await openNext(page, () => page.locator("main form button").click());
    await expect(page.getByRole("alert")).toBeVisible();
    await look(`a refused address in ${locale}`);
    await context.close();
  }
  for (const locale of OTHER_LOCALES.filter(isMine)) {
    const context = await browser.newContext({ baseURL, locale, viewport: { width: 320, height: 640 } });
    const page = await context.newPage();
    for (const view of TIGHT_VIEWS) {
      await page.goto(`/${PORTAL_PATH}?${new URLSearchParams({ ...opened, ...view })}`);
      const seen = await page.evaluate(() => ({
        language: document.documentElement.lang,
        overflow: document.documentElement.scrollWidth - window.innerWidth,
      }));
      expect(seen).toEqual({ language: locale, overflow: 0 });
    }
    await context.close();
  }
});
