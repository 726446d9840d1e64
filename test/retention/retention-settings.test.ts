import { expect, test } from "vitest";
import { listActivity } from "~/features/activity/activity.repo.server";
import { KEPT_DAYS, KEPT_NAMES } from "~/features/retention/kept-days";
import { retentionAction, retentionLoader } from "~/features/retention/retention.endpoints.server";
import { readKeptDays } from "~/features/retention/retention.repo.server";
import { ask, namesOf, pageRequest } from "../support/calls/pages";

import { insertStaff, signIn } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const PATH = "/admin/settings/retention";
const shop = shopOfEachTest();
const usual = Object.fromEntries(KEPT_NAMES.map((name) => [name, null]));

async function open() {
  const cookie = await signIn(shop.id, shop.staff.id);
  const read = async () =>
    (await ask(retentionLoader, pageRequest(PATH, { cookie }))).data as {
      fields: Record<string, string>;
      version: string;
      mayEdit: boolean;
    };
  const save = (form: Record<string, string>, as = cookie) =>
    ask(retentionAction, pageRequest(PATH, { cookie: as, form }));
  return { read, save };
}

test("an owner decides on days, and takes them back; the history says what they were", async () => {
  const { read, save } = await open();
  expect(await read()).toMatchObject({ fields: { mails: "", notices: "" }, version: "", mayEdit: true });
  expect((await save({ mails: "30", notices: "365", version: "" })).status).toBe(303);
  expect((await readKeptDays(shop.id)).days).toEqual({ ...usual, mails: 30, notices: 365 });
  const saved = await read();
  expect(saved.fields).toMatchObject({ mails: "30", notices: "365", portalLinks: "" });
  expect((await save({ ...saved.fields, mails: "", version: saved.version })).status).toBe(303);
  expect((await readKeptDays(shop.id)).days).toEqual({ ...usual, notices: 365 });
  const entries = await listActivity(shop.id, null);
  expect(entries.filter(({ action }) => action === "retention.settings_changed")).toMatchObject([
    { before: { mails: 30 }, after: { mails: null } },
    { before: { mails: null, notices: null }, after: { mails: 30, notices: 365 } },
  ]);
});

test("every field that is wrong is named, and nothing is saved", async () => {
  const { save } = await open();
  const wrong: Record<string, string> = {};
  for (const [index, name] of KEPT_NAMES.entries())
    wrong[name] = ["0", "731", "soon", "-7", "1.5"][index % 5] ?? "";
  const answer = await save({ ...wrong, version: "" });
  expect(answer.status).toBe(400);
  expect(namesOf(answer.problem)).toEqual(KEPT_NAMES.map((name) => `/${name}`));
  expect(JSON.stringify(answer.problem)).toContain(
    `${KEPT_DAYS.mails.least} to ${KEPT_DAYS.mails.most} days`,
  );
  expect((await readKeptDays(shop.id)).days).toEqual(usual);
});

test("the audit log is kept for ever, or for 90 days at least", async () => {
  const { read, save } = await open();
  const refused = await save({ auditLog: "89", version: "" });
  expect(JSON.stringify(refused.problem)).toContain("Use 90 to 3650 days, or leave it empty: for ever.");
  expect((await save({ auditLog: "365", version: "" })).status).toBe(303);
  expect((await readKeptDays(shop.id)).days).toEqual({ ...usual, auditLog: 365 });
  expect((await read()).fields).toMatchObject({ auditLog: "365", mails: "" });
});

test("what somebody else saved since is not overwritten, and only owners save", async () => {
  const { read, save } = await open();
  await save({ mails: "30", version: "" });
  expect((await save({ mails: "60", version: "" })).status).toBe(409);
  const editor = await insertStaff(shop.id, "editor");
  const as = await signIn(shop.id, editor.id);
  const { version } = await read();
  expect((await save({ mails: "60", version }, as)).status).toBe(403);
  expect((await readKeptDays(shop.id)).days.mails).toBe(30);
});
