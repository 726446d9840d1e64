import { describe, expect, test } from "vitest";
import { listActivity } from "~/features/activity/activity.repo.server";
import { accountAction, accountLoader } from "~/features/staff/account/account.endpoints.server";
import { toBrowserText } from "~/features/staff/account/browser-text";
import {
  forgotPasswordAction,
  resetPasswordAction,
  resetPasswordLoader,
} from "~/features/staff/account/password-reset.endpoints.server";
import { passwordReset } from "~/features/staff/account/password-reset.service.server";
import { deleteResetsOf, insertReset } from "~/features/staff/account/password-resets.repo.server";
import { signInAction } from "~/features/staff/sign-in/sign-in.endpoints.server";
import { ATTEMPTS_PER_ACCOUNT } from "~/features/staff/sign-in-throttle.server";
import { adminShellLoader } from "~/features/staff/staff.endpoints.server";
import { lockStaffAccount } from "~/features/staff/staff.repo.server";
import { client, db } from "~db/client.server";
import { mails } from "~db/schema/mails";
import { passwordResets, sessions } from "~db/schema/shops";
import { inTransaction } from "~db/transaction.server";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { createTestShop, NOW, PASSWORD, signIn } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { eventually } from "../support/processes/eventually";
import { runJobs } from "../support/processes/jobs";
import { runCommand } from "../support/processes/run-command";
import { countStatements } from "../support/setup/statement-count";

