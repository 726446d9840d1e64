import { beforeEach, describe, expect, test } from "vitest";
import { listActivity } from "~/features/activity/activity.repo.server";
import { contractPageAction } from "~/features/contract-page/dialogs/contract-forms.endpoints.server";
import { mailHtmlDownload, mailLoader, mailsLoader } from "~/features/mail/mails.endpoints.server";
import { portalLoader } from "~/features/portal/portal.pages.server";
import { issuedLinksAction, issuedLinksLoader } from "~/features/portal-links/issued-links.endpoints.server";
import type { getIssuedLinks } from "~/features/portal-links/issued-links.service.server";
import { db } from "~db/client.server";
import { portalTokens } from "~db/schema/portal-access";
import { ask, pageRequest } from "../support/calls/pages";
import {
  createTestShop,
  insertContract,
  insertCustomer,
  insertStaff,
  signIn,
  type TestShop,
} from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
let contract: { id: number; subscriptionContractId: number };
let editor: string;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  const customer = await insertCustomer(shop.id, { email: "ada@example.com" });
  contract = await insertContract(shop.id, { customerId: customer.id });
  editor = await signIn(shop.id, (await insertStaff(shop.id, "editor")).id);
});

const page = (cookie: string, id = contract.subscriptionContractId) =>
  ask(issuedLinksLoader, pageRequest("/x", { cookie }), { contractId: String(id) });
const send = (intent: string, { cookie = editor, form = {}, id = contract.subscriptionContractId } = {}) =>
  ask(issuedLinksAction, pageRequest(`/x?intent=${intent}`, { cookie, form }), { contractId: String(id) });
const copy = async (id = contract.subscriptionContractId) =>
  ((await send("copy", { id })).data as { result: { link: string } }).result;
type Links = Awaited<ReturnType<typeof getIssuedLinks>>["links"];
const links = async () => ((await page(editor)).data as { links: Links }).links;
const visit = async (link: string) => {
  const { host, search, pathname } = new URL(link);
  const request = new Request(`http://localhost${pathname}${search}`, { headers: { host } });
  return (await portalLoader({ request, params: {}, context: {} })).status;
};

