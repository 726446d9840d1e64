import { describe, expect, test, vi } from "vitest";
import { signInAction, signInLoader } from "~/features/staff/sign-in/sign-in.endpoints.server";
import { signInLinkAction, signInLinkLoader } from "~/features/staff/sign-in/sign-in-link.endpoints.server";
import { signInLink } from "~/features/staff/sign-in/sign-in-link.service.server";
import { ATTEMPTS_PER_ACCOUNT, ATTEMPTS_PER_ADDRESS } from "~/features/staff/sign-in-throttle.server";
import { env } from "~/lib/env.server";
import { db } from "~db/client.server";
import { mails } from "~db/schema/mails";
import { knownBrowsers } from "~db/schema/shops";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { createTestShop, PASSWORD } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { runJobs } from "../support/processes/jobs";
import { countStatements } from "../support/setup/statement-count";

const shop = shopOfEachTest();

type Options = Parameters<typeof pageRequest>[1];
const askForLink = (email = shop.staff.email, options: Options = {}) =>
  ask(signInLinkAction, pageRequest("/admin/sign-in-link", { form: { email }, ...options }));
const signInWith = (form: Record<string, string> = {}, options: Options = {}) =>
  ask(
    signInAction,
    pageRequest("/admin/sign-in", {
      form: { email: shop.staff.email, password: PASSWORD, ...form },
      ...options,
    }),
  );
const open = (token: string) => ask(signInLoader, pageRequest(`/admin/sign-in?token=${token}`));

const readMails = async () => await db.select().from(mails).orderBy(mails.id);
const linksIn = (text: string | null): string[] => text?.match(/http\S+/g) ?? [];

/** Requests a link, lets the worker write it, and opens it. @returns the token of the newest link */
async function getLink(email = shop.staff.email): Promise<string> {
  expect((await askForLink(email)).status).toBe(303);
  expect(await runJobs()).toEqual([]);
  const [link = ""] = linksIn((await readMails()).at(-1)?.text ?? null);
  return new URL(link).searchParams.get("token") ?? "";
}

const useUpTries = async (form: Record<string, string> = {}, tries = ATTEMPTS_PER_ACCOUNT) => {
  for (let i = 0; i < tries; i++) expect((await signInWith({ password: "no", ...form })).status).toBe(401);
};

describe("a mailed sign-in link", () => {
  test("signs its owner in, with the password, after somebody else has used up the tries of account and address", async () => {
    const address = "198.51.100.20";
    for (let i = 0; i <= ATTEMPTS_PER_ADDRESS; i++) await signInWith({ password: "no" }, { address });
    expect((await signInWith({}, { address })).status).toBe(429);
    const token = await getLink();
    expect((await open(token)).data).toEqual({
      next: "/admin",
      done: null,
      link: { token, email: shop.staff.email },
      isLinkOver: false,
    });
    expect((await signInWith({ token, password: "no" }, { address })).status).toBe(401);
    const answer = await signInWith({ token }, { address });
    expect(answer.status).toBe(303);
    const [, known = ""] = answer.headers.getSetCookie();
    const cookie = known.split(";")[0] ?? "";
    expect((await signInWith({}, { address, cookie })).status).toBe(303);
  });

  test("is written to the account's own address, from its shop, without the address in it, for an hour", async () => {
    await getLink(` ${shop.staff.email.toUpperCase()}`);
    const [mail] = await readMails();
    expect(mail).toMatchObject({ shopId: shop.id, kind: "sign_in_link", recipient: shop.staff.email });
    const lasts = (mail?.expiresAt?.getTime() ?? 0) - (mail?.createdAt.getTime() ?? 0);
    expect(lasts).toBe(3_600_000);
    for (const link of linksIn(mail?.text ?? null))
      expect(link).toMatch(/^http:\/\/localhost\/admin\/sign-in\?token=[\w-]{43}$/);
    expect(mail?.html).not.toContain(`${shop.staff.email.split("@")[0]}%40`);
    expect(JSON.stringify(await db.select().from(knownBrowsers))).not.toContain(
      linksIn(mail?.text ?? null)[0]?.split("=")[1],
    );
  });

  test("is not used up by being opened, but by signing in", async () => {
    const token = await getLink();
    for (let i = 0; i < 2; i++) expect((await open(token)).data).toMatchObject({ link: { token } });
    expect((await signInWith({ token })).status).toBe(303);
    expect((await open(token)).data).toMatchObject({ link: null, isLinkOver: true });
    await useUpTries();
    expect((await signInWith({ token })).status).toBe(429);
  });

  test("used twice at once lets one in", async () => {
    const token = await getLink();
    await useUpTries();
    const statuses = (await Promise.all([signInWith({ token }), signInWith({ token })])).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([303, 401]);
  });

  test("has ten tries of its own", async () => {
    const token = await getLink();
    await useUpTries({ token });
    expect((await signInWith({ token })).status).toBe(429);
    expect((await signInWith()).status).toBe(303);
  });

  test("does not work after an hour, for another account, or as the cookie of a known browser", async () => {
    const token = await getLink();
    const other = (await createTestShop()).staff;
    await useUpTries();
    await useUpTries({ email: other.email });
    expect((await signInWith({ email: other.email, token })).status).toBe(429);
    expect((await signInWith({}, { cookie: `perennial_known=${token}` })).status).toBe(429);
    await db.update(knownBrowsers).set({ expiresAt: new Date() });
    expect((await open(token)).data).toMatchObject({ link: null, isLinkOver: true });
    expect((await signInWith({ token })).status).toBe(429);
  });

  test("what a browser is known by is no link", async () => {
    const [, known = ""] = (await signInWith()).headers.getSetCookie();
    const token = known.split(";")[0]?.split("=")[1] ?? "";
    await useUpTries();
    expect((await signInWith({ token })).status).toBe(429);
    expect((await open(token)).data).toMatchObject({ link: null, isLinkOver: true });
  });

  test("is created once, even if its job runs twice", async () => {
    await askForLink();
    await db.execute(`insert into graphile_worker._private_jobs (task_id, payload)
      select task_id, payload from graphile_worker._private_jobs`);
    expect(await runJobs()).toEqual([]);
    expect(await readMails()).toHaveLength(1);
    expect(await db.select().from(knownBrowsers)).toHaveLength(1);
  });
});

