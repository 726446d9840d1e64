import type { PortalLanguage } from "~db/schema/portal-settings";
import { de } from "./texts/de";
import { en } from "./texts/en";
import { es } from "./texts/es";
import type { FailureTexts } from "./texts/failure-text-keys";
import { fr } from "./texts/fr";
import { ja } from "./texts/ja";

const TEXTS: Record<PortalLanguage, () => FailureTexts> = { en, de, fr, es, ja };

export const failureTextsOf = (language: PortalLanguage): FailureTexts => TEXTS[language]();
