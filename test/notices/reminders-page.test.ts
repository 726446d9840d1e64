import { beforeEach, expect, test } from "vitest";
import { stopAction, stopLoader } from "~/features/notices/stop.pages.server";
import { toStopUrl } from "~/features/notices/stop-link.server";
import { toPlainText } from "../support/calls/portal-pages";
import { createTestShop, insertCustomer, type TestShop } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
let url: string;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ name: "Fernhill" });
  url = toStopUrl(shop.shop, (await insertCustomer(shop.id)).id);
});

const STOP = "Do you want no more reminders by e-mail from Fernhill?";
const STOPPED = "You’ll get no more reminders by e-mail from Fernhill.";

/** @param form of a POST, with the page's origin unless it comes from a mail program */
async function ask(query: string, form?: { origin: boolean }) {
  const { host, origin, pathname } = new URL(url);
  const headers = new Headers({ host, "content-type": "application/x-www-form-urlencoded" });
  if (form?.origin) headers.set("origin", origin);
  const method = form ? { method: "POST", body: "List-Unsubscribe=One-Click" } : {};
  const request = new Request(`${url}${query}`, { headers, ...method });
  const params = { token: pathname.split("/").at(-1) };
  const response = await (form ? stopAction : stopLoader)({ request, params, context: {} });
  const { status } = response as Response;
  const text = toPlainText(await (response as Response).text());
  return { status, text, location: (response as Response).headers.get("location") };
}

test("the page says that reminders are off after a mail program has stopped them, and offers them again", async () => {
  expect((await ask("")).text).toContain(STOP);
  // A mail program follows no redirect (RFC 8058).
  expect((await ask("", { origin: false })).status).toBe(200);
  const page = await ask("");
  expect(page.text).toContain(STOPPED);
  expect(page.text).toContain("Get reminders again");
  await ask("?again", { origin: false });
  expect((await ask("")).text).toContain(STOP);
});

test("the page's own forms lead back to it by a redirect, so that a reload sends nothing again", async () => {
  const stopped = await ask("", { origin: true });
  expect([stopped.status, stopped.location]).toEqual([303, "?"]);
  expect((await ask("")).text).toContain(STOPPED);
  const again = await ask("?again", { origin: true });
  expect([again.status, again.location]).toEqual([303, "?"]);
  expect((await ask("")).text).toContain(STOP);
});
