import { expect, test } from "vitest";
import { listActivity } from "~/features/activity/activity.repo.server";
import { adminShellLoader } from "~/features/staff/staff.endpoints.server";
import { listStaffOfShop, setStaffRole } from "~/features/staff/staff.repo.server";
import { teamAction } from "~/features/staff/team/team.endpoints.server";
import { db } from "~db/client.server";
import { digestSubscriptions } from "~db/schema/insights";
import { savedViews } from "~db/schema/shops";
import { ask, pageRequest } from "../support/calls/pages";
import { createTestShop, insertStaff, NOW, signIn } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest();

const post = async (intent: "role" | "remove", form: Record<string, string>, staffId = shop.staff.id) =>
  ask(
    teamAction,
    pageRequest(`/admin/staff?intent=${intent}`, { cookie: await signIn(shop.id, staffId), form }),
  );
const setRole = (staffId: number, role: string, by?: number) =>
  post("role", { staffId: String(staffId), newRole: role }, by);
const remove = (staffId: number, by?: number) => post("remove", { staffId: String(staffId) }, by);
const rolesOf = async () => new Map((await listStaffOfShop(shop.id)).map(({ id, role }) => [id, role]));
const seen = (cookie: string) => ask(adminShellLoader, pageRequest("/admin", { cookie }));

test("another role counts from the next request on, and is noted as it was and is", async () => {
  const { id, email } = await insertStaff(shop.id, "viewer");
  const cookie = await signIn(shop.id, id);
  expect((await setRole(id, "editor")).status).toBe(303);
  expect((await seen(cookie)).data).toMatchObject({ role: "editor" });
  const [entry] = await listActivity(shop.id, null);
  expect(entry).toMatchObject({
    action: "staff.role_changed",
    before: { email, role: "viewer" },
    after: { email, role: "editor" },
  });
  const before = (await listActivity(shop.id, null)).length;
  expect((await setRole(id, "editor")).status).toBe(303);
  expect(await listActivity(shop.id, null)).toHaveLength(before);
});

test("who is removed is out with their next request, and keeps their other shops", async () => {
  const other = await createTestShop();
  const { id, email } = await insertStaff(shop.id, "editor");
  await setStaffRole(db, { shopId: other.id, staffId: id, role: "viewer" });
  const here = await signIn(shop.id, id);
  const there = await signIn(other.id, id);
  expect((await remove(id)).status).toBe(303);
  expect((await seen(here)).status).toBe(302);
  expect((await seen(there)).status).toBe(200);
  expect((await listActivity(shop.id, null))[0]).toMatchObject({
    action: "staff.removed",
    before: { email, role: "editor" },
  });
});

test("who is removed leaves no saved views and no digest in that shop, and keeps those of others", async () => {
  const other = await createTestShop();
  const { id: staffId } = await insertStaff(shop.id, "editor");
  const { id: colleague } = await insertStaff(shop.id, "editor");
  await setStaffRole(db, { shopId: other.id, staffId, role: "viewer" });
  const all = [
    { shopId: shop.id, staffId },
    { shopId: shop.id, staffId: colleague },
    { shopId: other.id, staffId },
  ];
  for (const each of all) {
    await db.insert(savedViews).values({ ...each, name: "Mine", search: "", createdAt: NOW });
    await db.insert(digestSubscriptions).values({ ...each, since: NOW, origin: "http://localhost" });
  }
  expect((await remove(staffId)).status).toBe(303);
  const key = { shopId: savedViews.shopId, staffId: savedViews.staffId };
  const digestKey = { shopId: digestSubscriptions.shopId, staffId: digestSubscriptions.staffId };
  for (const rows of [
    await db.select(key).from(savedViews).orderBy(savedViews.shopId),
    await db.select(digestKey).from(digestSubscriptions).orderBy(digestSubscriptions.shopId),
  ])
    expect(rows).toEqual(all.slice(1));
});

test("the only owner can neither be removed nor made less, by themselves or anybody", async () => {
  for (const answer of [await remove(shop.staff.id), await setRole(shop.staff.id, "editor")])
    expect([answer.status, answer.problem?.detail]).toEqual([409, expect.stringContaining("only one")]);
  expect((await rolesOf()).get(shop.staff.id)).toBe("owner");
  const second = await insertStaff(shop.id, "owner");
  expect((await setRole(shop.staff.id, "viewer", second.id)).status).toBe(303);
  expect((await remove(second.id, second.id)).status).toBe(409);
});

test("of owners who all leave at once, one stays", async () => {
  const owners = [shop.staff.id];
  for (let i = 0; i < 3; i++) owners.push((await insertStaff(shop.id, "owner")).id);
  const answers = await Promise.all(
    owners.map((id, i) => (i % 2 ? remove(id, id) : setRole(id, "viewer", id))),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 303, 303, 409]);
  expect([...(await rolesOf()).values()].filter((role) => role === "owner")).toHaveLength(1);
});

test("nobody of another shop, and nobody at all, can be changed: both are answered alike", async () => {
  const other = await createTestShop();
  const answers = [];
  for (const id of [other.staff.id, 99_999_999]) {
    answers.push(await remove(id));
    answers.push(await setRole(id, "viewer"));
  }
  expect(
    new Set(answers.map(({ status, problem }) => `${status} ${problem?.code} ${problem?.detail}`)).size,
  ).toBe(1);
  expect(answers[0]?.status).toBe(404);
  const [kept] = await listStaffOfShop(other.id);
  expect(kept?.role).toBe("owner");
});
