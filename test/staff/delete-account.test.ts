import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { listActivity } from "~/features/activity/activity.repo.server";
import { insertReset } from "~/features/staff/account/password-resets.repo.server";
import { saveUnconfirmed } from "~/features/staff/second-factor/second-factor.repo.server";
import { findStaffAccount, listStaffOfShop, setStaffRole } from "~/features/staff/staff.repo.server";
import { rememberBrowser } from "~/features/staff/start-session.service.server";
import { joinAction, joinLoader } from "~/features/staff/team/join.endpoints.server";
import { teamAction } from "~/features/staff/team/team.endpoints.server";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { digestSubscriptions } from "~db/schema/insights";
import { mails } from "~db/schema/mails";
import { knownBrowsers, savedViews, shops, staffInvitations, staffRoles } from "~db/schema/shops";
import { inTransaction } from "~db/transaction.server";
import { ask, pageRequest } from "../support/calls/pages";
import { createTestShop, insertStaff, NOW, PASSWORD, signIn } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { eventually } from "../support/processes/eventually";
import { runTask } from "../support/processes/jobs";
import { runCommand } from "../support/processes/run-command";
import { countWaitingForLocks } from "../support/setup/database";

const shop = shopOfEachTest();
const START = new Date();
const runAfter = (days: number) =>
  runTask("delete-expired-sessions", new Date(START.getTime() + days * DAY_MS));
let person: Awaited<ReturnType<typeof insertStaff>>;

const post = async (intent: string, form: Record<string, string>) =>
  ask(
    teamAction,
    pageRequest(`/admin/staff?intent=${intent}`, { cookie: await signIn(shop.id, shop.staff.id), form }),
  );
const remove = async () => expect((await post("remove", { staffId: String(person.id) })).status).toBe(303);
const invite = async () =>
  expect((await post("invite", { email: person.email, role: "viewer" })).status).toBe(303);
const find = () => findStaffAccount(person.email);

beforeEach(async () => {
  person = await insertStaff(shop.id, "editor");
});

