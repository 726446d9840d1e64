import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { beforeEach, expect, test } from "vitest";
import { insertSession, listSessions } from "~/access/sessions.repo.server";
import type { ActivityAction } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import type { ActivityObject } from "~/features/activity/activity-scopes";
import { AUDIT_AREAS, type AuditArea, type AuditedObject } from "~/features/audit-log/audit-areas";
import { auditLogExport, auditLogLoader } from "~/features/audit-log/audit-log.endpoints.server";
import { listAuditLog } from "~/features/audit-log/audit-log.repo.server";
import { accountAction } from "~/features/staff/account/account.endpoints.server";
import { signInAction } from "~/features/staff/sign-in/sign-in.endpoints.server";
import { setStaffRole } from "~/features/staff/staff.repo.server";
import { teamAction } from "~/features/staff/team/team.endpoints.server";
import { db } from "~db/client.server";
import { ask, pageRequest } from "../support/calls/pages";
import {
  createTestShop,
  insertContract,
  insertStaff,
  PASSWORD,
  signIn,
  testAudit,
} from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { runJobs } from "../support/processes/jobs";

const shop = shopOfEachTest();

type Entry = { id: number; action: string; actor: string; address: string | null; changes: object[] };
type Page = { entries: Entry[]; older: number | null };

let cookie: string;
beforeEach(async () => {
  cookie = await signIn(shop.id, shop.staff.id);
});

const read = async (search = ""): Promise<Page> =>
  (await ask(auditLogLoader, pageRequest(`/admin/audit-log${search}`, { cookie }))).data as Page;
const actionsOf = async (search = "") => (await read(search)).entries.map(({ action }) => action);
const download = (search: string, by: string) =>
  auditLogExport.loader({
    request: pageRequest(`/admin/audit-log.csv${search}`, { cookie: by }),
    params: {},
    context: {},
  });
const trySignIn = (email: string, password: string) =>
  ask(signInAction, pageRequest("/admin/sign-in", { form: { email, password }, address: "203.0.113.7" }));
const note = (action: ActivityAction, more: { now?: Date; name?: string; shopId?: number } = {}) =>
  appendActivity(
    db,
    { shopId: more.shopId ?? shop.id, contractId: null, action, before: { name: "a" }, after: { name: "b" } },
    { ...testAudit(more.now), actor: { type: "staff", name: more.name ?? "Ada" }, address: "203.0.113.9" },
  );

/** Objects with entries of the shop itself that are shown elsewhere; the compiler names one that is in neither list. */
const NOT_AUDITED: Record<Exclude<ActivityObject, AuditedObject>, string> = {
  contract: "in the history of each contract",
  internal_note: "beside the notes of the contract or customer",
  portal_link: "in the list of the contract's links",
  referral: "what customers do, on the page of referrals",
};

test("has the entries about every object but those that have a page of their own", async () => {
  const audited = Object.values(AUDIT_AREAS).flatMap(({ objects }) => [...objects]);
  for (const object of [...audited, ...(Object.keys(NOT_AUDITED) as (keyof typeof NOT_AUDITED)[])])
    await note(`${object}.seen`);
  const listObjects = async (area: AuditArea | null) => {
    const filter = { area, search: "", from: null, before: null };
    const rows = await listAuditLog(shop.id, filter, { beforeId: null, limit: 100 });
    return rows.flatMap(({ action }) => (action.endsWith(".seen") ? [action.replace(".seen", "")] : []));
  };
  expect((await listObjects(null)).toSorted()).toEqual(audited.toSorted());
  const ofCatalogue = ["bundle", "bulk_automation", "discount_code", "import"];
  expect((await listObjects("catalogue")).toSorted()).toEqual(ofCatalogue.toSorted());
});

test("has sign-ins and wrong tries, with the address they came from, in every shop of the person", async () => {
  const { email } = shop.staff;
  expect((await trySignIn(email, "not this one at all")).status).toBe(401);
  expect((await trySignIn("nobody@example.com", "not this one at all")).status).toBe(401);
  await runJobs();
  expect((await trySignIn(email, PASSWORD)).status).toBe(303);
  const { entries } = await read("?area=accounts");
  expect(entries.map(({ action, address }) => [action, address])).toEqual([
    ["Account signed in", "203.0.113.7"],
    ["Account sign in failed", "203.0.113.7"],
  ]);
});

test("has changes of staff and settings with the fields before and after, and nothing of contracts or other shops", async () => {
  const { id, email } = await insertStaff(shop.id, "viewer");
  const form = { staffId: String(id), newRole: "editor" };
  await ask(teamAction, pageRequest("/admin/staff?intent=role", { cookie, form }));
  await note("shop.settings_changed");
  await note("referral.changed");
  await note("shop.settings_changed", { shopId: (await createTestShop()).id });
  const contract = await insertContract(shop.id);
  await appendActivity(
    db,
    { shopId: shop.id, contractId: contract.id, action: "contract.paused" },
    testAudit(),
  );
  const made = ["API key created", "API key created", "Shop created"];
  expect(await actionsOf()).toEqual(["Shop settings changed", "Staff role changed", ...made]);
  const [role] = (await read(`?q=${encodeURIComponent(email)}`)).entries;
  expect(role?.changes).toContainEqual({ field: "Role", before: "viewer", after: "editor" });
});

