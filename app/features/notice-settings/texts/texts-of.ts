import { ar } from "~/features/notice-settings/texts/ar";
import { cs } from "~/features/notice-settings/texts/cs";
import { da } from "~/features/notice-settings/texts/da";
import { de } from "~/features/notice-settings/texts/de";
import { en } from "~/features/notice-settings/texts/en";
import { es } from "~/features/notice-settings/texts/es";
import { fi } from "~/features/notice-settings/texts/fi";
import { fr } from "~/features/notice-settings/texts/fr";
import { it } from "~/features/notice-settings/texts/it";
import { ja } from "~/features/notice-settings/texts/ja";
import { ko } from "~/features/notice-settings/texts/ko";
import { nb } from "~/features/notice-settings/texts/nb";
import { nl } from "~/features/notice-settings/texts/nl";
import type { NoticeTemplate, NoticeTexts, TemplateKey } from "~/features/notice-settings/texts/notice-texts";
import { pl } from "~/features/notice-settings/texts/pl";
import { ptBR } from "~/features/notice-settings/texts/pt-BR";
import { ptPT } from "~/features/notice-settings/texts/pt-PT";
import { sv } from "~/features/notice-settings/texts/sv";
import { tr } from "~/features/notice-settings/texts/tr";
import { zhHans } from "~/features/notice-settings/texts/zh-Hans";
import { zhHant } from "~/features/notice-settings/texts/zh-Hant";
import type { PortalLanguage } from "~db/schema/portal-settings";

const TEXTS: Record<PortalLanguage, () => NoticeTexts> = {
  en,
  de,
  fr,
  es,
  it,
  nl,
  "pt-BR": ptBR,
  "pt-PT": ptPT,
  da,
  sv,
  nb,
  fi,
  pl,
  cs,
  ja,
  ko,
  "zh-Hans": zhHans,
  "zh-Hant": zhHant,
  tr,
  ar,
};

export const noticeTextsOf = (language: PortalLanguage): NoticeTexts => TEXTS[language]();

/** Our text of a notice, for shops without one of their own. */
export function ownTemplate({ kind, channel, language }: TemplateKey): NoticeTemplate {
  const { subject, body, ...more } = noticeTextsOf(language)[kind];
  return channel === "SMS" && "sms" in more ? { subject: null, body: more.sms } : { subject, body };
}
