import type { PortalLanguage } from "~db/schema/portal-settings";
import { ar } from "./texts/ar";
import { cs } from "./texts/cs";
import { da } from "./texts/da";
import { de } from "./texts/de";
import { en } from "./texts/en";
import { es } from "./texts/es";
import { fi } from "./texts/fi";
import { fr } from "./texts/fr";
import { it } from "./texts/it";
import { ja } from "./texts/ja";
import { ko } from "./texts/ko";
import type { MailTexts } from "./texts/mail-text-keys";
import { nb } from "./texts/nb";
import { nl } from "./texts/nl";
import { pl } from "./texts/pl";
import { ptBR } from "./texts/pt-br";
import { ptPT } from "./texts/pt-pt";
import { sv } from "./texts/sv";
import { tr } from "./texts/tr";
import { zhHans } from "./texts/zh-hans";
import { zhHant } from "./texts/zh-hant";

const TEXTS: Record<PortalLanguage, () => MailTexts> = {
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

export const mailTextsOf = (language: PortalLanguage): MailTexts => TEXTS[language]();