test("has another name that a person gives themselves, before and after, in every shop of the person", async () => {
  const other = await createTestShop();
  await setStaffRole(db, { shopId: other.id, staffId: shop.staff.id, role: "owner" });
  const rename = () =>
    ask(
      accountAction,
      pageRequest(`/admin/account?intent=name&inShop=${shop.id}`, { cookie, form: { name: "Grace Hopper" } }),
    );
  expect((await rename()).status).toBe(303);
  expect((await rename()).status).toBe(303);
  cookie = await signIn(other.id, shop.staff.id);
  const { entries } = await read("?area=accounts");
  expect(entries).toMatchObject([
    {
      action: "Account renamed",
      changes: [{ field: "Name", before: shop.staff.name, after: "Grace Hopper" }],
    },
  ]);
});

test("has the sessions that a person ends, one or all others, with how many; none if there are none", async () => {
  const post = (intent: string, form: Record<string, string> = {}) =>
    ask(
      accountAction,
      pageRequest(`/admin/account?intent=${intent}`, { cookie, form, address: "203.0.113.8" }),
    );
  expect((await post("endOthers")).status).toBe(303);
  for (let i = 0; i < 3; i++) await signIn(shop.id, shop.staff.id);
  const [first] = await listSessions(shop.staff.id, new Date());
  expect((await post("end", { id: first?.id ?? "" })).status).toBe(303);
  expect((await post("end", { id: first?.id ?? "" })).status).toBe(404);
  expect((await post("endOthers")).status).toBe(303);
  const ended = { action: "Account sessions ended", actor: shop.staff.name, address: "203.0.113.8" };
  expect((await read("?area=accounts")).entries).toMatchObject([
    { ...ended, changes: [{ field: "Count", before: null, after: "2" }] },
    { ...ended, changes: [{ field: "Count", before: null, after: "1" }] },
  ]);
});

test("counts no sessions that were over when the others were ended", async () => {
  const end = (intent: string, form: Record<string, string> = {}) =>
    ask(accountAction, pageRequest(`/admin/account?intent=${intent}`, { cookie, form }));
  const expired = async () => {
    const at = new Date(Date.now() - 3_600_000);
    const id = randomUUID();
    const of = { staffId: shop.staff.id, shopId: shop.id };
    await insertSession(db, { id, tokenHash: id, ...of, createdAt: at, expiresAt: at });
    return id;
  };
  await expired();
  expect((await end("endOthers")).status).toBe(303);
  expect((await end("end", { id: await expired() })).status).toBe(404);
  await signIn(shop.id, shop.staff.id);
  await expired();
  expect((await end("endOthers")).status).toBe(303);
  expect((await read("?area=accounts")).entries).toMatchObject([
    { action: "Account sessions ended", changes: [{ field: "Count", before: null, after: "1" }] },
  ]);
});

test("is searched by part, words and days of the shop's calendar, and read on by pages", async () => {
  await note("api_key.created", { now: new Date("2026-03-01T10:00:00Z"), name: "Bob" });
  await note("webhook.changed", { now: new Date("2026-03-02T10:00:00Z") });
  await note("portal.settings_changed", { now: new Date("2026-03-03T10:00:00Z") });
  expect(await actionsOf("?area=keys&q=203.0.113.9")).toEqual(["Webhook changed", "API key created"]);
  expect(await actionsOf("?q=bob")).toEqual(["API key created"]);
  expect(await actionsOf("?q=203.0.113.9&from=2026-03-02&to=2026-03-02")).toEqual(["Webhook changed"]);
  expect(await actionsOf("?area=nonsense&from=yesterday&q=203.0.113.9")).toHaveLength(3);
  for (let more = 0; more < 50; more++) await note("webhook.changed");
  const first = await read("?q=203.0.113.9");
  expect(first.entries).toHaveLength(50);
  const second = await read(`?q=203.0.113.9&before=${first.older}`);
  expect(second.entries.map(({ action }) => action)).toEqual([
    "Portal settings changed",
    "Webhook changed",
    "API key created",
  ]);
  expect(second.older).toBeNull();
});

test("goes out whole as CSV, as it is filtered", async () => {
  await note("api_key.created", { name: "=Bob" });
  await note("webhook.changed");
  const rows: string[][] = parse(await (await download("?area=keys&q=bob", cookie)).text(), { bom: true });
  expect(rows).toEqual([
    ["When", "Who", "What", "Changes", "Address", "Entry"],
    [
      "2026-03-02T12:00:00.000Z",
      "'=Bob",
      "API key created",
      "Name: a → b",
      "203.0.113.9",
      expect.any(String),
    ],
  ]);
});

test("a damaged filter is ignored by the page; the CSV, which would have more than was asked for, is refused by name", async () => {
  await note("api_key.created");
  const damaged = `?q=${"x".repeat(101)}&area=none&from=2026-02-31&to=9999-12-31`;
  expect(await actionsOf(damaged)).toContain("API key created");
  const refused = await download(damaged, cookie);
  expect(refused.status).toBe(400);
  const { errors } = (await refused.json()) as { errors: { parameter: string }[] };
  expect(errors.map(({ parameter }) => parameter).sort()).toEqual(["area", "from", "q", "to"]);
  expect((await download("?q=&area=&from=&to=", cookie)).status).toBe(200);
});

test("is for owners alone", async () => {
  const { id } = await insertStaff(shop.id, "editor");
  const editor = await signIn(shop.id, id);
  expect((await ask(auditLogLoader, pageRequest("/admin/audit-log", { cookie: editor }))).status).toBe(403);
  expect((await download("", editor)).status).toBe(403);
});
