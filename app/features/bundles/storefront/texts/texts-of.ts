import { toTextsOf } from "~/lib/languages/texts-of";
import type { PortalLanguage } from "~db/schema/portal-settings";
import type { BoxTexts } from "./box-texts";
import * as languages from "./languages";

export const boxTextsOf = toTextsOf<PortalLanguage, BoxTexts>(languages);
