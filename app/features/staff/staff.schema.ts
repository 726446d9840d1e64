import { z } from "zod";

/** The address after signing in: only a path of the admin, never another host or scheme. */
export function toSafeNext(next: string | null | undefined): string {
  const fallback = "/admin";
  if (!next?.startsWith("/") || !URL.canParse(next, "http://own.invalid")) return fallback;
  const url = new URL(next, "http://own.invalid");
  const isOwn = url.host === "own.invalid" && /^\/admin(\/|$)/.test(url.pathname);
  if (!isOwn || /^\/admin\/sign-(in|out)\b/.test(url.pathname)) return fallback;
  return url.pathname + url.search;
}

export const signInSchema = z.object({
  email: z
    .string("Enter your e-mail address.")
    .trim()
    .min(1, "Enter your e-mail address.")
    .max(320, "At most 320 characters.")
    .transform((email) => email.toLowerCase()),
  password: z
    .string("Enter your password.")
    .min(1, "Enter your password.")
    .max(1000, "At most 1,000 characters."),
  next: z.string().optional(),
  /** Of a mailed link. */
  token: z.string().optional(),
});

/** `ticket` proves that the password was right. */
export const signInCodeSchema = z.object({
  ticket: z.string("Enter your password again."),
  factorCode: z
    .string("Enter the code.")
    .trim()
    .min(1, "Enter the code.")
    .max(100, "At most 100 characters."),
  next: z.string().optional(),
});

export const switchShopSchema = z.object({
  shopId: z.coerce.number("Choose a shop.").int().positive(),
});
