import { z } from "zod";

/** Limits of attributes. Source: wire.md §2 "12 attributes". */
export const MAX_ATTRIBUTES = 100;
const LONGEST_KEY = 255;
const LONGEST_VALUE = 5000;

/** A key without what nobody sees before and after it: blanks, and characters without a shape. */
export const trimKey = (key: string): string => key.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, "");

/** What begins with `_` the merchant keeps there for software of theirs. */
export const isMerchantsKey = (key: string): boolean => trimKey(key).startsWith("_");

/** Attributes of a line or an order, each key once. */
export const attributesSchema = z
  .array(
    z.object({
      key: z
        .string("Give a key.")
        .transform(trimKey)
        .pipe(z.string().min(1, "Give a key.").max(LONGEST_KEY, `At most ${LONGEST_KEY} characters.`)),
      value: z.string("Give a value.").max(LONGEST_VALUE, `At most ${LONGEST_VALUE} characters.`),
    }),
    "Send an array of {key, value}.",
  )
  .max(MAX_ATTRIBUTES, `At most ${MAX_ATTRIBUTES} attributes.`)
  .superRefine((attributes, context) => {
    const seen = new Set<string>();
    attributes.forEach(({ key }, index) => {
      if (key !== "" && seen.has(key))
        context.addIssue({
          code: "custom",
          path: [index, "key"],
          params: { code: "duplicate_key" },
          message: "This key stands here twice.",
        });
      seen.add(key);
    });
  });
