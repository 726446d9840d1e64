import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { toAddressKey } from "~/access/address-key";
import { hashPassword } from "~/features/staff/password";
import {
  signInAction,
  signInLoader,
  signOutAction,
  switchShopAction,
} from "~/features/staff/sign-in/sign-in.endpoints.server";
import { ATTEMPTS_PER_ACCOUNT, ATTEMPTS_PER_ADDRESS } from "~/features/staff/sign-in-throttle.server";
import { adminShellLoader } from "~/features/staff/staff.endpoints.server";
import { insertStaffAccount, setStaffRole } from "~/features/staff/staff.repo.server";
import { toSafeNext } from "~/features/staff/staff.schema";
import { hashSessionToken } from "~/http/callers/session-cookie.server";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { sessions } from "~db/schema/shops";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { createTestShop, insertStaff, NOW, nextNumber, PASSWORD, signIn } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest();

type Options = Parameters<typeof pageRequest>[1];
const post = (form: Record<string, string>, options: Options = {}) =>
  ask(signInAction, pageRequest("/admin/sign-in", { form, ...options }));
const signInWith = (form: Record<string, string> = {}, options: Options = {}) =>
  post({ email: shop.staff.email, password: PASSWORD, ...form }, options);

const tokenOf = (setCookie: string | null): string =>
  /perennial_session=([^;]*)/.exec(setCookie ?? "")?.[1] ?? "";

