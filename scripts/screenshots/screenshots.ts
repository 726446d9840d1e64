import { mkdirSync, mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Page } from "playwright";
import { startEmbeddedPostgres } from "~db/embedded/embedded-postgres";
import { migrate } from "~db/migrate";
import { ensureBuilt } from "../building/prepare.mjs";
import { readCommandLine } from "../command-line/command-line.mjs";
import { seedDemoShop } from "../demo/demo";
import { startWebProcess } from "../processes/web-process";
import { findBrowser } from "../testing/browser.mjs";
import { withFixedRandom } from "./fixed-random";

/**
 * `npm run screenshots`: writes the main pages of the demo shop as docs/screenshots/*.png, for the README. Uses a
 * database of its own, which is deleted afterwards. Clocks, time zone, host name and random values are fixed: unchanged
 * pages give identical files, byte for byte.
 */
readCommandLine(`npm run screenshots
    Takes screenshots of the demo shop's main pages into docs/screenshots; unchanged pages keep their files.`).refuse();

const FOLDER = "docs/screenshots";
const MAX_BYTES = 200 * 1024;
const NOW = "2026-11-18T09:30:00.000Z";
const PUBLIC_URL = "https://subscriptions.example.com";
const PASSWORD = "only for the time of the pictures";

type Shot = { name: string; open(page: Page): Promise<unknown> };
const visit = (name: string, url: string): Shot => ({ name, open: (page) => page.goto(url) });
/**
 * The page that the first matching link of a list leads to. Loaded directly: after a click, edges are rendered slightly
 * differently.
 */
const visitFirst = (name: string, list: string, link: string): Shot => ({
  name,
  async open(page) {
    await page.goto(list);
    await page.goto((await page.locator(`main ${link}`).first().getAttribute("href")) ?? "");
  },
});

const SHOTS: Shot[] = [
  visit("home", "/admin"),
  visit("contracts", "/admin/contracts"),
  visitFirst("contract", "/admin/contracts?status=ACTIVE", 'a[href^="/admin/contracts/"]'),
  visit("orders", "/admin/orders"),
  visitFirst("customer", "/admin/customers", 'a[href^="/admin/customers/"]'),
  visit("insights", "/admin/insights"),
  visit("forecast", "/admin/insights/forecast"),
  visit("notices", "/admin/notices"),
  visit("bulk-automations", "/admin/bulk-automations"),
  visit("bundles", "/admin/bundles"),
  visitFirst("bundle", "/admin/bundles", "a:text('Coffee Explorer Box')"),
  visit("discount-codes", "/admin/discounts"),
  visit("referrals", "/admin/referrals"),
  visit("import", "/admin/imports"),
  visit("api-keys", "/admin/api-keys"),
  visit("settings", "/admin/settings"),
  visit("portal-settings", "/admin/portal"),
  {
    name: "api-docs",
    async open(page) {
      await page.goto("/api/docs#?route=get-/api/external/v2/subscription-contract-details");
      await page.getByText("havingProductsDeletedFromStore").first().waitFor();
    },
  },
];

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/admin/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/admin\/?$/);
}

/** The portal of the customer with the newest active contract, opened by a link from the API. */
async function openPortal(page: Page, key: string): Promise<void> {
  const ask = async (path: string) =>
    (await page.request.get(`/api/external/v2/${path}`, { headers: { "X-API-Key": key } })).json();
  const [contract] = await ask("subscription-contract-details?status=ACTIVE&size=1");
  const { manageSubscriptionLink } = await ask(`manage-subscription-link?customerId=${contract.customerId}`);
  const { pathname, searchParams } = new URL(manageSubscriptionLink);
  searchParams.set("contract", contract.subscriptionContractId);
  await page.goto(`${pathname}?${searchParams}`);
}

async function take(page: Page, { name, open }: Shot): Promise<void> {
  await open(page);
  const response = await page.request.get(page.url());
  if (!response.ok()) throw new Error(`${page.url()} answers ${response.status()}: no picture of that.`);
  // Does not wait until the network is idle: pages that follow changes keep a stream open.
  await page.waitForLoadState("load");
  // Pictures further down are not loaded before the page is scrolled there.
  await page.evaluate(() => {
    const shown = [...document.images].filter(({ y }) => y < innerHeight);
    return Promise.all([document.fonts.ready, ...shown.map((image) => image.decode())]);
  });
  const file = path.join(FOLDER, `${name}.png`);
  writeFileSync(file, await page.screenshot({ animations: "disabled" }));
  const { size } = statSync(file);
  if (size > MAX_BYTES) throw new Error(`${file} has ${size} bytes; at most ${MAX_BYTES} are welcome.`);
  console.log(`${file}  ${Math.ceil(size / 1024)} KB`);
}

await ensureBuilt();
mkdirSync(FOLDER, { recursive: true });
const dataDir = mkdtempSync(path.join(tmpdir(), "perennial-screenshots-"));
const database = await startEmbeddedPostgres({ dataDir, log: () => {}, throwAway: true });
await migrate(database.url);
const { email, apiKey } = await withFixedRandom(() =>
  seedDemoShop(database.url, { password: PASSWORD, now: new Date(NOW) }),
);
const { client } = await import("~db/client.server");
await client.end();
const web = await startWebProcess({
  environment: {
    DATABASE_URL: database.url,
    PUBLIC_URL,
    NODE_OPTIONS: `--import ${pathToFileURL("scripts/screenshots/fixed-clock.mjs")}?at=${NOW}`,
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: "0",
    LOG_LEVEL: "warn",
  },
});
const browser = await chromium.launch({
  executablePath: findBrowser(),
  // Otherwise edges differ slightly, depending on what was painted first.
  args: ["--disable-partial-raster"],
});

async function openPage(viewport: { width: number; height: number }): Promise<Page> {
  const page = await browser.newPage({
    baseURL: web.origin,
    viewport,
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  await page.clock.setFixedTime(NOW);
  return page;
}

try {
  const page = await openPage({ width: 1280, height: 800 });
  await signIn(page, email);
  for (const shot of SHOTS) await take(page, shot);
  const phone = await openPage({ width: 390, height: 844 });
  await take(phone, { name: "portal", open: () => openPortal(phone, apiKey ?? "") });
} finally {
  await browser.close();
  await web.stop();
  await database.stop();
}
