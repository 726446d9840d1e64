import { z } from "zod";

/** An enum value as a field of a JSON body, in any case unless `exactCase` (wire.md §1 "Tolerance"). */
export function wordField<const T extends string>(
  words: readonly T[],
  { description, exactCase = false }: { description: string; exactCase?: boolean },
) {
  const byText = new Map<string, T>(words.map((each) => [each, each]));
  const error = `Use one of ${words.join(", ")}${exactCase ? ", in upper case" : ""}.`;
  return z
    .string({ error })
    .transform((text, context): T => {
      const word = byText.get(exactCase ? text : text.trim().toUpperCase());
      if (word !== undefined) return word;
      context.issues.push({
        code: "custom",
        message: error,
        params: { code: "invalid_value" },
        input: text,
      });
      return z.NEVER;
    })
    .meta({
      type: "string",
      enum: [...words],
      description: `${description} ${exactCase ? "Upper case only." : "In any case."}`,
    });
}