describe("signing in", () => {
  test("with the right password opens the admin by a session of 14 days", async () => {
    const answer = await signInWith();
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toBe("/admin");
    const cookie = `perennial_session=${tokenOf(answer.headers.get("Set-Cookie"))}`;
    const shell = await ask(adminShellLoader, pageRequest("/admin", { cookie }));
    expect(shell.data).toMatchObject({ email: shop.staff.email, role: "owner", shop: { id: shop.id } });
    const [session] = await db.select().from(sessions);
    const days = ((session?.expiresAt.getTime() ?? 0) - (session?.createdAt.getTime() ?? 0)) / DAY_MS;
    expect(days).toBe(14);
  });

  test("takes the e-mail in any case and with spaces around it", async () => {
    const answer = await signInWith({ email: ` ${shop.staff.email.toUpperCase()} ` });
    expect(answer.status).toBe(303);
  });

  test("gives a cookie that scripts and other sites cannot use, Secure except on loopback", async () => {
    const onLoopback = (await signInWith()).headers.getSetCookie();
    expect(onLoopback[0]).toMatch(/^perennial_session=.*; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600$/);
    expect(onLoopback[1]).toMatch(/^perennial_known=.*; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/);
    const at = "https://admin.example.com";
    const elsewhere = (await signInWith({}, { at })).headers.getSetCookie();
    expect(elsewhere[0]).toMatch(
      /^__Host-perennial_session=.*; HttpOnly; SameSite=Lax; Max-Age=1209600; Secure$/,
    );
    expect(elsewhere[1]).toMatch(/^__Host-perennial_known=.*; Secure$/);
    const cookie = elsewhere[0]?.split(";")[0] ?? "";
    expect((await ask(adminShellLoader, pageRequest("/admin", { cookie, at }))).status).toBe(200);
    // Under the plain name another host of the domain could have set it.
    const planted = cookie.replace("__Host-", "");
    expect((await ask(adminShellLoader, pageRequest("/admin", { cookie: planted, at }))).status).toBe(302);
  });

  test("keeps only the token's hash", async () => {
    const token = tokenOf((await signInWith()).headers.get("Set-Cookie"));
    const rows = await db.select().from(sessions);
    expect(rows.map((row) => row.tokenHash)).toEqual([hashSessionToken(token)]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("replaces the session the browser came with, and sweeps out those that are over", async () => {
    const cookie = await signIn(shop.id, shop.staff.id);
    const expired = { staffId: shop.staff.id, shopId: shop.id, createdAt: NOW, expiresAt: NOW };
    await db.insert(sessions).values({ ...expired, tokenHash: "over" });
    const answer = await signInWith({}, { cookie });
    const rows = await db.select().from(sessions);
    expect(rows.map((row) => row.tokenHash)).toEqual([
      hashSessionToken(tokenOf(answer.headers.get("Set-Cookie"))),
    ]);
  });

  test("refuses a wrong password and an unknown e-mail with the very same words, and no session", async () => {
    const wrong = await signInWith({ password: "wrong horse battery" });
    const unknown = await signInWith({ email: "nobody@example.com" });
    expect(wrong.status).toBe(401);
    expect(wrong.problem).toMatchObject({ code: "invalid_credentials" });
    expect({ ...unknown.problem, requestId: "" }).toEqual({ ...wrong.problem, requestId: "" });
    expect(wrong.headers.get("Set-Cookie")).toBeNull();
    expect(await db.select().from(sessions)).toEqual([]);
  });

  test("refused, gives back what was typed, but never the password", async () => {
    const answer = await signInWith({ password: "wrong horse battery", next: "/admin/settings" });
    expect(answer.data).toMatchObject({
      submitted: { email: shop.staff.email, next: "/admin/settings" },
    });
    expect(JSON.stringify(answer.data)).not.toContain("wrong horse");
  });

  test("names each field that is missing", async () => {
    const answer = await post({ email: " ", password: "" });
    expect(answer.status).toBe(400);
    expect(namesOf(answer.problem)).toEqual(["/email", "/password"]);
  });

  test("from a page of another site, or of none, is refused before the password is looked at", async () => {
    for (const origin of ["https://evil.example", null]) {
      const answer = await signInWith({}, { origin });
      expect(answer.status).toBe(403);
      expect(answer.problem?.code).toBe("origin_mismatch");
    }
  });

  test("an account without a shop gets that message, but only after the right password", async () => {
    const email = `idle-${nextNumber()}@example.com`;
    await insertStaffAccount(db, {
      email,
      name: "Idle",
      passwordHash: await hashPassword(PASSWORD),
      createdAt: NOW,
    });
    expect((await post({ email, password: PASSWORD })).problem?.code).toBe("forbidden");
    expect((await post({ email, password: "wrong" })).problem?.code).toBe("invalid_credentials");
  });

  test("somebody who is already signed in is sent on", async () => {
    const cookie = await signIn(shop.id, shop.staff.id);
    const answer = await ask(signInLoader, pageRequest("/admin/sign-in?next=/admin/settings", { cookie }));
    expect(answer.headers.get("Location")).toBe("/admin/settings");
  });
});

describe("too many tries", () => {
  test("for one account are refused from any address, even with the right password, and say when to come back", async () => {
    for (let i = 0; i < ATTEMPTS_PER_ACCOUNT; i++)
      expect((await signInWith({ password: "no" })).status).toBe(401);
    const answer = await signInWith();
    expect(answer.status).toBe(429);
    expect(answer.problem?.detail).toMatch(/^Too many tries for this account\. Try again in 15 minutes\.$/);
    const seconds = Number(answer.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(900);
  });

  test("from elsewhere lock nobody out of a browser that has signed in before, and others get no tries there", async () => {
    const address = "198.51.100.9";
    const [, known = ""] = (await signInWith({}, { address })).headers.getSetCookie();
    const cookie = known.split(";")[0] ?? "";
    for (let i = 0; i <= ATTEMPTS_PER_ADDRESS; i++) await signInWith({ password: "no" }, { address });
    expect((await signInWith({}, { address })).status).toBe(429);
    const answer = await signInWith({}, { address, cookie });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([
      303,
      [expect.stringContaining("session")],
    ]);
    const other = await createTestShop();
    for (let i = 0; i < ATTEMPTS_PER_ACCOUNT; i++)
      await signInWith({ email: other.staff.email, password: "no" });
    expect((await signInWith({ email: other.staff.email }, { cookie })).status).toBe(429);
  });

  test("in a known browser are also refused", async () => {
    const [, known = ""] = (await signInWith()).headers.getSetCookie();
    const cookie = known.split(";")[0] ?? "";
    for (let i = 0; i < ATTEMPTS_PER_ACCOUNT; i++) await signInWith({ password: "no" }, { cookie });
    expect((await signInWith({}, { cookie })).status).toBe(429);
    expect((await signInWith()).status).toBe(303);
  });

  test("of the same account are forgotten by a right password", async () => {
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < ATTEMPTS_PER_ACCOUNT - 1; i++) await signInWith({ password: "no" });
      expect((await signInWith()).status).toBe(303);
    }
  });

  test("from one address are refused whatever the account, and do not touch other addresses", async () => {
    const address = "198.51.100.7";
    const unknown = () => ({ email: `guess-${nextNumber()}@example.com`, password: "no" });
    for (let i = 0; i < ATTEMPTS_PER_ADDRESS; i++) await post(unknown(), { address });
    expect((await signInWith({}, { address })).problem).toMatchObject({
      code: "too_many_requests",
      detail: expect.stringContaining("from this address"),
    });
    expect((await signInWith({}, { address: "198.51.100.8" })).status).toBe(303);
  });

  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
  ])("%s counts as %s", (address, key) => expect(toAddressKey(address)).toBe(key));
});

