import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { listActivity } from "~/features/activity/activity.repo.server";
import { findNoticeSettings } from "~/features/notice-settings/notice-settings.repo.server";
import {
  noticeEditorAction,
  noticeEditorLoader,
  noticeLogLoader,
  noticeSettingsAction,
} from "~/features/notices/admin/notice-pages.endpoints.server";
import { listNotices } from "~/features/notices/notices.repo.server";
import { passOnEvents } from "~/features/notices/notices.service.server";
import { mailPortalLink } from "~/features/portal-links/portal-requests.service.server";
import { textMessagesLoader } from "~/features/text-messages/text-messages.endpoints.server";
import { listTexts } from "~/features/text-messages/text-messages.repo.server";
import { env } from "~/lib/env.server";
import { db } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import {
  createTestShop,
  insertContract,
  insertCustomer,
  insertStaff,
  signIn,
} from "../support/data/factories";
import { startReceiver } from "../support/processes/webhook-receiver";

import {
  addContract,
  prepareNoticedShop,
  recordEvents,
  server,
  shop,
  turnOn,
  turnOnTexts,
  work,
} from "./noticed-shop";

prepareNoticedShop();

describe("the admin's pages", () => {
  let cookie: string;
  beforeEach(async () => {
    cookie = await signIn(shop.id, shop.staff.id);
  });
  const PATH = "/admin/notices/paused";
  type Way = { channel?: string };
  const read = async (query = "", by: Way = {}) =>
    (await ask(noticeEditorLoader, pageRequest(`${PATH}?${query}`, { cookie }), { kind: "paused", ...by }))
      .data as {
      template: { subject: string | null; body: string };
      version: number;
      versions: { version: number }[];
      preview: {
        mail?: { subject: string; html: string };
        sms?: { text: string; segments: number; characters: number };
      } | null;
      variables: string[];
    };
  const post = (intent: string, form: Record<string, string>, as = cookie, by: Way = {}) =>
    ask(
      noticeEditorAction,
      pageRequest(`${PATH}?intent=${intent}`, { cookie: as, form: { language: "en", ...form } }),
      { kind: "paused", ...by },
    );

  test("settings are saved once per version, and name what is wrong", async () => {
    const save = (form: Record<string, string>) =>
      ask(noticeSettingsAction, pageRequest("/admin/notices", { cookie, form }));
    expect(namesOf((await save({ upcomingDays: "31", version: "" })).problem)).toEqual(["/upcomingDays"]);
    expect(
      (await save({ "mail-paused": "on", "sms-created": "on", upcomingDays: "5", version: "" })).status,
    ).toBe(303);
    expect((await save({ upcomingDays: "6", version: "" })).problem?.code).toBe("stale_version");
    expect(await findNoticeSettings(shop.id)).toMatchObject({
      mailKinds: ["paused"],
      smsKinds: ["created"],
      upcomingDays: 5,
    });
    const [entry] = await listActivity(shop.id, null);
    expect(entry).toMatchObject({
      action: "notices.settings_changed",
      after: { mailKinds: ["paused"], smsKinds: ["created"] },
    });
  });

  const save = async (form: Record<string, string>) => {
    const version = (await findNoticeSettings(shop.id))?.updatedAt.toISOString() ?? "";
    const filled = { upcomingDays: "3", version, ...form };
    return (await ask(noticeSettingsAction, pageRequest("/admin/notices", { cookie, form: filled }))).status;
  };
  const countUnplaced = async () =>
    (await db.execute(sql`select from events where shop_id = ${shop.id}::bigint and position is null`))
      .length;

  test("turned off while a bulk change runs: saved without working off its events, and nothing is sent for them", async () => {
    await turnOn("paused");
    const contract = await addContract();
    await recordEvents(contract, ...Array.from({ length: 3000 }, () => "paused" as const));
    expect(await save({})).toBe(303);
    expect(await countUnplaced()).toBe(3000);
    await work();
    expect(server.mails).toEqual([]);
  });

  test.each([
    ["without settings", async () => {}],
    ["with all of them off", () => turnOn()],
  ] as const)(
    "the first notice that a shop %s turns on is sent for changes from then on",
    async (_, prepare) => {
      await prepare();
      const contract = await addContract();
      await work();
      await recordEvents(contract, "paused");
      expect(await save({ "mail-paused": "on" })).toBe(303);
      await work();
      expect(server.mails).toEqual([]);
      await recordEvents(contract, "paused");
      await work();
      expect(server.mails).toHaveLength(1);
    },
  );

  test("a notice is not sent for a change from before it was turned on, even if its job is still waiting", async () => {
    await turnOn();
    const contract = await addContract();
    await work();
    await recordEvents(contract, "paused");
    await passOnEvents(shop.id, new Date());
    expect(await save({ "mail-paused": "on" })).toBe(303);
    await work();
    expect(server.mails).toEqual([]);
  });

  test("a shop's very first events are no exception", async () => {
    const contract = await addContract();
    await recordEvents(contract, "paused");
    expect(await save({ "mail-paused": "on" })).toBe(303);
    await work();
    expect(server.mails).toEqual([]);
  });

  test("another notice turned on costs none that waits to be sent", async () => {
    await turnOn("cancelled");
    await recordEvents(await addContract(), "cancelled");
    expect(await save({ "mail-cancelled": "on", "mail-paused": "on" })).toBe(303);
    await work();
    expect(server.mails).toHaveLength(1);
  });

  test("texts are edited by version, previewed with a contract, sent as a test, and can be restored", async () => {
    await turnOn("paused");
    const contract = await addContract();
    const typed = { subject: "Stop, {{customer_name}}!", body: "A <i>pause</i>: {{products}}", version: "0" };
    const wrong = await post("save", { ...typed, subject: "{{nickname}} {{order_name}}", body: " " });
    expect(wrong.problem?.errors?.map(({ pointer, detail }) => [pointer, detail])).toEqual([
      ["/subject", "This notice has no variable called “nickname”."],
      ["/subject", "This notice has no variable called “order_name”."],
      ["/body", "Write something."],
    ]);
    const draft = await read(String(new URLSearchParams(typed)));
    expect(draft.preview?.mail?.subject).toBe("Stop, Ada <b> Lovelace!");
    expect(draft.preview?.mail?.html).toContain("A &lt;i&gt;pause&lt;/i&gt;");
    expect((await post("test", typed)).status).toBe(303);
    expect((await post("save", typed)).status).toBe(303);
    expect((await post("save", typed)).problem?.code).toBe("stale_version");
    await recordEvents(contract, "paused");
    await work();
    expect(server.mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [shop.staff.email, "Stop, Ada <b> Lovelace!"],
      ["ada@example.com", "Stop, Ada <b> Lovelace!"],
    ]);
    await post("reset", { version: "1" });
    expect((await read()).template.subject).toBe("Your subscription is paused");
    await post("restore", { version: "2", restoredVersion: "1" });
    const now = await read();
    expect(now.template.subject).toBe(typed.subject);
    expect(now.versions.map(({ version: number }) => number)).toEqual([3, 2, 1]);
    expect((await read("words=fr")).template.subject).toBe("Votre abonnement est en pause");
    const viewer = await insertStaff(shop.id, "viewer");
    expect(
      (await post("save", { ...typed, version: "3" }, await signIn(shop.id, viewer.id))).problem?.code,
    ).toBe("forbidden");
  });

  test("a text message has a text of its own, is counted while it is typed, and can be sent to a number as a test", async () => {
    const by = { channel: "sms" };
    env.SMS_GATEWAY_URL = (await startReceiver()).url;
    onTestFinished(() => {
      env.SMS_GATEWAY_URL = undefined;
    });
    await turnOnTexts("paused");
    const contract = await addContract({}, { firstName: "Ada", phone: "+49 30 901820" });
    const typed = { body: "{{customer_name}} – {{portal_address}}", version: "0", to: "+49 30 901821" };
    const wrong = await post("test", { ...typed, body: "{{subject}}", to: "12" }, cookie, by);
    expect(namesOf(wrong.problem)).toEqual(["/body", "/to"]);
    const draft = await read(String(new URLSearchParams(typed)), by);
    const text = `Ada Lovelace - https://${shop.shop.storeDomain}/apps/memberships/cp`;
    expect(draft.preview?.sms).toMatchObject({ text, segments: 1, characters: text.length });
    expect(draft.variables).toContain("portal_address");
    expect((await read()).variables).not.toContain("portal_address");
    expect((await post("test", typed, cookie, by)).status).toBe(303);
    expect((await post("save", { ...typed, body: "a".repeat(501) }, cookie, by)).problem?.code).toBe(
      "invalid_request",
    );
    expect((await post("save", typed, cookie, by)).status).toBe(303);
    expect((await read()).version).toBe(0);
    await recordEvents(contract, "paused");
    await work();
    const sent = await listTexts(shop.id, 10);
    expect(sent.map(({ recipient, text: said, status }) => [recipient, said, status])).toEqual([
      ["+4930901820", text, "SENT"],
      ["+4930901821", text, "SENT"],
    ]);
    expect((await post("reset", { version: "1" }, cookie, by)).status).toBe(303);
    expect((await read("", by)).template).toEqual({
      subject: null,
      body: "{{shop_name}}: Your subscription is paused. You won't be charged until it is resumed.",
    });
    const unknown = await ask(noticeEditorLoader, pageRequest(`${PATH}/fax`, { cookie }), {
      kind: "paused",
      channel: "fax",
    });
    expect(unknown.problem?.code).toBe("not_found");
    const page = async (role: "owner" | "viewer") =>
      ask(
        textMessagesLoader,
        pageRequest("/admin/mails/text-messages", {
          cookie: await signIn(shop.id, (await insertStaff(shop.id, role)).id),
        }),
      );
    expect((await page("viewer")).problem?.code).toBe("forbidden");
    expect((await page("owner")).data).toMatchObject({ hasGateway: true, texts: [{}, {}] });
  });

  test("the mail with a portal link has texts of its own, is no text message, and stands in the log", async () => {
    const notice = { kind: "portal_link" };
    const postLink = (form: Record<string, string>) =>
      ask(
        noticeEditorAction,
        pageRequest("/admin/notices/portal_link?intent=save", { cookie, form: { language: "en", ...form } }),
        notice,
      );
    const typedTemplate = {
      subject: "Come in, {{customer_name}}",
      body: "{{shop_name}} is open. {{good_for}}",
    };
    const wrong = await postLink({ ...typedTemplate, body: "{{amount}}", version: "0" });
    expect(namesOf(wrong.problem)).toEqual(["/body"]);
    expect((await postLink({ ...typedTemplate, version: "0" })).status).toBe(303);
    const { id, firstName, lastName } = await insertCustomer(shop.id, { email: "ada@example.com" });
    await inTransaction((tx) =>
      mailPortalLink(
        tx,
        shop.shop,
        { id, firstName, lastName, email: "ada@example.com" },
        { issuedBy: { type: "system", name: "Test" }, language: "en", now: new Date() },
      ),
    );
    await work();
    expect(server.mails.map(({ subject }) => subject)).toEqual(["Come in, Ada Lovelace"]);
    expect(server.mails[0]?.text).toMatch(/Bean & Leaf is open\. The link works until .*token=/s);
    expect(await listNotices(shop.id, { customerId: id }, 10)).toMatchObject([
      { kind: "portal_link", channel: "MAIL", state: "SENT" },
    ]);
    const asText = await ask(noticeEditorLoader, pageRequest("/admin/notices/portal_link/sms", { cookie }), {
      ...notice,
      channel: "sms",
    });
    expect(asText.problem?.code).toBe("not_found");
    await insertContract(shop.id, { customerId: id });
    const shown = await ask(
      noticeEditorLoader,
      pageRequest("/admin/notices/portal_link", { cookie }),
      notice,
    );
    expect(shown.data).toMatchObject({ preview: { mail: { subject: "Come in, Ada Lovelace" } } });
  });

  test("the log finds contracts and customers of its own shop only", async () => {
    const contract = await addContract();
    const log = async (query: string) =>
      (await ask(noticeLogLoader, pageRequest(`/admin/notices/log?${query}`, { cookie }))).problem?.code;
    expect(await log(`contract=${contract.subscriptionContractId}`)).toBeUndefined();
    expect(await log(`customer=${contract.customerId}`)).toBeUndefined();
    const other = await createTestShop();
    const foreign = await insertContract(other.id);
    expect(await log(`contract=${foreign.subscriptionContractId}`)).toBe("not_found");
    expect(await log(`customer=${foreign.customerId}`)).toBe("not_found");
    expect(await log("")).toBe("not_found");
  });
});
