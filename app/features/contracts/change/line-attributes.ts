import { z } from "zod";
import { findWrongParts } from "~/http/request/field-rules";
import { MAX_ATTRIBUTE_KEY, MAX_ATTRIBUTE_VALUE, MAX_ATTRIBUTES } from "~/lib/limits";

/** A key without leading and trailing blanks and invisible characters. */
export const trimKey = (key: string): string => key.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, "");

/** Keys that begin with `_` are the merchant's, for their own software. */
export const isMerchantsKey = (key: string): boolean => trimKey(key).startsWith("_");

/** Attributes of a line or an order, each key once. */
export const attributesSchema = z
  .array(
    z.object({
      key: z
        .string("Give a key.")
        .transform(trimKey)
        .pipe(
          z.string().min(1, "Give a key.").max(MAX_ATTRIBUTE_KEY, `At most ${MAX_ATTRIBUTE_KEY} characters.`),
        ),
      value: z.string("Give a value.").max(MAX_ATTRIBUTE_VALUE, `At most ${MAX_ATTRIBUTE_VALUE} characters.`),
    }),
    "Send an array of {key, value}.",
  )
  .max(MAX_ATTRIBUTES, `At most ${MAX_ATTRIBUTES} attributes.`)
  .superRefine(
    (attributes, context) => {
      const wrong = findWrongParts(context.issues);
      if (wrong === null) return;
      const seen = new Set<string>();
      for (const [index, attribute] of attributes.entries()) {
        if (wrong.has(index)) continue;
        if (seen.has(attribute.key))
          context.addIssue({
            code: "custom",
            path: [index, "key"],
            params: { code: "duplicate_key" },
            message: "This key stands here twice.",
          });
        seen.add(attribute.key);
      }
    },
    { when: () => true },
  );