test.each([
  ["/admin/contracts?status=ACTIVE&page=2", "/admin/contracts?status=ACTIVE&page=2"],
  ["/admin", "/admin"],
  ["", "/admin"],
  [undefined, "/admin"],
  ["https://evil.example/admin", "/admin"],
  ["//evil.example/admin", "/admin"],
  ["/\\evil.example/admin", "/admin"],
  ["/admin/../..//evil.example", "/admin"],
  ["/administrator", "/admin"],
  ["javascript:alert(1)", "/admin"],
  ["/admin/sign-out", "/admin"],
])("after sign-in %s leads to %s", (next, path) => expect(toSafeNext(next)).toBe(path));

describe("a session", () => {
  test("ends by signing out, also when it has ended before", async () => {
    const cookie = await signIn(shop.id, shop.staff.id);
    for (let i = 0; i < 2; i++) {
      const answer = await ask(signOutAction, pageRequest("/admin/sign-out", { cookie, form: {} }));
      expect(answer.headers.get("Location")).toBe("/admin/sign-in");
      expect(answer.headers.get("Set-Cookie")).toContain(
        "perennial_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0",
      );
    }
    expect(await db.select().from(sessions)).toEqual([]);
    const shell = await ask(adminShellLoader, pageRequest("/admin", { cookie }));
    expect(shell.headers.get("Location")).toBe("/admin/sign-in?next=%2Fadmin");
  });

  test("is not ended by another site", async () => {
    const cookie = await signIn(shop.id, shop.staff.id);
    const request = pageRequest("/admin/sign-out", { cookie, form: {}, origin: "https://evil.example" });
    expect((await ask(signOutAction, request)).status).toBe(403);
    expect(await db.select().from(sessions)).toHaveLength(1);
  });

  test("that is over opens nothing", async () => {
    const cookie = await signIn(shop.id, shop.staff.id);
    await db.update(sessions).set({ expiresAt: new Date() });
    expect((await ask(adminShellLoader, pageRequest("/admin", { cookie }))).status).toBe(302);
  });

  test("tells of the other shops of that person only", async () => {
    const cookie = await signIn(shop.id, shop.staff.id);
    const readShell = async () => (await ask(adminShellLoader, pageRequest("/admin", { cookie }))).data;
    const other = await createTestShop({ name: "Other" });
    expect(await readShell()).toMatchObject({ shops: [{ id: shop.id, role: "owner" }] });
    await setStaffRole(db, { shopId: other.id, staffId: shop.staff.id, role: "viewer" });
    expect(await readShell()).toMatchObject({ shops: [{}, {}] });
  });

  test("moves to another shop of the same person, with the role there", async () => {
    const other = await createTestShop({ name: "Other" });
    await setStaffRole(db, { shopId: other.id, staffId: shop.staff.id, role: "viewer" });
    const cookie = await signIn(shop.id, shop.staff.id);
    const switchTo = (shopId: number) =>
      ask(
        switchShopAction,
        pageRequest(`/admin/switch-shop?inShop=${shop.id}`, { cookie, form: { shopId: String(shopId) } }),
      );
    expect((await switchTo(other.id)).status).toBe(303);
    const shell = await ask(adminShellLoader, pageRequest("/admin", { cookie }));
    expect(shell.data).toMatchObject({ role: "viewer", shop: { id: other.id }, shops: [{}, {}] });
  });

  test("does not move to a shop where the person has no role", async () => {
    const foreign = await createTestShop();
    const cookie = await signIn(shop.id, shop.staff.id);
    const form = { shopId: String(foreign.id) };
    const answer = await ask(switchShopAction, pageRequest("/admin/switch-shop", { cookie, form }));
    expect(answer.problem?.code).toBe("forbidden");
    const [session] = await db.select().from(sessions).where(eq(sessions.staffId, shop.staff.id));
    expect(session?.shopId).toBe(shop.id);
  });

  test("loses its rights with the role, at once", async () => {
    const editor = await insertStaff(shop.id, "editor");
    const cookie = await signIn(shop.id, editor.id);
    await setStaffRole(db, { shopId: shop.id, staffId: editor.id, role: "viewer" });
    expect((await ask(adminShellLoader, pageRequest("/admin", { cookie }))).data).toMatchObject({
      role: "viewer",
    });
  });
});
