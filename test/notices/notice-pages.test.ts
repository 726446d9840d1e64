import { beforeEach, describe, expect, test } from "vitest";
import { listActivity } from "~/features/activity/activity.repo.server";
import { readNoticeSettings } from "~/features/notice-settings/notice-settings.repo.server";
import {
  noticeEditorAction,
  noticeEditorLoader,
  noticeLogLoader,
  noticeSettingsAction,
} from "~/features/notices/admin/notice-pages.endpoints.server";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { createTestShop, insertContract, insertStaff, signIn } from "../support/data/factories";

import { addContract, prepareNoticedShop, server, shop, tell, turnOn, work } from "./noticed-shop";

prepareNoticedShop();

describe("the admin's pages", () => {
  let cookie: string;
  beforeEach(async () => {
    cookie = await signIn(shop.id, shop.staff.id);
  });
  const PATH = "/admin/notices/paused";
  const read = async (query = "") =>
    (await ask(noticeEditorLoader, pageRequest(`${PATH}?${query}`, { cookie }), { kind: "paused" })).data as {
      words: { subject: string; body: string };
      version: number;
      versions: { version: number }[];
      preview: { subject: string; html: string } | null;
    };
  const post = (intent: string, form: Record<string, string>, as = cookie) =>
    ask(
      noticeEditorAction,
      pageRequest(`${PATH}?intent=${intent}`, { cookie: as, form: { language: "en", ...form } }),
      { kind: "paused" },
    );

  test("settings are saved once per version, and name what is wrong", async () => {
    const save = (form: Record<string, string>) =>
      ask(noticeSettingsAction, pageRequest("/admin/notices", { cookie, form }));
    expect(namesOf((await save({ upcomingDays: "31", updatedAt: "" })).problem)).toEqual(["/upcomingDays"]);
    expect((await save({ "mail-paused": "on", upcomingDays: "5", updatedAt: "" })).status).toBe(303);
    expect((await save({ upcomingDays: "6", updatedAt: "" })).problem?.code).toBe("stale_version");
    expect(await readNoticeSettings(shop.id)).toMatchObject({ mailKinds: ["paused"], upcomingDays: 5 });
    const [entry] = await listActivity(shop.id, null);
    expect(entry).toMatchObject({ action: "notices.settings_changed", after: { mailKinds: ["paused"] } });
  });

  test("words are edited by version, shown with a contract, tried out, and go back", async () => {
    await turnOn("paused");
    const contract = await addContract();
    const typed = { subject: "Stop, {{customer_name}}!", body: "A <i>pause</i>: {{products}}", seen: "0" };
    const wrong = await post("save", { ...typed, subject: "{{nickname}} {{order_name}}", body: " " });
    expect(wrong.problem?.errors?.map(({ pointer, detail }) => [pointer, detail])).toEqual([
      ["/subject", "This notice has no variable called “nickname”."],
      ["/subject", "This notice has no variable called “order_name”."],
      ["/body", "Write something."],
    ]);
    const draft = await read(String(new URLSearchParams(typed)));
    expect(draft.preview?.subject).toBe("Stop, Ada <b> Lovelace!");
    expect(draft.preview?.html).toContain("A &lt;i&gt;pause&lt;/i&gt;");
    expect((await post("test", typed)).status).toBe(303);
    expect((await post("save", typed)).status).toBe(303);
    expect((await post("save", typed)).problem?.code).toBe("stale_version");
    await tell(contract, "paused");
    await work();
    expect(server.mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [shop.staff.email, "Stop, Ada <b> Lovelace!"],
      ["ada@example.com", "Stop, Ada <b> Lovelace!"],
    ]);
    await post("reset", { seen: "1" });
    expect((await read()).words.subject).toBe("Your subscription is paused");
    await post("restore", { seen: "2", version: "1" });
    const now = await read();
    expect(now.words.subject).toBe(typed.subject);
    expect(now.versions.map(({ version: number }) => number)).toEqual([3, 2, 1]);
    expect((await read("words=fr")).words.subject).toBe("Votre abonnement est en pause");
    const viewer = await insertStaff(shop.id, "viewer");
    expect(
      (await post("save", { ...typed, seen: "3" }, await signIn(shop.id, viewer.id))).problem?.code,
    ).toBe("forbidden");
  });

  test("the log knows contracts and customers of its shop only", async () => {
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
