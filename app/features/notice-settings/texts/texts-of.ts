import { de } from "~/features/notice-settings/texts/de";
import { en } from "~/features/notice-settings/texts/en";
import { es } from "~/features/notice-settings/texts/es";
import { fr } from "~/features/notice-settings/texts/fr";
import { ja } from "~/features/notice-settings/texts/ja";
import type { NoticeTexts } from "~/features/notice-settings/texts/notice-texts";
import type { PortalLanguage } from "~db/schema/portal-settings";

const TEXTS: Record<PortalLanguage, NoticeTexts> = { en, de, fr, es, ja };

export const noticeTextsOf = (language: PortalLanguage): NoticeTexts => TEXTS[language];