describe("staff on a contract's portal links", () => {
  test("copy a link that opens the portal, see it listed, and revoke it; the contract's history has each step", async () => {
    const { link } = await copy();
    expect(await visit(link)).toBe(200);
    const [listed] = await links();
    expect(listed).toMatchObject({
      state: "LIVE",
      kind: "LINK",
      issuedBy: expect.stringContaining("editor"),
    });
    const revoked = await send("revoke", { form: { id: listed?.id ?? "" } });
    expect([revoked.status, revoked.headers.get("Location")]).toEqual([
      303,
      `/admin/contracts/${contract.subscriptionContractId}/portal-links?done=revoked`,
    ]);
    expect(await visit(link)).toBe(401);
    expect(await links()).toMatchObject([{ state: "REVOKED" }]);
    expect((await send("revoke", { form: { id: listed?.id ?? "" } })).status).toBe(404);
    const actions = (await listActivity(shop.id, contract.id)).map(({ action, actorType }) => [
      action,
      actorType,
    ]);
    expect(actions).toEqual([
      ["portal_link.revoked", "staff"],
      ["portal_link.copied", "staff"],
    ]);
    expect(JSON.stringify(await listActivity(shop.id, contract.id))).not.toContain("token=");
  });

  test("find a link that works before all that are over, however many came after it", async () => {
    const { link } = await copy();
    const copied = (await db.select().from(portalTokens))[0] as typeof portalTokens.$inferSelect;
    const later = new Date(copied.createdAt.getTime() + 1000);
    const over = [{ revokedAt: later }, { usedAt: later }, { expiresAt: copied.createdAt }];
    await db.insert(portalTokens).values(
      Array.from({ length: 120 }, (_, at) => ({
        ...copied,
        id: `over-${at}`,
        createdAt: later,
        ...over[at % 3],
      })),
    );
    const listed = await links();
    expect(listed.map(({ state }) => state).filter((state) => state === "LIVE")).toEqual(["LIVE"]);
    expect(listed[0]).toMatchObject({ id: copied.id, state: "LIVE" });
    await send("revoke", { form: { id: listed[0]?.id ?? "" } });
    expect(await visit(link)).toBe(401);
  });

  test("revoke all links of the customer at once, and nobody else's", async () => {
    const other = await insertContract(shop.id);
    const ofOther = await copy(other.subscriptionContractId);
    const own = [await copy(), await copy()];
    for (const { link } of own) expect(await visit(link)).toBe(200);
    const revoked = await send("revoke_all");
    expect([revoked.status, revoked.headers.get("Location")]).toEqual([
      303,
      `/admin/contracts/${contract.subscriptionContractId}/portal-links?done=all_revoked`,
    ]);
    for (const { link } of own) expect(await visit(link)).toBe(401);
    expect(await visit(ofOther.link)).toBe(200);
    expect(await links()).toMatchObject([{ state: "REVOKED" }, { state: "REVOKED" }]);
    expect((await listActivity(shop.id, contract.id))[0]).toMatchObject({
      action: "portal_link.all_revoked",
      actorType: "staff",
      after: { links: 2 },
    });
    expect((await send("revoke_all")).status).toBe(409);
  });

  test("send a link by mail to the address on file; without one the page says so", async () => {
    expect((await send("send")).headers.get("Location")).toContain("done=sent");
    const owner = await signIn(shop.id, shop.staff.id);
    const mails = (await ask(mailsLoader, pageRequest("/x", { cookie: owner }))).data as {
      mails: { id: number; recipient: string; status: string }[];
    };
    expect(mails.mails).toMatchObject([{ recipient: "ada@example.com", status: "QUEUED" }]);
    const nobody = await insertCustomer(shop.id, { email: null });
    const silent = await insertContract(shop.id, { customerId: nobody.id });
    expect((await send("send", { id: silent.subscriptionContractId })).status).toBe(409);
  });

  test("send one from the contract's page: it stays there, with the list one came from behind it", async () => {
    const request = pageRequest("/x?intent=send_link&list=status%3DACTIVE", { cookie: editor, form: {} });
    const sent = await ask(contractPageAction, request, {
      contractId: String(contract.subscriptionContractId),
    });
    expect([sent.status, sent.headers.get("Location")]).toEqual([
      303,
      `/admin/contracts/${contract.subscriptionContractId}?list=status%3DACTIVE&done=send_link`,
    ]);
    expect(await listActivity(shop.id, contract.id)).toMatchObject([{ action: "portal_link.sent" }]);
    const viewer = await signIn(shop.id, (await insertStaff(shop.id, "viewer")).id);
    const refused = pageRequest("/x?intent=send_link", { cookie: viewer, form: {} });
    const params = { contractId: String(contract.subscriptionContractId) };
    expect((await ask(contractPageAction, refused, params)).status).toBe(403);
  });

  test("need the role editor; a viewer sees none of them", async () => {
    const viewer = await signIn(shop.id, (await insertStaff(shop.id, "viewer")).id);
    for (const intent of ["copy", "send", "revoke", "revoke_all"])
      expect((await send(intent, { cookie: viewer, form: { id: "x" } })).status).toBe(403);
    expect((await page(viewer)).status).toBe(403);
    expect(await links()).toEqual([]);
  });

  test("do not reach another shop's contract or link", async () => {
    const other = await createTestShop();
    const foreign = await insertContract(other.id);
    for (const id of [foreign.subscriptionContractId, 99_999_999]) {
      expect((await page(editor, id)).status).toBe(404);
      expect((await send("copy", { id })).status).toBe(404);
    }
    await send("copy");
    const [listed] = await links();
    const stranger = await signIn(other.id, other.staff.id);
    const refused = await send("revoke", {
      cookie: stranger,
      id: foreign.subscriptionContractId,
      form: { id: listed?.id ?? "" },
    });
    expect(refused.status).toBe(404);
    expect(await links()).toMatchObject([{ state: "LIVE" }]);
  });
});

describe("the page of mails", () => {
  test("shows an owner what a mail says, its HTML only closed off; others see nothing of it", async () => {
    await send("send");
    const owner = await signIn(shop.id, shop.staff.id);
    const listed = (await ask(mailsLoader, pageRequest("/x", { cookie: owner }))).data as {
      mails: { id: number }[];
    };
    const params = { mailId: String(listed.mails[0]?.id) };
    const mail = (await ask(mailLoader, pageRequest("/x", { cookie: owner }), params)).data;
    expect(mail).toMatchObject({ mail: { text: expect.stringContaining("?token="), hasHtml: true } });
    expect(mail).not.toHaveProperty("mail.html");
    const html = (cookie: string) =>
      mailHtmlDownload.loader({ request: pageRequest("/x", { cookie }), params, context: {} });
    const shown = await html(owner);
    expect(shown.headers.get("Content-Security-Policy")).toMatch(/default-src 'none'.*sandbox/);
    expect(await shown.text()).toContain("Open my subscriptions");
    expect((await html(editor)).status).toBe(403);
    expect((await ask(mailLoader, pageRequest("/x", { cookie: editor }), params)).status).toBe(403);
    const other = await createTestShop();
    const stranger = await signIn(other.id, other.staff.id);
    expect((await ask(mailLoader, pageRequest("/x", { cookie: stranger }), params)).status).toBe(404);
    expect((await html(stranger)).status).toBe(404);
  });
});
