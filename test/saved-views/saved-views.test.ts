import { beforeEach, expect, test } from "vitest";
import {
  orderListPageLoader,
  orderViewsAction,
} from "~/features/billing/orders-admin/order-list-page.endpoints.server";
import type { OrderListPage } from "~/features/billing/orders-admin/order-list-page.service.server";
import {
  contractListAction,
  contractListPageLoader,
} from "~/features/contract-list/contract-list-page.endpoints.server";
import type { ContractListPage } from "~/features/contracts/list-page/contract-list-page";
import { getContractListPage } from "~/features/contracts/list-page/contract-list-page.service.server";
import {
  customerListLoader,
  customerViewsAction,
} from "~/features/customers/list-page/customer-list-page.endpoints.server";
import {
  referralsLoader,
  referralViewsAction,
} from "~/features/referrals/admin/referral-admin.endpoints.server";
import { insertSavedView, listSavedViews } from "~/features/saved-views/saved-views.repo.server";
import { MAX_SAVED_VIEWS } from "~/features/saved-views/saved-views.schema";
import { shortcutsAction } from "~/features/staff/preferences.endpoints.server";
import { adminShellLoader } from "~/features/staff/staff.endpoints.server";
import { findStaffAccount } from "~/features/staff/staff.repo.server";
import { db } from "~db/client.server";
import type { SavedViewList } from "~db/schema/saved-view-lists";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { createTestShop, insertStaff, NOW, signIn, type TestShop } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
let viewer: Awaited<ReturnType<typeof insertStaff>>;
let cookie: string;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  viewer = await insertStaff(shop.id, "viewer");
  cookie = await signIn(shop.id, viewer.id);
});

const send = (intent: string, form: Record<string, string>, search = "") =>
  ask(contractListAction, pageRequest(`/admin/contracts?${search}&intent=${intent}`, { cookie, form }));
const views = (staffId = viewer.id, list: SavedViewList = "contracts") =>
  listSavedViews({ shopId: shop.id, staffId, list });

test("a viewer saves filters and sort under a name, and comes back to the list as it was", async () => {
  const search = "status=ACTIVE&sort=order_amount%2Cdesc&page=3&cursor=x";
  const answer = await send("saveView", { name: "  Big ones ", search }, search);
  expect(answer.status).toBe(303);
  expect(answer.headers.get("Location")).toBe(`/admin/contracts?${search}&done=view_saved`);
  expect(await views()).toMatchObject([
    { name: "Big ones", search: "status=ACTIVE&sort=order_amount%2Cdesc" },
  ]);
  const page = await getContractListPage({ shop: shop.shop, staffId: viewer.id }, new URLSearchParams());
  expect(page.views.map((view) => view.name)).toEqual(["Big ones"]);
});

test("views are a member's own: others neither see, rename nor delete them", async () => {
  await insertSavedView(db, {
    shopId: shop.id,
    staffId: shop.staff.id,
    list: "contracts",
    name: "Mine",
    search: "",
    createdAt: NOW,
  });
  const [mine] = await views(shop.staff.id);
  const viewId = String(mine?.id);
  expect(await views()).toEqual([]);
  expect(await send("renameView", { viewId, name: "Theirs" })).toMatchObject({ status: 404 });
  expect((await send("deleteView", { viewId })).status).toBe(303);
  expect(await views(shop.staff.id)).toEqual([mine]);
});

test("a view is renamed and deleted; deleting it again is no failure", async () => {
  await send("saveView", { name: "A", search: "status=PAUSED" });
  const viewId = String((await views())[0]?.id);
  await send("renameView", { viewId, name: "B" });
  expect(await views()).toMatchObject([{ name: "B", search: "status=PAUSED" }]);
  await send("deleteView", { viewId });
  expect(await views()).toEqual([]);
  expect((await send("deleteView", { viewId })).headers.get("Location")).toBe(
    "/admin/contracts?done=view_deleted",
  );
});

test("a name that is missing, too long or taken is reported beside the field, and nothing is saved", async () => {
  await send("saveView", { name: "Taken", search: "status=PAUSED" });
  for (const name of ["", "   ", "x".repeat(61), "Taken"]) {
    const answer = await send("saveView", { name, search: "status=ACTIVE" });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(namesOf(answer.problem)).toEqual(["/name"]);
  }
  expect(await views()).toHaveLength(1);
});

test("a staff member has at most 50 views", async () => {
  for (let index = 0; index < MAX_SAVED_VIEWS; index++)
    await insertSavedView(db, {
      shopId: shop.id,
      staffId: viewer.id,
      list: "contracts",
      name: `View ${index}`,
      search: "",
      createdAt: NOW,
    });
  const answer = await send("saveView", { name: "One more", search: "" });
  expect(answer.problem).toMatchObject({ code: "limit_reached" });
  expect(await views()).toHaveLength(MAX_SAVED_VIEWS);
});

test("a form of another site saves nothing", async () => {
  const request = pageRequest("/admin/contracts?intent=saveView", {
    cookie,
    form: { name: "A", search: "" },
    origin: "https://evil.example",
  });
  expect(await ask(contractListAction, request)).toMatchObject({ status: 403 });
  expect(await views()).toEqual([]);
});

