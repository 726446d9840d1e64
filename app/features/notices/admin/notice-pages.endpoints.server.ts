import { redirect } from "@remix-run/node";
import { z } from "zod";
import { hasRole } from "~/access/principal";
import { toLightMail } from "~/features/mail/mail-layout";
import { DEFAULT_NOTICE_SETTINGS } from "~/features/notice-settings/notice-settings";
import {
  findNoticeSettings,
  listTextVersions,
  toTemplate,
} from "~/features/notice-settings/notice-settings.repo.server";
import { channelsOf, type NoticeChannel } from "~/features/notice-settings/rules/notice-kinds";
import { variablesOf } from "~/features/notice-settings/rules/notice-template";
import type { NoticeTemplate, TemplateKey } from "~/features/notice-settings/texts/notice-texts";
import { ownTemplate } from "~/features/notice-settings/texts/texts-of";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { hasTextGateway } from "~/features/text-messages/text-message-gateway.server";
import { pageAction } from "~/http/endpoint/routes.server";
import { staffChange, staffForm, staffPage } from "~/http/endpoint/staff-page.server";
import { pageId } from "~/http/request/page-fields";
import { notFound } from "~/lib/problem";
import { PORTAL_LANGUAGES } from "~db/schema/portal-enums";
import { saveTemplate, updateNoticeSettings } from "./notice-admin.service.server";
import { noticeKind, noticeSettingsForm, toSettingsFields } from "./notice-forms";
import { listNoticesOf } from "./notice-log.service.server";
import { toChannel, toEditorPath } from "./notice-places";
import { previewNotice, sendTest } from "./notice-preview.service.server";

const params = z.object({ kind: z.string(), channel: z.string().optional() });
function requireNotice(given: z.output<typeof params>) {
  const kind = noticeKind.safeParse(given.kind);
  const channel = toChannel(given.channel);
  if (!kind.success || !channel || !channelsOf(kind.data).includes(channel))
    throw notFound("There is no such notice.");
  return { kind: kind.data, channel };
}

/** A text message is sent without a subject. */
const typed = z.object({ subject: z.string().max(10_000).optional(), body: z.string().max(20_000) });
const toTyped = (channel: NoticeChannel, { subject, body }: z.output<typeof typed>): NoticeTemplate => ({
  subject: channel === "MAIL" ? (subject ?? "") : null,
  body,
});

const language = z.enum(PORTAL_LANGUAGES).optional().catch(undefined);

const body = typed.extend({
  language: z.enum(PORTAL_LANGUAGES),
  version: z.coerce.number().int(),
  to: z.string().max(50).default(""),
  contract: pageId.optional(),
});

const toEditor = (
  { kind, channel, language }: TemplateKey,
  done: string,
  more: Record<string, string> = {},
) =>
  redirect(`${toEditorPath(kind, channel)}?${new URLSearchParams({ words: language, ...more, done })}`, 303);

export const noticeSettingsLoader = staffPage("readNoticeSettings", "viewer", {
  handler: async ({ principal: { shop, role } }) => {
    const saved = await findNoticeSettings(shop.id);
    return {
      fields: toSettingsFields(saved ?? DEFAULT_NOTICE_SETTINGS),
      version: saved?.updatedAt.toISOString() ?? "",
      hasTextGateway: hasTextGateway(),
      mayEdit: hasRole(role, "editor"),
    };
  },
});

export const noticeSettingsAction = pageAction({
  save: staffChange("saveNoticeSettings", "editor", {
    body: noticeSettingsForm,
    done: "/admin/notices?done=saved",
    handler: ({ principal, body, context, audit }) =>
      updateNoticeSettings(principal.shop.id, body, audit, context.receivedAt),
  }),
});

