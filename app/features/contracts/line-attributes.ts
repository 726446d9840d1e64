import { z } from "zod";

/** Limits of a line's attributes. Source: wire.md §2 "12 attributes". */
export const MAX_ATTRIBUTES = 100;
const LONGEST_KEY = 255;
const LONGEST_VALUE = 5000;

/** What begins with `_` the merchant keeps there for software of theirs. */
export const isMerchantsKey = (key: string): boolean => key.startsWith("_");

/** The body of operation 12: all attributes the line is to have. */
export const lineAttributesSchema = z
  .array(
    z.object({
      key: z
        .string("Give a key.")
        .min(1, "Give a key.")
        .max(LONGEST_KEY, `At most ${LONGEST_KEY} characters.`),
      value: z.string("Give a value.").max(LONGEST_VALUE, `At most ${LONGEST_VALUE} characters.`),
    }),
    "Send an array of {key, value}.",
  )
  .max(MAX_ATTRIBUTES, `At most ${MAX_ATTRIBUTES} attributes.`)
  .superRefine((attributes, context) => {
    const seen = new Set<string>();
    attributes.forEach(({ key }, index) => {
      if (seen.has(key))
        context.addIssue({
          code: "custom",
          path: [index, "key"],
          params: { code: "duplicate_key" },
          message: "This key stands here twice.",
        });
      seen.add(key);
    });
  });
