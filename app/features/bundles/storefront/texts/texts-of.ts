import type { PortalLanguage } from "~db/schema/portal-settings";
import { ar } from "./ar";
import type { BoxTexts } from "./box-texts";
import { cs } from "./cs";
import { da } from "./da";
import { de } from "./de";
import { en } from "./en";
import { es } from "./es";
import { fi } from "./fi";
import { fr } from "./fr";
import { it } from "./it";
import { ja } from "./ja";
import { ko } from "./ko";
import { nb } from "./nb";
import { nl } from "./nl";
import { pl } from "./pl";
import { ptBR } from "./pt-br";
import { ptPT } from "./pt-pt";
import { sv } from "./sv";
import { tr } from "./tr";
import { zhHans } from "./zh-hans";
import { zhHant } from "./zh-hant";

const TEXTS: Record<PortalLanguage, () => BoxTexts> = {
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

export const boxTextsOf = (language: PortalLanguage): BoxTexts => TEXTS[language]();