/** The query contains the unsaved text; without it the saved text is shown. */
export const noticeEditorLoader = staffPage("readNoticeEditor", "viewer", {
  params,
  query: typed
    .partial()
    .extend({ words: language, to: z.string().max(50).optional(), contract: pageId.optional() })
    .loose(),
  handler: async ({ principal: { shop, role, email }, params: given, query, context }) => {
    const notice = requireNotice(given);
    const { kind, channel } = notice;
    const place = { ...notice, language: query.words ?? (await readPortalSettings(shop.id)).language };
    const versions = await listTextVersions(shop.id, place);
    const [newest] = versions;
    const own = newest ? toTemplate(newest) : null;
    const saved = own ?? ownTemplate(place);
    const { subject = saved.subject ?? "", body = saved.body } = query;
    const template = toTyped(channel, { subject, body });
    const preview = await previewNotice(shop, place, template, query.contract || null, context.receivedAt);
    return {
      ...place,
      template,
      /** The saved text, without what is typed, as form fields. */
      saved: { subject: saved.subject ?? "", body: saved.body },
      isOurs: own === null,
      version: newest?.version ?? 0,
      versions: versions.map((each) => ({
        version: each.version,
        title: each.subject ?? each.body,
        savedBy: each.savedBy,
        createdAt: each.createdAt,
      })),
      variables: variablesOf(kind, channel),
      preview:
        preview && "mail" in preview
          ? {
              mail: { subject: preview.mail.subject, html: toLightMail(preview.mail.html) },
              contractId: preview.contractId,
            }
          : preview,
      to: query.to ?? "",
      email,
      hasTextGateway: hasTextGateway(),
      mayEdit: hasRole(role, "editor"),
    };
  },
});

export const noticeEditorAction = pageAction({
  save: staffForm("saveNoticeWords", "editor", {
    params,
    body,
    handler: async ({ principal, params: given, body: sent, audit }) => {
      const place = { ...requireNotice(given), language: sent.language };
      const template = toTyped(place.channel, sent);
      await saveTemplate(principal.shop.id, place, template, sent.version, audit);
      return toEditor(place, "saved");
    },
  }),
  reset: staffForm("resetNoticeWords", "editor", {
    params,
    body: body.pick({ language: true, version: true }),
    handler: async ({ principal, params: given, body: sent, audit }) => {
      const place = { ...requireNotice(given), language: sent.language };
      await saveTemplate(principal.shop.id, place, null, sent.version, audit);
      return toEditor(place, "reset");
    },
  }),
  restore: staffForm("restoreNoticeWords", "editor", {
    params,
    body: body.pick({ language: true, version: true }).extend({
      restoredVersion: z.coerce.number({ error: "The form is out of date; load the page again." }).int(),
    }),
    handler: async ({ principal, params: given, body: sent, audit }) => {
      const place = { ...requireNotice(given), language: sent.language };
      const { id } = principal.shop;
      const versions = await listTextVersions(id, place);
      const found = versions.find((each) => each.version === sent.restoredVersion);
      if (!found) throw notFound("There is no such version.");
      await saveTemplate(id, place, toTemplate(found), sent.version, audit);
      return toEditor(place, "saved");
    },
  }),
  /** Send the notice as it is typed: to one's own address, or to a number. */
  test: staffForm("sendNoticeTest", "editor", {
    params,
    body,
    handler: async ({ principal, params: given, body: sent, realAudit }) => {
      const place = { ...requireNotice(given), language: sent.language };
      const { channel } = place;
      const template = toTyped(channel, sent);
      const recipient = channel === "MAIL" ? principal.email : sent.to;
      const to = { recipient, contractId: sent.contract || null };
      await sendTest(principal.shop, place, template, to, realAudit);
      const { subject, body: text } = template;
      return toEditor(place, "tested", {
        body: text,
        ...(subject === null ? { to: recipient } : { subject }),
      });
    },
  }),
});

/** What a contract's or a customer's notices were, and what became of them. */
export const noticeLogLoader = staffPage("readNoticeLog", "viewer", {
  query: z.looseObject({ contract: pageId.optional(), customer: pageId.optional() }),
  handler: async ({ principal: { shop }, query: { contract, customer }, context: { now } }) => ({
    now,
    ...(await listNoticesOf(shop.id, { contract, customer })),
  }),
});
