import { redirect } from "@remix-run/node";
import { z } from "zod";
import { hasRole, toAudit } from "~/access/principal";
import { DEFAULT_NOTICE_SETTINGS } from "~/features/notice-settings/notice-settings";
import { findNoticeSettings, listTextVersions } from "~/features/notice-settings/notice-settings.repo.server";
import { variablesOf } from "~/features/notice-settings/rules/notice-template";
import { noticeTextsOf } from "~/features/notice-settings/texts/texts-of";
import {
  mailTest,
  previewNotice,
  saveWords,
  updateNoticeSettings,
} from "~/features/notices/admin/notice-admin.service.server";
import { noticeSettingsForm, toSettingsFields, writtenKind } from "~/features/notices/admin/notice-forms";
import { listNoticesOf } from "~/features/notices/admin/notice-log.service.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction, pageLoader } from "~/http/endpoint/routes.server";
import { pageId } from "~/http/request/page-fields";
import { notFound } from "~/lib/problem";
import { PORTAL_LANGUAGES } from "~db/schema/portal-enums";

const readSettings = defineEndpoint({
  operationId: "readNoticeSettings",
  summary: "Which notices customers get",
  method: "GET",
  access: { staff: "viewer" },
  handler: async ({ principal: { shop, role } }) => {
    const saved = await findNoticeSettings(shop.id);
    return {
      fields: toSettingsFields(saved ?? DEFAULT_NOTICE_SETTINGS),
      updatedAt: saved?.updatedAt.toISOString() ?? "",
      mayEdit: hasRole(role, "editor"),
    };
  },
});

const saveSettings = defineEndpoint({
  operationId: "saveNoticeSettings",
  summary: "Turn notices on and off",
  method: "POST",
  access: { staff: "editor" },
  body: noticeSettingsForm,
  handler: async ({ principal, body, context }) => {
    await updateNoticeSettings(principal.shop.id, body, toAudit(principal, context), context.receivedAt);
    return redirect("/admin/notices?done=saved", 303);
  },
});

const params = z.object({ kind: z.string() });
const requireKind = ({ kind }: z.output<typeof params>) => {
  const known = writtenKind.safeParse(kind);
  if (!known.success) throw notFound("There is no such notice, or its words are not for editing.");
  return known.data;
};

const typed = z.object({ subject: z.string().max(10_000), body: z.string().max(20_000) });
const language = z.enum(PORTAL_LANGUAGES).optional().catch(undefined);

/** What is being typed comes in the query; without it the saved words show. */
const readEditor = defineEndpoint({
  operationId: "readNoticeEditor",
  summary: "The words of a notice in one language, and how it looks",
  method: "GET",
  access: { staff: "viewer" },
  params,
  query: typed.partial().extend({ words: language, contract: pageId.optional() }).loose(),
  handler: async ({ principal: { shop, role, email }, params: given, query }) => {
    const kind = requireKind(given);
    const chosen = query.words ?? (await readPortalSettings(shop.id)).language;
    const versions = await listTextVersions(shop.id, { kind, language: chosen });
    const own = noticeTextsOf(chosen)[kind];
    const [newest] = versions;
    const saved = { subject: newest?.subject ?? own.subject, body: newest?.body ?? own.body };
    const words = { subject: query.subject ?? saved.subject, body: query.body ?? saved.body };
    const preview = await previewNotice(shop, { kind, language: chosen }, words, query.contract || null);
    return {
      kind,
      language: chosen,
      words,
      isOurs: newest?.subject == null,
      version: newest?.version ?? 0,
      versions: versions.map(({ version, subject, savedBy, createdAt }) => ({
        version,
        subject,
        savedBy,
        createdAt,
      })),
      variables: variablesOf(kind),
      preview: preview && {
        subject: preview.mail.subject,
        html: preview.mail.html,
        contractId: preview.contractId,
      },
      email,
      mayEdit: hasRole(role, "editor"),
    };
  },
});

const body = typed.extend({
  language: z.enum(PORTAL_LANGUAGES),
  seen: z.coerce.number().int(),
  contract: pageId.optional(),
});

const toEditor = (kind: string, words: string, done: string) =>
  redirect(`/admin/notices/${kind}?${new URLSearchParams({ words, done })}`, 303);

const submitWords = defineEndpoint({
  operationId: "saveNoticeWords",
  summary: "Save the words of a notice as a new version",
  method: "POST",
  access: { staff: "editor" },
  params,
  body,
  handler: async ({
    principal,
    params: given,
    body: { language: to, seen, subject, body: text },
    context,
  }) => {
    const kind = requireKind(given);
    const words = { subject, body: text };
    await saveWords(principal.shop.id, { kind, language: to }, words, seen, toAudit(principal, context));
    return toEditor(kind, to, "saved");
  },
});

const submitDefault = defineEndpoint({
  operationId: "resetNoticeWords",
  summary: "Go back to the notice's own words",
  method: "POST",
  access: { staff: "editor" },
  params,
  body: body.pick({ language: true, seen: true }),
  handler: async ({ principal, params: given, body: { language: to, seen }, context }) => {
    const kind = requireKind(given);
    await saveWords(principal.shop.id, { kind, language: to }, null, seen, toAudit(principal, context));
    return toEditor(kind, to, "reset");
  },
});

const submitRestore = defineEndpoint({
  operationId: "restoreNoticeWords",
  summary: "Make an earlier version of a notice's words the newest",
  method: "POST",
  access: { staff: "editor" },
  params,
  body: body.pick({ language: true, seen: true }).extend({ version: z.coerce.number().int() }),
  handler: async ({ principal, params: given, body: { language: to, seen, version }, context }) => {
    const kind = requireKind(given);
    const { id } = principal.shop;
    const versions = await listTextVersions(id, { kind, language: to });
    const found = versions.find((each) => each.version === version);
    if (!found) throw notFound("There is no such version.");
    const { subject, body: text } = found;
    const words = subject === null || text === null ? null : { subject, body: text };
    await saveWords(id, { kind, language: to }, words, seen, toAudit(principal, context));
    return toEditor(kind, to, "saved");
  },
});

const submitTest = defineEndpoint({
  operationId: "mailNoticeTest",
  summary: "Mail the notice as it is typed to oneself",
  method: "POST",
  access: { staff: "editor" },
  params,
  body,
  handler: async ({ principal, params: given, body: { language: to, contract, ...words }, context }) => {
    const kind = requireKind(given);
    const recipient = { recipient: principal.email, contractId: contract || null };
    await mailTest(principal.shop, { kind, language: to }, words, recipient, context.receivedAt);
    const search = new URLSearchParams({
      words: to,
      subject: words.subject,
      body: words.body,
      done: "tested",
    });
    return redirect(`/admin/notices/${kind}?${search}`, 303);
  },
});

const readLog = defineEndpoint({
  operationId: "readNoticeLog",
  summary: "What a contract's or a customer's notices were, and what became of them",
  method: "GET",
  access: { staff: "viewer" },
  query: z.looseObject({ contract: pageId.optional(), customer: pageId.optional() }),
  handler: async ({ principal: { shop }, query: { contract, customer }, context: { now } }) => ({
    now,
    ...(await listNoticesOf(shop.id, { contract, customer })),
  }),
});

export const noticeSettingsLoader = pageLoader(readSettings);
export const noticeSettingsAction = pageAction({ save: saveSettings });
export const noticeEditorLoader = pageLoader(readEditor);
export const noticeEditorAction = pageAction({
  save: submitWords,
  reset: submitDefault,
  restore: submitRestore,
  test: submitTest,
});
export const noticeLogLoader = pageLoader(readLog);
