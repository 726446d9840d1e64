import { describe, expect, test } from "vitest";
import { requireWithinSharedLimit } from "~/access/shared-limits.service.server";
import { listActivity } from "~/features/activity/activity.repo.server";
import { mailHtmlDownload, mailLoader } from "~/features/mail/mails.endpoints.server";
import { signInAction } from "~/features/staff/sign-in/sign-in.endpoints.server";
import { adminShellLoader } from "~/features/staff/staff.endpoints.server";
import {
  insertStaffAccount,
  listShopsOfStaff,
  listStaffOfShop,
  setStaffRole,
} from "~/features/staff/staff.repo.server";
import { INVITATIONS_PER_SHOP } from "~/features/staff/team/invitations.service.server";
import { joinAction, joinLoader } from "~/features/staff/team/join.endpoints.server";
import { teamAction, teamLoader } from "~/features/staff/team/team.endpoints.server";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { mails } from "~db/schema/mails";
import { staffInvitations } from "~db/schema/shops";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { createTestShop, insertStaff, NOW, PASSWORD, signIn } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { runJobs } from "../support/processes/jobs";

const shop = shopOfEachTest();
const EMAIL = "new.person@example.com";

const asOwner = (of: { id: number; staff: { id: number } } = shop) => signIn(of.id, of.staff.id);
const post = async (intent: string, form: Record<string, string>, cookie?: string) =>
  ask(
    teamAction,
    pageRequest(`/admin/staff?intent=${intent}`, { cookie: cookie ?? (await asOwner()), form }),
  );
const invite = (form: Record<string, string> = {}, cookie?: string) =>
  post("invite", { email: EMAIL, role: "editor", ...form }, cookie);

const readMails = async () => await db.select().from(mails).orderBy(mails.id);
async function newestToken(): Promise<string> {
  const [link = ""] = (await readMails()).at(-1)?.text?.match(/http\S+/g) ?? [];
  return new URL(link).searchParams.get("token") ?? "";
}
async function inviteAndOpen(form: Record<string, string> = {}, cookie?: string): Promise<string> {
  expect((await invite(form, cookie)).status).toBe(303);
  return newestToken();
}
const join = (form: Record<string, string>) => ask(joinAction, pageRequest("/admin/join", { form }));
const joinAs = (token: string, form: Record<string, string> = {}) =>
  join({ token, name: "New Person", password: PASSWORD, ...form });
const open = async (token: string) =>
  (await ask(joinLoader, pageRequest(`/admin/join?token=${token}`))).data as { invitation: unknown };
const rolesOf = async (shopId = shop.id) =>
  Object.fromEntries((await listStaffOfShop(shopId)).map(({ email, role }) => [email, role]));

