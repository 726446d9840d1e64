import { toTextsOf } from "~/lib/languages/texts-of";
import type { PortalLanguage } from "~db/schema/portal-settings";
import * as languages from "./texts/languages";
import type { MailTexts } from "./texts/mail-text-keys";

export const mailTextsOf = toTextsOf<PortalLanguage, MailTexts>(languages);