/** The tables that have a row of this person by number. */
async function listTablesOf(staffId: number): Promise<string[]> {
  const tables = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'staff_id' order by 1`);
  const found = [];
  for (const { name } of tables) {
    const rows = await db.execute(sql`select from ${sql.identifier(name)} where staff_id = ${staffId}`);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** Something in every table that a person has rows in. */
async function leaveTraces({ id: staffId }: { id: number }): Promise<void> {
  const expiresAt = new Date(START.getTime() + 1_000 * DAY_MS);
  await db.insert(savedViews).values({ shopId: shop.id, staffId, name: "Mine", search: "", createdAt: NOW });
  await db
    .insert(digestSubscriptions)
    .values({ shopId: shop.id, staffId, since: NOW, origin: "http://localhost" });
  await saveUnconfirmed(db, { staffId, sealed: "sealed", sealedBy: "key", createdAt: NOW });
  await rememberBrowser(db, staffId, expiresAt);
  await insertReset(db, { tokenHash: `reset of ${staffId}`, staffId, expiresAt });
  await signIn(shop.id, staffId);
}
const TRACES = [
  "digest_subscriptions",
  "known_browsers",
  "password_resets",
  "saved_views",
  "second_factors",
  "sessions",
];

describe("the account of somebody who belongs to no shop any more", () => {
  test("is deleted 90 days later with all that is theirs; what they did keeps their name", async () => {
    const colleague = await insertStaff(shop.id, "editor");
    await leaveTraces(colleague);
    await remove();
    // As a release left it that did not delete these.
    await leaveTraces(person);
    expect(await listTablesOf(person.id)).toEqual(TRACES);
    await runAfter(0);
    expect((await find())?.leftAt).toEqual(START);
    await runAfter(89);
    expect((await find())?.leftAt).toEqual(START);
    await runAfter(90);
    expect(await find()).toBeNull();
    expect(await listTablesOf(person.id)).toEqual([]);
    expect(await listTablesOf(colleague.id)).toEqual(
      [...TRACES.filter((table) => table !== "sessions"), "staff_roles"].toSorted(),
    );
    expect(await listActivity(shop.id, null)).toContainEqual(
      expect.objectContaining({
        action: "staff.removed",
        before: expect.objectContaining({ email: person.email }),
      }),
    );
  });

  test("leaves no table behind that refers to it: each is emptied first, or has no row once they belong to no shop", async () => {
    const tables = await db.execute<{ name: string }>(sql`
      select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'staff_accounts'::regclass order by 1`);
    expect(tables.length).toBeGreaterThan(4);
    const known = [...TRACES, "staff_roles"];
    expect(tables.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  });

  test("is deleted though that of somebody else cannot be, which the job names as it fails", async () => {
    const stuck = person;
    person = await insertStaff(shop.id, "editor");
    for (const staffId of [stuck.id, person.id])
      expect((await post("remove", { staffId: String(staffId) })).status).toBe(303);
    await runAfter(0);
    await db.execute(sql`create function refuse_row() returns trigger language plpgsql as
      'begin raise exception ''poison''; end'`);
    onTestFinished(async () => void (await db.execute(sql`drop function refuse_row cascade`)));
    await db.execute(sql`create trigger refuse_row before delete on staff_accounts
      for each row when (old.id = ${sql.raw(String(stuck.id))}) execute function refuse_row()`);
    await expect(runAfter(90)).rejects.toThrow(`failed for staff ${stuck.id}`);
    expect(await find()).toBeNull();
    expect(await findStaffAccount(stuck.email)).not.toBeNull();
  });

  test("stays while they belong to another shop", async () => {
    const other = await createTestShop();
    await setStaffRole(db, { shopId: other.id, staffId: person.id, role: "viewer" });
    await remove();
    await runAfter(0);
    await runAfter(200);
    expect((await find())?.leftAt).toBeNull();
  });

  test("stays when they come back, and is counted anew when they leave again", async () => {
    await remove();
    await runAfter(0);
    await setStaffRole(db, { shopId: shop.id, staffId: person.id, role: "viewer" });
    expect((await find())?.leftAt).toBeNull();
    await remove();
    await runAfter(90);
    await runAfter(179);
    expect(await find()).not.toBeNull();
    await runAfter(180);
    expect(await find()).toBeNull();
  });

  test("stays when a process of the release before has taken them back, which does not note it", async () => {
    await remove();
    await runAfter(0);
    await db.insert(staffRoles).values({ shopId: shop.id, staffId: person.id, role: "viewer" });
    await runAfter(90);
    expect((await find())?.leftAt).toBeNull();
  });

  test("stays while they have an open invitation", async () => {
    await remove();
    await runAfter(0);
    await invite();
    const over = new Date(START.getTime() + 95 * DAY_MS);
    await db.update(staffInvitations).set({ expiresAt: over });
    await runAfter(94);
    expect(await find()).not.toBeNull();
    await runAfter(95);
    expect(await find()).toBeNull();
  });
});

describe("an invitation accepted while the account is deleted", () => {
  const readToken = async () => {
    const [mail] = await db.select().from(mails).where(eq(mails.recipient, person.email));
    return new URL(mail?.text?.match(/http\S+/)?.[0] ?? "").searchParams.get("token") ?? "";
  };
  const join = (form: Record<string, string>) => ask(joinAction, pageRequest("/admin/join", { form }));
  const listEmails = async () => (await listStaffOfShop(shop.id)).map(({ email }) => email);

  // The job's clock is past the invitation's three days: it was accepted at the last moment.
  test("first: the account stays, with the new role", async () => {
    await remove();
    await runAfter(0);
    await invite();
    const token = await readToken();
    let both: [ReturnType<typeof join>, ReturnType<typeof runAfter>] | undefined;
    await inTransaction(async (tx) => {
      // The role refers to the shop.
      await tx.select().from(shops).where(eq(shops.id, shop.id)).for("update");
      const joined = join({ token });
      await eventually(async () => expect(await countWaitingForLocks()).toBe(1));
      both = [joined, runAfter(90)];
      await eventually(async () => expect(await countWaitingForLocks()).toBe(2));
    });
    expect((await both?.[0])?.headers.get("Location")).toBe("/admin/sign-in?done=joined");
    await both?.[1];
    expect(await find()).toMatchObject({ id: person.id, leftAt: null });
    expect(await listEmails()).toContain(person.email);
  });

  test("second: it stays open, and is accepted with a new account", async () => {
    await remove();
    await runAfter(0);
    await invite();
    const token = await readToken();
    await rememberBrowser(db, person.id, new Date(START.getTime() + 90 * DAY_MS));
    let both: [ReturnType<typeof runAfter>, ReturnType<typeof join>] | undefined;
    await inTransaction(async (tx) => {
      await tx.select().from(knownBrowsers).where(eq(knownBrowsers.staffId, person.id)).for("update");
      const deleted = runAfter(90);
      await eventually(async () => expect(await countWaitingForLocks()).toBe(1));
      both = [deleted, join({ token })];
      await eventually(async () => expect(await countWaitingForLocks()).toBe(2));
    });
    await both?.[0];
    expect((await both?.[1])?.problem?.code).toBe("conflict");
    expect(await find()).toBeNull();
    const page = await ask(joinLoader, pageRequest(`/admin/join?token=${token}`));
    expect(page.data).toMatchObject({ invitation: { email: person.email, hasAccount: false } });
    const again = await join({ token, name: "Back again", password: PASSWORD });
    expect([again.status, again.headers.get("Location")]).toEqual([303, "/admin"]);
    expect(await listEmails()).toContain(person.email);
  });
});

test("npm run staff -- delete deletes at once, and refuses while a shop has or invites them, naming it", async () => {
  const run = (email = person.email) => runCommand("staff", ["delete", "--email", email]);
  expect(await run("nobody@example.com")).toMatchObject({ code: 1, stdout: "" });
  const member = await run();
  expect(member).toMatchObject({ code: 1, stdout: "" });
  expect(member.stderr).toContain(`${person.email} works in ${shop.shop.storeDomain}.`);
  await remove();
  await invite();
  const invited = await run();
  expect(invited).toMatchObject({ code: 1, stdout: "" });
  expect(invited.stderr).toContain(`${person.email} is invited to ${shop.shop.storeDomain}.`);
  expect(await find()).not.toBeNull();
  expect((await post("withdraw", { email: person.email })).status).toBe(303);
  expect(await run(person.email.toUpperCase())).toMatchObject({
    code: 0,
    stderr: `The account ${person.email} is deleted.\n`,
  });
  expect(await find()).toBeNull();
});