describe("an invitation", () => {
  test("is mailed with a link good for three days, of which only a hash is kept, and noted", async () => {
    const token = await inviteAndOpen({ email: ` ${EMAIL.toUpperCase()} ` });
    const [mail] = await readMails();
    expect(mail).toMatchObject({ shopId: shop.id, kind: "staff_invitation", recipient: EMAIL });
    expect(mail?.text).toContain("http://localhost/admin/join?token=");
    const [row] = await db.select().from(staffInvitations);
    expect(row).toMatchObject({ shopId: shop.id, email: EMAIL, role: "editor", invitedBy: shop.staff.name });
    expect((row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBe(3 * DAY_MS);
    expect(JSON.stringify(row)).not.toContain(token.split(".")[1]);
    const [entry] = await listActivity(shop.id, null);
    expect(entry).toMatchObject({
      action: "staff.invited",
      actorName: shop.staff.name,
      after: { email: EMAIL, role: "editor" },
      address: expect.stringMatching(/^192\.0\.2\./),
    });
  });

  test("taken up for the first time makes an account with the role, signed in, and is used up", async () => {
    const token = await inviteAndOpen({ role: "viewer" });
    expect((await open(token)).invitation).toMatchObject({
      shopName: shop.shop.name,
      role: "viewer",
      hasAccount: false,
    });
    const answer = await joinAs(token);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/admin"]);
    const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    expect((await ask(adminShellLoader, pageRequest("/admin", { cookie }))).data).toMatchObject({
      email: EMAIL,
      name: "New Person",
      role: "viewer",
      shop: { id: shop.id },
    });
    expect((await listActivity(shop.id, null))[0]).toMatchObject({
      action: "staff.joined",
      actorName: "New Person",
    });
    const signedIn = await ask(
      signInAction,
      pageRequest("/admin/sign-in", { form: { email: EMAIL, password: PASSWORD } }),
    );
    expect(signedIn.status).toBe(303);
    expect((await joinAs(token)).problem?.code).toBe("gone");
    expect((await open(token)).invitation).toBeNull();
  });

  test("of who has an account adds the shop to theirs, and neither signs them in nor touches the password", async () => {
    const other = await createTestShop();
    const token = await inviteAndOpen({ email: other.staff.email });
    expect((await open(token)).invitation).toMatchObject({ hasAccount: true });
    const answer = await join({ token, name: "Somebody else", password: "another password" });
    expect([answer.status, answer.headers.get("Location"), answer.headers.getSetCookie()]).toEqual([
      303,
      "/admin/sign-in?done=joined",
      [],
    ]);
    const shops = await listShopsOfStaff(other.staff.id);
    expect(shops.map(({ id, role }) => [id, role])).toEqual(
      expect.arrayContaining([
        [shop.id, "editor"],
        [other.id, "owner"],
      ]),
    );
    const form = { email: other.staff.email, password: PASSWORD };
    expect((await ask(signInAction, pageRequest("/admin/sign-in", { form }))).status).toBe(303);
  });

  test("sent again has another link, and the one before is void", async () => {
    const first = await inviteAndOpen();
    const second = await inviteAndOpen({ role: "viewer" });
    expect(await db.select().from(staffInvitations)).toHaveLength(1);
    expect((await joinAs(first)).problem?.code).toBe("gone");
    expect((await joinAs(second)).status).toBe(303);
    expect((await rolesOf())[EMAIL]).toBe("viewer");
  });

  test("is void when it is withdrawn, or its days are over", async () => {
    const withdrawn = await inviteAndOpen();
    expect((await post("withdraw", { email: EMAIL })).status).toBe(303);
    expect((await joinAs(withdrawn)).problem?.code).toBe("gone");
    expect((await post("withdraw", { email: EMAIL })).problem?.code).toBe("not_found");
    const late = await inviteAndOpen();
    await db.update(staffInvitations).set({ expiresAt: NOW });
    expect((await open(late)).invitation).toBeNull();
    expect((await joinAs(late)).problem?.code).toBe("gone");
    expect(
      (await ask(teamLoader, pageRequest("/admin/staff", { cookie: await asOwner() }))).data,
    ).toMatchObject({
      invitations: [{ email: EMAIL, isOver: true }],
    });
  });

  test.each([
    ["is removed", "remove", {}],
    ["is made an editor", "role", { newRole: "editor" }],
  ])("is void once the owner who sent it %s, like an unknown one", async (_what, intent, form) => {
    const { id } = await insertStaff(shop.id, "owner");
    const token = await inviteAndOpen({ role: "owner" }, await signIn(shop.id, id));
    const ofAnother = await inviteAndOpen({ email: "another@example.com" });
    expect((await post(intent, { staffId: String(id), ...form })).status).toBe(303);
    const unknown = `${shop.id.toString(36)}.${"A".repeat(43)}`;
    const answerTo = async (each: string) => {
      const { code, detail } = (await joinAs(each)).problem ?? {};
      return [(await open(each)).invitation, code, detail];
    };
    const answer = await answerTo(token);
    expect(answer).toEqual(await answerTo(unknown));
    expect(answer.slice(0, 2)).toEqual([null, "gone"]);
    expect((await open(ofAnother)).invitation).not.toBeNull();
    expect(await listActivity(shop.id, null)).toContainEqual(
      expect.objectContaining({
        action: "staff.invitation_withdrawn",
        actorName: shop.staff.name,
        before: { email: EMAIL },
      }),
    );
  });

  test("taken up twice at once makes one account", async () => {
    const token = await inviteAndOpen();
    const statuses = (await Promise.all([joinAs(token), joinAs(token), joinAs(token)])).map((a) => a.status);
    expect(statuses.toSorted()).toEqual([303, 410, 410]);
  });

  test("does not lower the role of somebody who has joined otherwise since", async () => {
    const token = await inviteAndOpen({ role: "viewer" });
    await joinAs(token);
    const another = "later@example.com";
    const late = await inviteAndOpen({ email: another, role: "viewer" });
    const account = await insertStaffAccount(db, {
      email: another,
      name: "Later",
      passwordHash: "x",
      createdAt: NOW,
    });
    await setStaffRole(db, { shopId: shop.id, staffId: account?.id ?? 0, role: "owner" });
    expect((await join({ token: late })).status).toBe(303);
    expect((await rolesOf())[another]).toBe("owner");
  });

  test("goes to an address in any script, by which its person joins", async () => {
    const email = "jürgen@bücher.example";
    const token = await inviteAndOpen({ email });
    expect((await readMails()).at(-1)?.recipient).toBe(email);
    expect((await joinAs(token)).status).toBe(303);
    expect(await rolesOf()).toMatchObject({ [email]: "editor" });
  });

  test("names every field that is wrong, when it is written and when it is taken up", async () => {
    const malformed = await post("invite", { email: "nobody", role: "king" });
    expect([malformed.status, namesOf(malformed.problem)]).toEqual([400, ["/email", "/role"]]);
    const token = await inviteAndOpen();
    const empty = await join({ token });
    expect([empty.status, namesOf(empty.problem)]).toEqual([400, ["/name", "/password"]]);
    const short = await joinAs(token, { name: " ", password: "short" });
    expect([short.status, namesOf(short.problem)]).toEqual([400, ["/name", "/password"]]);
    expect(JSON.stringify(short.data)).not.toContain('"short"');
  });

  test("of somebody who works in the shop is refused, and so is a stranger's token", async () => {
    const answer = await invite({ email: shop.staff.email });
    expect([answer.status, answer.problem?.code, namesOf(answer.problem)]).toEqual([
      409,
      "already_exists",
      ["/email"],
    ]);
    for (const token of ["", "1.a", `${shop.id.toString(36)}.${"A".repeat(43)}`, "\u0000"])
      expect([400, 410]).toContain((await joinAs(token)).status);
  });

  test("of one shop is none of another's", async () => {
    const other = await createTestShop();
    await inviteAndOpen();
    const cookie = await asOwner(other);
    expect((await post("withdraw", { email: EMAIL }, cookie)).problem?.code).toBe("not_found");
    expect((await ask(teamLoader, pageRequest("/admin/staff", { cookie }))).data).toMatchObject({
      invitations: [],
    });
    const [, secret = ""] = (await newestToken()).split(".");
    expect((await joinAs(`${other.id.toString(36)}.${secret}`)).problem?.code).toBe("gone");
  });

  test("mails are limited, and one that is refused leaves nothing", async () => {
    for (let i = 0; i < INVITATIONS_PER_SHOP.most; i++)
      await requireWithinSharedLimit(INVITATIONS_PER_SHOP, String(shop.id), new Date());
    expect((await invite()).problem?.code).toBe("too_many_requests");
    expect(await db.select().from(staffInvitations)).toEqual([]);
  });

  test("cannot be read by the owner on the page of mails, where links into accounts are nobody else's", async () => {
    await inviteAndOpen();
    const [mail] = await readMails();
    const request = pageRequest(`/admin/mails/${mail?.id}`, { cookie: await asOwner() });
    const page = await ask(mailLoader, request, { mailId: String(mail?.id) });
    expect(page.data).toMatchObject({ mail: { isPrivate: true, text: null, hasHtml: false } });
    const html = await ask(
      mailHtmlDownload.loader,
      pageRequest(`/admin/mails/${mail?.id}/html`, { cookie: await asOwner() }),
      { mailId: String(mail?.id) },
    );
    expect(html.status).toBe(404);
    expect(await runJobs()).toEqual([]);
  });

  test("where the service does not know its own host is not mailed", async () => {
    const cookie = (await asOwner()).replace("perennial", "__Host-perennial");
    const request = pageRequest("/admin/staff?intent=invite", {
      cookie,
      form: { email: EMAIL, role: "viewer" },
      at: "https://evil.example",
    });
    expect((await ask(teamAction, request)).problem).toMatchObject({
      code: "conflict",
      detail: expect.stringContaining("PUBLIC_URL"),
    });
    expect(await readMails()).toEqual([]);
  });
});

test("only an owner sees who has been invited", async () => {
  await invite();
  const viewer = await insertStaff(shop.id, "viewer");
  const cookie = await signIn(shop.id, viewer.id);
  expect((await ask(teamLoader, pageRequest("/admin/staff", { cookie }))).data).toMatchObject({
    mayEdit: false,
    invitations: [],
    members: expect.arrayContaining([expect.objectContaining({ email: shop.staff.email })]),
  });
});
