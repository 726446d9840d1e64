import { toTextsOf } from "~/lib/languages/texts-of";
import type { PortalLanguage } from "~db/schema/portal-settings";
import * as languages from "./languages";
import type { NoticeTemplate, NoticeTexts, TemplateKey } from "./notice-texts";

export const noticeTextsOf = toTextsOf<PortalLanguage, NoticeTexts>(languages);

/** Our text of a notice, for shops without one of their own. */
export function ownTemplate({ kind, channel, language }: TemplateKey): NoticeTemplate {
  const { subject, body, ...more } = noticeTextsOf(language)[kind];
  return channel === "SMS" && "sms" in more ? { subject: null, body: more.sms } : { subject, body };
}
