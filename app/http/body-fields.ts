import { z } from "zod";

/** One word of a list as a field of a JSON body, in any case (wire.md §1 "Tolerance"). */
export const wordField = <const T extends string>(words: readonly T[]) =>
  z
    .string({ error: `Use one of ${words.join(", ")}.` })
    .transform((text, context): T => {
      const word = words.find((each) => each === text.trim().toUpperCase());
      if (word !== undefined) return word;
      context.issues.push({
        code: "custom",
        message: `Use one of ${words.join(", ")}.`,
        params: { code: "invalid_value" },
        input: text,
      });
      return z.NEVER;
    })
    .meta({ type: "string", enum: [...words] });
