import { describe, expect, test } from "vitest";
import { toPortalKey } from "~/access/key-ring.server";
import { unseal } from "~/access/sealed-value.server";
import { listActivity } from "~/features/activity/activity.repo.server";
import { settingsAction, settingsLoader } from "~/features/shops/settings.endpoints.server";
import { hashRecoveryCode, newRecoveryCodes } from "~/features/staff/second-factor/recovery-codes";
import {
  secondFactorAction,
  secondFactorLoader,
} from "~/features/staff/second-factor/second-factor.endpoints.server";
import { resealSecondFactors } from "~/features/staff/second-factor/second-factor.service.server";
import { findStep, newTotpSecret, toTotpUri } from "~/features/staff/second-factor/totp";
import {
  signInAction,
  signInCodeAction,
  signInCodeLoader,
} from "~/features/staff/sign-in/sign-in.endpoints.server";
import { ATTEMPTS_PER_ACCOUNT } from "~/features/staff/sign-in-throttle.server";
import { adminShellLoader } from "~/features/staff/staff.endpoints.server";
import { updateStaffAccount } from "~/features/staff/staff.repo.server";
import { teamAction, teamLoader } from "~/features/staff/team/team.endpoints.server";
import { db } from "~db/client.server";
import { secondFactors } from "~db/schema/shops";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { createTestShop, insertStaff, NOW, PASSWORD, signIn } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { makeCode } from "../support/data/totp";

const shop = shopOfEachTest();
const PAGE = "/admin/account/two-step";

const post = (cookie: string, intent: string, form: Record<string, string>) =>
  ask(secondFactorAction, pageRequest(`${PAGE}?intent=${intent}`, { cookie, form }));
const read = async (cookie: string) =>
  (await ask(secondFactorLoader, pageRequest(PAGE, { cookie }))).data as {
    isOn: boolean;
    codesLeft: number;
    setUp: { secret: string; uri: string } | null;
  };

/** Switches it on by the code of the previous time step, so that the present one is still unused. */
async function switchOn(cookie: string): Promise<{ secret: string; codes: string[] }> {
  expect((await post(cookie, "begin", { password: PASSWORD })).status).toBe(303);
  const secret = (await read(cookie)).setUp?.secret ?? "";
  const code = makeCode(secret, new Date(Date.now() - 30_000));
  const answer = await post(cookie, "confirm", { factorCode: code });
  const { result } = answer.data as { result: { codes: string[] } };
  return { secret, codes: result.codes };
}

const asOwner = () => signIn(shop.id, shop.staff.id);
const givePassword = (password = PASSWORD) =>
  ask(
    signInAction,
    pageRequest("/admin/sign-in", { form: { email: shop.staff.email, password, next: "/admin/orders" } }),
  );
async function getTicket(): Promise<string> {
  const { data } = await givePassword();
  return (data as { result: { ticket: string } }).result.ticket;
}
const giveCode = (ticket: string, code: string) =>
  ask(
    signInCodeAction,
    pageRequest("/admin/sign-in-code", { form: { ticket, factorCode: code, next: "/admin/orders" } }),
  );

