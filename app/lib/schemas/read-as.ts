import { z } from "zod";

/** A schema's transform that parses with `read`; null becomes an issue with one sentence. */
export const readAs =
  <Given, T>(read: (given: Given) => T | null, message: string, code: string) =>
  (given: Given, context: z.core.$RefinementCtx<Given>): T => {
    const value = read(given);
    if (value !== null) return value;
    context.issues.push({ code: "custom", message, params: { code }, input: given });
    return z.NEVER;
  };