const shop = shopOfEachTest();
const NEW_PASSWORD = "a wholly new horse";
/** How many of this database's connections wait for a lock. */
const countWaiting = async () =>
  (await client`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    .length;
type Options = Parameters<typeof pageRequest>[1];

const forgot = (email = shop.staff.email) =>
  ask(forgotPasswordAction, pageRequest("/admin/forgot-password", { form: { email } }));
const signInWith = (password: string, options: Options = {}) =>
  ask(
    signInAction,
    pageRequest("/admin/sign-in", { form: { email: shop.staff.email, password }, ...options }),
  );
const isIn = async (cookie: string) =>
  (await ask(adminShellLoader, pageRequest("/admin", { cookie }))).status === 200;
const readMails = async () => await db.select().from(mails).orderBy(mails.id);
/** Without the entries about signing in. */
const lastAction = async () =>
  (await listActivity(shop.id, null)).find(({ action }) => action !== "account.signed_in")?.action;

describe("a mailed link for a new password", () => {
  const reset = (token: string, newPassword = NEW_PASSWORD) =>
    ask(resetPasswordAction, pageRequest("/admin/reset-password", { form: { token, newPassword } }));
  const open = async (token: string) =>
    (await ask(resetPasswordLoader, pageRequest(`/admin/reset-password?token=${token}`))).data;

  async function getToken(): Promise<string> {
    expect((await forgot()).headers.get("Location")).toBe("/admin/forgot-password?asked=true");
    expect(await runJobs()).toEqual([]);
    const mail = (await readMails()).filter(({ kind }) => kind === "password_reset").at(-1);
    const [link = ""] = mail?.text?.match(/http\S+/g) ?? [];
    return new URL(link).searchParams.get("token") ?? "";
  }

  test("sets it, ends every session, is used up, and the person gets a mail", async () => {
    const cookie = await signIn(shop.id, shop.staff.id);
    const [unused, token] = [await getToken(), await getToken()];
    for (let i = 0; i < 2; i++) expect(await open(token)).toEqual({ token, email: shop.staff.email });
    const answer = await reset(token);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/admin/sign-in?done=reset"]);
    expect(await isIn(cookie)).toBe(false);
    expect((await signInWith(PASSWORD)).status).toBe(401);
    expect((await signInWith(NEW_PASSWORD)).status).toBe(303);
    for (const used of [token, unused]) expect((await reset(used)).problem?.code).toBe("gone");
    expect(await open(token)).toEqual({ token, email: null });
    expect((await readMails()).at(-1)).toMatchObject({
      kind: "password_changed",
      recipient: shop.staff.email,
    });
    const done = (await listActivity(shop.id, null)).find(
      ({ action }) => action === "account.password_reset",
    );
    expect(done).toMatchObject({ after: { email: shop.staff.email } });
  });

  test("signs in somebody who was locked out by others' tries, in that browser", async () => {
    const token = await getToken();
    for (let i = 0; i < ATTEMPTS_PER_ACCOUNT; i++) await signInWith("no");
    expect((await signInWith(PASSWORD)).status).toBe(429);
    const known = (await reset(token)).headers
      .getSetCookie()
      .find((each) => each.startsWith("perennial_known"));
    const cookie = known?.split(";")[0] ?? "";
    expect((await signInWith(NEW_PASSWORD, { cookie })).status).toBe(303);
    expect((await signInWith(NEW_PASSWORD)).status).toBe(429);
  });

  test("used twice at once sets one password", async () => {
    const token = await getToken();
    const statuses = (await Promise.all([reset(token), reset(token), reset(token)])).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([303, 410, 410]);
  });

  test("used up while a second use waits: that one is refused, even if another link has been mailed since", async () => {
    const token = await getToken();
    const { id: staffId } = shop.staff;
    let late: ReturnType<typeof reset> | undefined;
    await inTransaction(async (tx) => {
      await lockStaffAccount(tx, staffId);
      late = reset(token);
      await eventually(async () => expect(await countWaiting()).toBe(1));
      await deleteResetsOf(tx, staffId);
      await insertReset(tx, { tokenHash: "of another link", staffId, expiresAt: new Date("2100-01-01") });
    });
    expect((await late)?.problem?.code).toBe("gone");
    expect((await signInWith(PASSWORD)).status).toBe(303);
    expect((await db.select().from(passwordResets)).map(({ tokenHash }) => tokenHash)).toEqual([
      "of another link",
    ]);
  });

  test("does not work after an hour, nor as a sign-in link; a password that is too short does not use it up", async () => {
    const token = await getToken();
    const short = await reset(token, "short");
    expect([short.status, namesOf(short.problem)]).toEqual([400, ["/newPassword"]]);
    expect(JSON.stringify(short.data)).not.toContain('"short"');
    await db.update(passwordResets).set({ expiresAt: NOW });
    expect(await open(token)).toEqual({ token, email: null });
    expect((await reset(token)).problem?.code).toBe("gone");
    expect((await reset("")).problem?.code).toBe("gone");
  });

  test("is asked for with the same answer, after the same statements, by anybody", async () => {
    const seen = new Set<string>();
    for (const email of [shop.staff.email, "nobody@example.com"]) {
      const { result: answer, texts } = await countStatements(() => forgot(email));
      seen.add(JSON.stringify([answer.status, [...answer.headers], texts]));
    }
    expect(seen.size).toBe(1);
    await runJobs();
    expect((await readMails()).map(({ recipient }) => recipient)).toEqual([shop.staff.email]);
    for (let i = 1; i < passwordReset.perAccount.most; i++) expect((await forgot()).status).toBe(303);
    expect((await forgot()).problem?.code).toBe("too_many_requests");
  });
});

describe("on the account's page", () => {
  const page = async (cookie: string) =>
    (await ask(accountLoader, pageRequest("/admin/account", { cookie }))).data as {
      name: string;
      sessions: { id: string; isThis: boolean; browser: string }[];
    };
  const post = (cookie: string, intent: string, form: Record<string, string> = {}) =>
    ask(accountAction, pageRequest(`/admin/account?intent=${intent}`, { cookie, form }));
  const change = (cookie: string, form: Record<string, string> = {}) =>
    post(cookie, "password", { password: PASSWORD, newPassword: NEW_PASSWORD, ...form });

  test("another password ends all sessions except this one, is mailed and recorded", async () => {
    const [here, there] = [await signIn(shop.id, shop.staff.id), await signIn(shop.id, shop.staff.id)];
    expect((await change(here)).status).toBe(303);
    expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
    expect([(await signInWith(PASSWORD)).status, (await signInWith(NEW_PASSWORD)).status]).toEqual([
      401, 303,
    ]);
    expect((await readMails()).at(-1)?.kind).toBe("password_changed");
    expect(await lastAction()).toBe("account.password_changed");
  });

  test("a wrong present password changes nothing, and tries are counted for this session alone", async () => {
    const cookie = await signIn(shop.id, shop.staff.id);
    for (let i = 0; i < ATTEMPTS_PER_ACCOUNT; i++) {
      const answer = await change(cookie, { password: "no" });
      expect([answer.status, namesOf(answer.problem)]).toEqual([400, ["/password"]]);
    }
    expect((await change(cookie)).status).toBe(429);
    expect((await signInWith(PASSWORD)).status).toBe(303);
    const another = await signIn(shop.id, shop.staff.id);
    const both = await change(another, { password: "", newPassword: "short" });
    expect([both.status, namesOf(both.problem)]).toEqual([400, ["/password", "/newPassword"]]);
    expect((await change(another)).status).toBe(303);
  });

  test("two changes at once leave one of the two passwords, and a sign-in by the old one no session", async () => {
    const [one, two] = [await signIn(shop.id, shop.staff.id), await signIn(shop.id, shop.staff.id)];
    const answers = await Promise.all([
      change(one, { newPassword: "first new password" }),
      change(two, { newPassword: "second new password" }),
      signInWith(PASSWORD),
    ]);
    expect(answers.slice(0, 2).filter(({ status }) => status === 303)).toHaveLength(1);
    expect((await signInWith(PASSWORD)).status).toBe(401);
    expect((await db.select().from(sessions)).length).toBeLessThanOrEqual(2);
  });

  test("sessions are listed with where they are, and end one by one or all but this", async () => {
    const cookies = [];
    for (let i = 0; i < 3; i++) cookies.push(await signIn(shop.id, shop.staff.id));
    const [here = "", there = "", elsewhere = ""] = cookies;
    const { sessions: listed } = await page(here);
    expect(listed.filter(({ isThis }) => isThis)).toHaveLength(1);
    expect(listed).toHaveLength(3);
    const mine = (await page(there)).sessions.find(({ isThis }) => isThis);
    expect((await post(here, "end", { id: mine?.id ?? "" })).status).toBe(303);
    expect([await isIn(there), await isIn(elsewhere)]).toEqual([false, true]);
    expect((await post(here, "end", { id: mine?.id ?? "" })).status).toBe(404);
    expect((await post(here, "endOthers")).status).toBe(303);
    expect([await isIn(here), await isIn(elsewhere)]).toEqual([true, false]);
  });

  test("somebody else's session cannot be ended, and is answered like an unknown one", async () => {
    const other = await createTestShop();
    const theirs = await signIn(other.id, other.staff.id);
    const [session] = (await page(theirs)).sessions;
    const cookie = await signIn(shop.id, shop.staff.id);
    expect((await post(cookie, "end", { id: session?.id ?? "" })).status).toBe(404);
    expect((await post(cookie, "end", { id: "1" })).status).toBe(400);
    expect(await isIn(theirs)).toBe(true);
  });

  test("a session says which browser began it, and when and where it was last used", async () => {
    const request = pageRequest("/admin/sign-in", { form: { email: shop.staff.email, password: PASSWORD } });
    request.headers.set(
      "user-agent",
      "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    );
    const cookie = (await ask(signInAction, request)).headers.getSetCookie()[0]?.split(";")[0] ?? "";
    expect((await page(cookie)).sessions).toMatchObject([{ browser: "Firefox on Linux" }]);
    await db.update(sessions).set({ createdAt: NOW });
    await ask(accountLoader, pageRequest("/admin/account", { cookie, address: "198.51.100.77" }));
    const [row] = await db.select().from(sessions);
    expect(row?.address).toBe("198.51.100.77");
    expect(Date.now() - (row?.lastUsedAt?.getTime() ?? 0)).toBeLessThan(60_000);
  });

  test("a name is changed, and has to be one", async () => {
    const cookie = await signIn(shop.id, shop.staff.id);
    expect((await post(cookie, "name", { name: " Grace Hopper " })).status).toBe(303);
    expect((await page(cookie)).name).toBe("Grace Hopper");
    const empty = await post(cookie, "name", { name: " " });
    expect([empty.status, namesOf(empty.problem)]).toEqual([400, ["/name"]]);
  });
});

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  ["curl/8.9", "Unknown browser"],
  [null, "Unknown browser"],
])("%s is called %s", (userAgent, text) => {
  expect(toBrowserText(userAgent)).toBe(text);
});

test("npm run staff -- reset prints a link, and the history of the person's shops says so before it is used", async () => {
  const { code, stdout } = await runCommand("staff", ["reset", "--email", shop.staff.email]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/\/admin\/reset-password\?token=\S+\n$/)]);
  expect((await listActivity(shop.id, null))[0]).toMatchObject({
    action: "account.reset_link_printed",
    actorType: "system",
    actorName: "command line",
  });
});