describe("asking for a sign-in link", () => {
  test("is answered alike, after the same statements, for an account and for nobody's address", async () => {
    const seen = new Set<string>();
    for (const email of [shop.staff.email, "nobody@example.com"]) {
      const { result: answer, texts: statements } = await countStatements(() => askForLink(email));
      expect(statements.length).toBeGreaterThan(2);
      seen.add(JSON.stringify([answer.status, [...answer.headers], statements]));
    }
    expect(seen.size).toBe(1);
    await runJobs();
    expect((await readMails()).map(({ recipient }) => recipient)).toEqual([shop.staff.email]);
  });

  test("leads to a page that says so, with no address in its own", async () => {
    const answer = await askForLink();
    expect(answer.headers.get("Location")).toBe("/admin/sign-in-link?asked=true");
    const page = pageRequest("/admin/sign-in-link?asked=true");
    expect((await ask(signInLinkLoader, page)).data).toEqual({ hasAsked: true });
  });

  test("that is no e-mail address, or not from our own page, is refused and mails nothing", async () => {
    const malformed = await askForLink("somebody");
    expect([malformed.status, namesOf(malformed.problem)]).toEqual([400, ["/email"]]);
    expect((await askForLink(shop.staff.email, { origin: "https://evil.example" })).status).toBe(403);
    await runJobs();
    expect(await readMails()).toEqual([]);
  });

  test("where the service does not know its own host makes no link to the host that was asked for", async () => {
    const answer = await askForLink(shop.staff.email, { at: "https://evil.example" });
    expect(answer.problem).toMatchObject({ code: "conflict", detail: expect.stringContaining("PUBLIC_URL") });
    await runJobs();
    expect(await readMails()).toEqual([]);
  });

  test("is not made to a host that a trusted proxy passes on, which is what was asked for", async () => {
    vi.spyOn(env, "TRUST_PROXY", "get").mockReturnValue(true);
    for (const host of ["evil.example", "localhost"]) {
      const request = pageRequest("/admin/sign-in-link", { form: { email: shop.staff.email } });
      request.headers.set("x-forwarded-host", host);
      request.headers.set("origin", `http://${host}`);
      expect((await ask(signInLinkAction, request)).problem).toMatchObject({
        code: "conflict",
        detail: expect.stringContaining("PUBLIC_URL"),
      });
    }
    await runJobs();
    expect(await readMails()).toEqual([]);
  });

  test("is limited for an account, known or not, and the newest link still works then", async () => {
    const token = await getLink();
    for (const email of [shop.staff.email, "nobody@example.com"]) {
      for (let i = email === shop.staff.email ? 1 : 0; i < signInLink.perAccount.most; i++)
        expect((await askForLink(email)).status).toBe(303);
      const refused = await askForLink(email.toUpperCase());
      expect(refused.problem).toMatchObject({ code: "too_many_requests" });
      expect(refused.headers.get("Retry-After")).toMatch(/^\d+$/);
    }
    expect((await signInWith({ token })).status).toBe(303);
  });

  test("is limited by address, whichever customer is named", async () => {
    const address = "198.51.100.21";
    for (let i = 0; i < signInLink.perCaller.most; i++)
      expect((await askForLink(`guess-${i}@example.com`, { address })).status).toBe(303);
    expect((await askForLink(shop.staff.email, { address })).status).toBe(429);
    expect((await askForLink()).status).toBe(303);
  });
});
