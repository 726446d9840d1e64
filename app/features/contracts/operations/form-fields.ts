import { z } from "zod";

/** Fields of forms that name a row of ours. Those of the portal's pages are never typed: a wrong one needs no words. */
export const idField = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(Number)
  .refine(Number.isSafeInteger);

/** The same of the admin's pages, where it was chosen. @param message what to do about a wrong one */
export const formId = (message: string) => z.coerce.number({ error: message }).int(message).positive(message);

export const truthField = z.enum(["true", "false"]).transform((value) => value === "true");

/** As many as a customer writes; a page without that field adds one. */
export const piecesField = z
  .string()
  .trim()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .refine((count) => count > 0)
  .default(1);

/** A count of pieces, as staff write it. */
export const quantityField = z.coerce
  .number({ error: "Use a whole number." })
  .int("Use a whole number.")
  .min(1, "Use at least 1.");

/** An amount of money: digits and a point. Which decimals a currency has is a rule's to say. */
export const AMOUNT_FORM = /^\d{1,6}(?:\.\d{1,4})?$/;

/** The same, as staff write it. */
export const priceField = z
  .string({ error: "Write a number." })
  .trim()
  .regex(AMOUNT_FORM, "Write a number such as 12.50.");
