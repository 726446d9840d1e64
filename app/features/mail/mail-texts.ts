import { toTextsOf } from "~/lib/languages/texts-of";
import * as languages from "./texts/languages";
import type { MailTexts } from "./texts/mail-text-keys";

export const mailTextsOf = toTextsOf<MailTexts>(languages);