describe("signing in with a second factor", () => {
  test("takes the right password, then the code that the app shows, and goes on to where one wanted to be", async () => {
    const { secret } = await switchOn(await asOwner());
    const first = await givePassword();
    expect(first.headers.getSetCookie()).toEqual([]);
    const answer = await giveCode(await getTicket(), makeCode(secret, new Date()));
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/admin/orders"]);
    const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    expect((await ask(adminShellLoader, pageRequest("/admin", { cookie }))).status).toBe(200);
  });

  test("takes each code once, however many come at once", async () => {
    const { secret } = await switchOn(await asOwner());
    const ticket = await getTicket();
    const code = makeCode(secret, new Date());
    const statuses = (await Promise.all([1, 2, 3].map(() => giveCode(ticket, code)))).map((a) => a.status);
    expect(statuses.toSorted()).toEqual([303, 401, 401]);
    expect((await giveCode(await getTicket(), code)).status).toBe(401);
  });

  test("takes a recovery code instead, in any case and grouping, once", async () => {
    const { codes } = await switchOn(await asOwner());
    const [code = ""] = codes;
    expect((await giveCode(await getTicket(), ` ${code.toLowerCase().replaceAll("-", " ")}`)).status).toBe(
      303,
    );
    expect((await giveCode(await getTicket(), code)).status).toBe(401);
    expect((await read(await asOwner())).codesLeft).toBe(9);
    expect((await listActivity(shop.id, null)).map(({ action }) => action)).toContain(
      "account.recovery_code_used",
    );
  });

  test("refuses wrong codes, gives none back, and after ten waits, whichever ticket", async () => {
    const { secret } = await switchOn(await asOwner());
    const ticket = await getTicket();
    for (let i = 0; i < ATTEMPTS_PER_ACCOUNT; i++) {
      const answer = await giveCode(ticket, "000000");
      expect([answer.status, answer.problem?.code]).toEqual([401, "invalid_credentials"]);
      expect(answer.data).toMatchObject({ submitted: { ticket } });
      expect(JSON.stringify(answer.data)).not.toContain("000000");
    }
    expect((await giveCode(await getTicket(), makeCode(secret, new Date()))).status).toBe(429);
  });

  test("takes no ticket that is forged, over, or from before another password", async () => {
    const { secret } = await switchOn(await asOwner());
    const ticket = await getTicket();
    for (const forged of ["x", `${ticket.slice(0, -4)}AAAA`, ""])
      expect([400, 401]).toContain((await giveCode(forged, makeCode(secret, new Date()))).status);
    await updateStaffAccount(shop.staff.id, { passwordHash: "another" });
    expect((await giveCode(ticket, makeCode(secret, new Date()))).problem?.code).toBe("invalid_credentials");
    expect((await ask(signInCodeLoader, pageRequest("/admin/sign-in-code"))).headers.get("Location")).toBe(
      "/admin/sign-in",
    );
  });

  test("without one nothing has changed", async () => {
    expect((await givePassword()).status).toBe(303);
    await post(await asOwner(), "begin", { password: PASSWORD });
    expect((await givePassword()).status).toBe(303);
  });
});

describe("on its page", () => {
  test("it is set up by the password and the app's first code, the secret is kept sealed, codes as hashes", async () => {
    const cookie = await asOwner();
    const wrong = await post(cookie, "begin", { password: "no" });
    expect([wrong.status, namesOf(wrong.problem)]).toEqual([400, ["/password"]]);
    await post(cookie, "begin", { password: PASSWORD });
    const { setUp } = await read(cookie);
    expect(setUp?.uri).toBe(toTotpUri(setUp?.secret ?? "", shop.staff.email));
    const refused = await post(cookie, "confirm", { factorCode: "000000" });
    expect([refused.status, namesOf(refused.problem)]).toEqual([400, ["/factorCode"]]);
    expect(namesOf((await post(cookie, "confirm", { factorCode: "12 ab" })).problem)).toEqual([
      "/factorCode",
    ]);
    const answer = await post(cookie, "confirm", { factorCode: makeCode(setUp?.secret ?? "", new Date()) });
    const { codes } = (answer.data as { result: { codes: string[] } }).result;
    expect(new Set(codes).size).toBe(10);
    const stored = JSON.stringify(await db.select().from(secondFactors));
    for (const secret of [setUp?.secret ?? "", ...codes, ...codes.map((code) => code.replaceAll("-", ""))])
      expect(stored).not.toContain(secret);
    expect(await read(cookie)).toMatchObject({ isOn: true, codesLeft: 10, setUp: null });
    expect((await post(cookie, "begin", { password: PASSWORD })).problem?.code).toBe("conflict");
    expect((await listActivity(shop.id, null))[0]).toMatchObject({
      action: "account.second_factor_on",
      actorName: shop.staff.name,
      address: expect.any(String),
    });
  });

  test("other recovery codes take the password, and make those before void", async () => {
    const cookie = await asOwner();
    const { codes } = await switchOn(cookie);
    expect((await post(cookie, "renew", { password: "no" })).status).toBe(400);
    const answer = await post(cookie, "renew", { password: PASSWORD });
    const [fresh = ""] = (answer.data as { result: { codes: string[] } }).result.codes;
    expect((await giveCode(await getTicket(), codes[0] ?? "")).status).toBe(401);
    expect((await giveCode(await getTicket(), fresh)).status).toBe(303);
  });

  test("it is switched off by the password alone", async () => {
    const cookie = await asOwner();
    await switchOn(cookie);
    expect(namesOf((await post(cookie, "off", { password: "no" })).problem)).toEqual(["/password"]);
    expect((await post(cookie, "off", { password: PASSWORD })).status).toBe(303);
    expect((await post(cookie, "off", { password: PASSWORD })).problem?.code).toBe("conflict");
    expect((await givePassword()).status).toBe(303);
  });

  test("a new key of the ring reseals it", async () => {
    await switchOn(await asOwner());
    const [first = ""] = (process.env.PORTAL_TOKEN_KEYS ?? "").split(" ");
    await db.update(secondFactors).set({ sealedBy: "before" });
    await resealSecondFactors();
    const [row] = await db.select().from(secondFactors);
    expect(row?.sealedBy).toBe(toPortalKey(first).id);
    expect(await unseal(row?.sealed ?? "")).toMatchObject({ totpSecret: expect.any(String) });
  });

  test("one that no key opens is named, and does not keep the others from being resealed", async () => {
    const lost = await insertStaff(shop.id, "editor");
    const strange = { sealed: "sealed with a lost key", sealedBy: "lost", createdAt: new Date() };
    await db.insert(secondFactors).values({ ...strange, staffId: lost.id, recoveryHashes: [] });
    await switchOn(await asOwner());
    const [first = ""] = (process.env.PORTAL_TOKEN_KEYS ?? "").split(" ");
    await db.update(secondFactors).set({ sealedBy: "before" });
    await expect(resealSecondFactors()).rejects.toThrow(`failed for staff ${lost.id}`);
    const rows = await db.select().from(secondFactors);
    expect(Object.fromEntries(rows.map(({ staffId, sealedBy }) => [staffId, sealedBy]))).toEqual({
      [lost.id]: "before",
      [shop.staff.id]: toPortalKey(first).id,
    });
  });
});

