import { beforeEach, expect, test, vi } from "vitest";
import { loader as contractList } from "~/api/contract-list";
import { listActivity } from "~/features/activity/activity.repo.server";
import {
  closedAction,
  closedLoader,
  closingAction,
  closingLoader,
} from "~/features/shop-closing/closing.endpoints.server";
import { switchShopAction } from "~/features/staff/sign-in/sign-in.endpoints.server";
import { setStaffRole } from "~/features/staff/staff.repo.server";
import { db } from "~db/client.server";
import { billedMonthly, billOrderNow, callerAt, DUE, firstOrderOf } from "../support/calls/billing";
import { ask, pageRequest } from "../support/calls/pages";
import { createTestShop, insertStaff, PASSWORD, signIn } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest({ gateway: "test" });
let cookie: string;
beforeEach(async () => {
  cookie = await signIn(shop.id, shop.staff.id);
  return () => void vi.useRealTimers();
});

const visit = (loader: typeof closedLoader | typeof closingLoader, by = cookie) =>
  ask(loader, pageRequest("/admin/x", { cookie: by }));
const close = (form: Record<string, string>, by = cookie) =>
  ask(closingAction, pageRequest("/admin/settings/close", { cookie: by, form }));
const reopen = (by = cookie) => ask(closedAction, pageRequest("/admin/closed", { cookie: by, form: {} }));
const good = () => ({ name: shop.shop.name, password: PASSWORD });
const callApi = async (): Promise<number> => {
  const request = new Request("http://localhost/api/external/v2/subscription-contract-details", {
    headers: { "X-API-Key": shop.readKey },
  });
  return (await contractList({ request, params: {}, context: {} })).status;
};

test("the page counts what closing stops: active contracts, and payments under way", async () => {
  await billedMonthly(shop);
  const lost = await billedMonthly(shop, { lastDigits: "5126" });
  await billOrderNow(callerAt(shop, DUE), (await firstOrderOf(lost)).id);
  expect((await visit(closingLoader)).data).toEqual({ active: 2, underWay: 1, deletionDays: 30 });
});

test("an owner closes the shop with its name and their password, and reopens it; both are in the audit log", async () => {
  const wrong = await close({ name: "Another", password: PASSWORD });
  expect(wrong.problem?.errors).toMatchObject([{ pointer: "/name" }]);
  const forgotten = await close({ ...good(), password: "not it" });
  expect(forgotten.problem?.errors).toMatchObject([{ pointer: "/password" }]);
  expect((await visit(closedLoader)).headers.get("Location")).toBe("/admin");
  const done = await close(good());
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/admin/closed"]);
  expect(await callApi()).toBe(403);
  const shown = (await visit(closedLoader)).data as { closedAt: Date; deletedFrom: Date };
  expect(shown).toMatchObject({ closedBy: shop.staff.name, isOwner: true, isEnding: false });
  expect(shown.deletedFrom.getTime() - shown.closedAt.getTime()).toBe(30 * 86_400_000);
  expect((await visit(closingLoader)).headers.get("Location")).toBe("/admin/closed");
  const back = await reopen();
  expect([back.status, back.headers.get("Location")]).toEqual([303, "/admin"]);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2500 });
  expect(await callApi()).toBe(200);
  const entries = await listActivity(shop.id, null, 2);
  expect(entries.map(({ action, actorName }) => [action, actorName])).toEqual([
    ["shop.reopened", shop.staff.name],
    ["shop.closed", shop.staff.name],
  ]);
});

test("others than owners neither close nor reopen it, but see that it is closed", async () => {
  const editor = await signIn(shop.id, (await insertStaff(shop.id, "editor")).id);
  expect((await close(good(), editor)).problem?.code).toBe("forbidden");
  await close(good());
  expect((await reopen(editor)).problem?.code).toBe("forbidden");
  expect((await visit(closedLoader, editor)).data).toMatchObject({ isOwner: false });
});

test("who works in several shops goes on in the others", async () => {
  const other = await createTestShop();
  await setStaffRole(db, { shopId: other.id, staffId: shop.staff.id, role: "owner" });
  await ask(closingAction, pageRequest(`/admin/settings/close?inShop=${shop.id}`, { cookie, form: good() }));
  const form = { shopId: String(other.id) };
  const request = pageRequest(`/admin/switch-shop?inShop=${shop.id}`, { cookie, form });
  expect((await ask(switchShopAction, request)).headers.get("Location")).toBe("/admin");
  expect((await visit(closingLoader)).status).toBe(200);
});
