import { z } from "zod";
import { MAX_ATTRIBUTE_KEY, MAX_ATTRIBUTE_VALUE, MAX_ATTRIBUTES } from "~/lib/limits";

/** What begins with `_` the merchant keeps there for software of theirs. */
export const isMerchantsKey = (key: string): boolean => key.startsWith("_");

/** The body of operation 12: all attributes the line is to have. */
export const lineAttributesSchema = z
  .array(
    z.object({
      key: z
        .string("Give a key.")
        .min(1, "Give a key.")
        .max(MAX_ATTRIBUTE_KEY, `At most ${MAX_ATTRIBUTE_KEY} characters.`),
      value: z.string("Give a value.").max(MAX_ATTRIBUTE_VALUE, `At most ${MAX_ATTRIBUTE_VALUE} characters.`),
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