describe("a shop that requires it", () => {
  const require = (cookie: string, isRequired = "true") =>
    ask(teamAction, pageRequest("/admin/staff?intent=twoStep", { cookie, form: { isRequired } }));

  test("is made so by an owner who has it, and shows who has", async () => {
    const cookie = await asOwner();
    expect((await require(cookie)).problem?.code).toBe("conflict");
    await switchOn(cookie);
    await insertStaff(shop.id, "viewer");
    expect((await require(cookie)).status).toBe(303);
    const page = await ask(teamLoader, pageRequest("/admin/staff", { cookie }));
    expect(page.data).toMatchObject({ requiresSecondFactor: true });
    const { members } = page.data as { members: { hasSecondFactor: boolean }[] };
    expect(members.map(({ hasSecondFactor }) => hasSecondFactor).toSorted()).toEqual([false, true]);
    expect((await listActivity(shop.id, null))[0]?.action).toBe("staff.two_step_changed");
  });

  test("without it staff can only set it up, only in that shop, and nobody can switch it off", async () => {
    const owner = await asOwner();
    await switchOn(owner);
    await require(owner);
    expect((await post(owner, "off", { password: PASSWORD })).problem?.code).toBe("conflict");
    const { id } = await insertStaff(shop.id, "owner");
    const cookie = await signIn(shop.id, id);
    for (const answer of [
      await ask(settingsLoader, pageRequest("/admin/settings", { cookie })),
      await ask(settingsAction, pageRequest("/admin/settings?intent=save", { cookie, form: {} })),
    ])
      expect([answer.status, answer.headers.get("Location")]).toEqual([302, PAGE]);
    expect((await ask(adminShellLoader, pageRequest("/admin", { cookie }))).status).toBe(200);
    expect((await ask(secondFactorLoader, pageRequest(PAGE, { cookie }))).data).toMatchObject({
      requiredBy: shop.shop.name,
    });
    const other = await createTestShop();
    const elsewhere = await signIn(other.id, other.staff.id);
    expect((await ask(settingsLoader, pageRequest("/admin/settings", { cookie: elsewhere }))).status).toBe(
      200,
    );
    expect((await require(owner, "false")).status).toBe(303);
    expect((await ask(settingsLoader, pageRequest("/admin/settings", { cookie }))).status).toBe(200);
  });
});

describe("codes", () => {
  test("of the app are those of RFC 6238, around now, and none up to one that was used", () => {
    // The secret of the RFC's appendix B, "12345678901234567890", at 59 s: 94287082 in eight digits.
    const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    const at = new Date(59_000);
    expect(makeCode(secret, at)).toBe("287082");
    expect(findStep(secret, "287082", 0, at)).toBe(1);
    expect(findStep(secret, "287082", 0, new Date(89_000))).toBe(1);
    expect(findStep(secret, "287082", 0, new Date(120_000))).toBeNull();
    expect(findStep(secret, "287082", 1, at)).toBeNull();
    expect(findStep(newTotpSecret(), makeCode(newTotpSecret(), NOW), 0, NOW)).toBeNull();
  });

  test("for recovery are ten of four groups, without letters that look alike", () => {
    const codes = newRecoveryCodes();
    expect(codes).toHaveLength(10);
    for (const code of codes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/);
    expect(hashRecoveryCode("ABCD-EFGH-JKMN-PQRS")).toBe(hashRecoveryCode("abcd efgh jkmnpqrs"));
  });
});
