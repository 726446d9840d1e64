import { toTextsOf } from "~/lib/languages/texts-of";
import type { FailureTexts } from "./texts/failure-text-keys";
import * as languages from "./texts/languages";

export const failureTextsOf = toTextsOf<FailureTexts>(languages);
