import { z } from "zod";
import { MAX_PRICE } from "~/lib/limits";
import { compareMoney } from "~/lib/money";

/**
 * Fields of forms that name a row of ours. On the portal's pages nobody types them, so a wrong one needs no message.
 */
export const idField = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(Number)
  .refine(Number.isSafeInteger);

/** The same on the admin's pages, where it was chosen. @param message what to do about a wrong one */
export const formId = (message: string) => z.coerce.number({ error: message }).int(message).positive(message);

/** The contract's version that a form was rendered from. Kept as text: it is merged with parts that keep all fields. */
export const versionField = z.string().regex(/^\d{1,9}$/);

export const truthField = z.enum(["true", "false"]).transform((value) => value === "true");

/** A quantity in a customer's form; without the field it is 1. */
export const piecesField = z
  .string()
  .trim()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .refine((count) => count > 0)
  .default(1);

/** A quantity in a form of the staff. */
export const quantityField = z.coerce
  .number({ error: "Use a whole number." })
  .int("Use a whole number.")
  .min(1, "Use at least 1.");

/** An amount of money: digits and a point. The currency's decimals are checked by the rules. */
export const AMOUNT_FORM = /^\d{1,6}(?:\.\d{1,4})?$/;

/** An amount of money in a form of the staff. */
export const priceField = z
  .string({ error: "Write a number." })
  .trim()
  .regex(AMOUNT_FORM, { error: "Write a number such as 12.50.", abort: true })
  .refine((amount) => compareMoney(amount, MAX_PRICE) <= 0, {
    error: `Use at most ${MAX_PRICE}.`,
    params: { code: "out_of_range" },
  });
