import { toTextsOf } from "~/lib/languages/texts-of";
import type { PortalLanguage } from "~db/schema/portal-settings";
import type { FailureTexts } from "./texts/failure-text-keys";
import * as languages from "./texts/languages";

export const failureTextsOf = toTextsOf<PortalLanguage, FailureTexts>(languages);
