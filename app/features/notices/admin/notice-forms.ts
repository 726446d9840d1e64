import { z } from "zod";
import { kindsBy, type NoticeSettings } from "~/features/notice-settings/notice-settings";
import { SWITCHED_KINDS } from "~/features/notice-settings/rules/notice-kinds";
import {
  findBrokenVariables,
  findUnknownVariables,
  toParagraphs,
} from "~/features/notice-settings/rules/notice-template";
import type { NoticeTemplate, TemplateKey } from "~/features/notice-settings/texts/notice-texts";
import type { FieldError } from "~/lib/problem";
import { NOTICE_CHANNELS, NOTICE_KINDS } from "~db/schema/notice-enums";
import { MOST_BODY, toBox } from "./notice-places";

const DAYS = "Use 1 to 30 days.";

/** The form of the notice settings: one checkbox per notice and channel. */
export const noticeSettingsForm = z
  .object({
    upcomingDays: z.coerce.number({ error: DAYS }).int(DAYS).min(1, DAYS).max(30, DAYS),
    version: z.string().default(""),
  })
  .catchall(z.unknown())
  .transform(({ upcomingDays, version, ...boxes }) => ({
    upcomingDays,
    version,
    mailKinds: SWITCHED_KINDS.filter((kind) => Boolean(boxes[toBox("MAIL", kind)])),
    smsKinds: SWITCHED_KINDS.filter((kind) => Boolean(boxes[toBox("SMS", kind)])),
  }));

export const toSettingsFields = (settings: NoticeSettings): Record<string, string> => ({
  upcomingDays: String(settings.upcomingDays),
  ...Object.fromEntries(
    NOTICE_CHANNELS.flatMap((channel) =>
      SWITCHED_KINDS.map((kind) => [
        toBox(channel, kind),
        kindsBy(channel, settings).includes(kind) ? "on" : "",
      ]),
    ),
  ),
});

export const noticeKind = z.enum(NOTICE_KINDS);

const MOST_SUBJECT = 200;

/** @returns errors of a notice's text, by field; none when it may be saved */
export function findTemplateErrors(
  { kind, channel }: Pick<TemplateKey, "kind" | "channel">,
  { subject, body }: NoticeTemplate,
): FieldError[] {
  const fields = [
    { field: "subject", text: subject, most: MOST_SUBJECT },
    { field: "body", text: body, most: MOST_BODY[channel] },
  ];
  return fields.flatMap(({ field, text, most }) => {
    if (text === null) return [];
    const details = [
      ...findUnknownVariables(kind, channel, text).map(
        (name) => `This notice has no variable called “${name}”.`,
      ),
      ...findBrokenVariables(text).map(
        (part) =>
          `“${part}” is no whole variable. Write it with two braces on each side, such as {{shop_name}}.`,
      ),
    ];
    if (text.length > most) details.unshift(`Use at most ${most} characters.`);
    if (toParagraphs(text).length === 0) details.unshift("Write something.");
    return details.map((detail) => ({ pointer: `/${field}`, code: "invalid", detail }));
  });
}
