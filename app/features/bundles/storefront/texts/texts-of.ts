import { toTextsOf } from "~/lib/languages/texts-of";
import type { BoxTexts } from "./box-texts";
import * as languages from "./languages";

export const boxTextsOf = toTextsOf<BoxTexts>(languages);
