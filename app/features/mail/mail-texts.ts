import type { PortalLanguage } from "~db/schema/portal-settings";
import { de } from "./texts/de";
import { en } from "./texts/en";
import { es } from "./texts/es";
import { fr } from "./texts/fr";
import { ja } from "./texts/ja";
import type { MailTexts } from "./texts/mail-text-keys";

const TEXTS: Record<PortalLanguage, () => MailTexts> = { en, de, fr, es, ja };

export const mailTextsOf = (language: PortalLanguage): MailTexts => TEXTS[language]();
