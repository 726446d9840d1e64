import { z } from "zod";

/** The transform of a schema that reads a value in its own way: what `read` makes of it; null is an issue, in one sentence. */
export const readAs =
  <Given, T>(read: (given: Given) => T | null, message: string, code: string) =>
  (given: Given, context: z.core.$RefinementCtx<Given>): T => {
    const value = read(given);
    if (value !== null) return value;
    context.issues.push({ code: "custom", message, params: { code }, input: given });
    return z.NEVER;
  };
