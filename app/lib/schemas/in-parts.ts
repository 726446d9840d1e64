import { z } from "zod";

/**
 * A form or body read in two parts, so that the errors of both are reported together.
 *
 * @throws Error, when the module is loaded, if a part keeps fields that it does not declare: if the other part changes
 *   one of those (trims a text, reads a number), zod cannot merge the two values, and throws instead of reporting the
 *   errors.
 */
export function inParts<A extends z.ZodType, B extends z.ZodType>(
  first: A,
  second: B,
): z.ZodIntersection<A, B> {
  for (const part of [first, second])
    if (part instanceof z.ZodObject && part.def.catchall !== undefined)
      throw new Error("A part of a form must not keep fields that it does not declare.");
  return z.intersection(first, second);
}