test("of saves at the same time only as many go in as there is room for", async () => {
  const names = Array.from({ length: MAX_SAVED_VIEWS + 10 }, (_, number) => `View ${number}`);
  const answers = await Promise.all(names.map((name) => send("saveView", { name, search: "" })));
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(MAX_SAVED_VIEWS);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(10);
  expect(await views()).toHaveLength(MAX_SAVED_VIEWS);
});

test("each list has its own views: the orders page keeps tab, filters and sort, and knows none of the contracts", async () => {
  await send("saveView", { name: "Big ones", search: "status=ACTIVE" });
  const viewId = String((await views())[0]?.id);
  const post = (intent: string, form: Record<string, string>) =>
    ask(orderViewsAction, pageRequest(`/admin/orders?tab=paid&intent=${intent}`, { cookie, form }));
  const search = "tab=paid&q=ann&sort=amount%2Cdesc&cursor=x";
  const answer = await post("saveView", { name: "Big ones", search });
  expect(answer).toMatchObject({ status: 303 });
  expect(answer.headers.get("Location")).toBe("/admin/orders?tab=paid&done=view_saved");
  const page = (await ask(orderListPageLoader, pageRequest("/admin/orders", { cookie })))
    .data as OrderListPage;
  expect(page.views).toMatchObject([{ name: "Big ones", search: "tab=paid&q=ann&sort=amount%2Cdesc" }]);
  expect(await post("renameView", { viewId, name: "Mine" })).toMatchObject({ status: 404 });
  expect((await post("deleteView", { viewId })).status).toBe(303);
  expect(await views()).toMatchObject([{ name: "Big ones", search: "status=ACTIVE" }]);
});

test("a search for customers is a view as well", async () => {
  const form = { name: "Annas", search: "q=+anna&cursor=x" };
  await ask(customerViewsAction, pageRequest("/admin/customers?q=anna&intent=saveView", { cookie, form }));
  const page = (await ask(customerListLoader, pageRequest("/admin/customers?q=anna", { cookie }))).data;
  expect(page).toMatchObject({ kept: "q=anna", views: [{ name: "Annas", search: "q=anna" }] });
});

test("views of referrals by days, and of customers on a past day, do not keep the position in the list", async () => {
  const referrals = "status=REWARDED&reached=REWARDED&from=2026-03-01&to=2026-03-31&due=2026-03-31";
  const form = { name: "March", search: `${referrals}&before=7&colour=red` };
  const answer = await ask(
    referralViewsAction,
    pageRequest(`/admin/referrals?${referrals}&before=7&intent=saveView`, { cookie, form }),
  );
  expect(answer.headers.get("Location")).toBe(`/admin/referrals?${referrals}&done=view_saved`);
  const page = await ask(referralsLoader, pageRequest(`/admin/referrals?${referrals}`, { cookie }));
  expect(page.data).toMatchObject({ kept: referrals, views: [{ name: "March", search: referrals }] });
  const customers = "only=subscribers&on=2026-03-31";
  await ask(
    customerViewsAction,
    pageRequest("/admin/customers?intent=saveView", { cookie, form: { name: "March", search: customers } }),
  );
  expect(await views(viewer.id, "customers")).toMatchObject([{ search: customers }]);
});

test("the columns of the list are each person's own, kept whatever machine they use; the usual ones need no choice", async () => {
  const other = await signIn(shop.id, (await insertStaff(shop.id, "viewer")).id);
  const read = async (who: string) => {
    const { data } = await ask(contractListPageLoader, pageRequest("/admin/contracts", { cookie: who }));
    return (data as ContractListPage).columns;
  };
  const usual = await read(cookie);
  expect(usual).toEqual(["products", "status", "next", "frequency", "amount", "plan"]);
  const choose = (...names: string[]) =>
    ask(
      contractListAction,
      pageRequest("/admin/contracts?status=ACTIVE&intent=columns", {
        cookie,
        form: names.map((name): [string, string] => ["column", name]),
      }),
    );
  const { headers } = await choose("amount", "contract");
  expect(headers.get("Location")).toBe("/admin/contracts?status=ACTIVE&done=columns");
  expect(await read(cookie)).toEqual(["contract", "amount"]);
  expect(await read(other)).toEqual(usual);
  await choose();
  expect(await read(cookie)).toEqual([]);
  expect((await choose("secrets")).status).toBe(400);
  await choose(...usual);
  expect((await findStaffAccount(viewer.email))?.contractColumns).toBeNull();
});

test("each person switches the keys off for themselves", async () => {
  const set = (hasShortcuts: string) =>
    ask(shortcutsAction, pageRequest("/admin/shortcuts", { cookie, form: { hasShortcuts } }));
  const shell = async () => (await ask(adminShellLoader, pageRequest("/admin", { cookie }))).data;
  expect(await shell()).toMatchObject({ hasShortcuts: true });
  expect((await set("false")).status).toBe(200);
  expect(await shell()).toMatchObject({ hasShortcuts: false });
  expect((await set("maybe")).status).toBe(400);
});
