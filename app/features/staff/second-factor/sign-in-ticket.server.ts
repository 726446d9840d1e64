import { createHash } from "node:crypto";
import { z } from "zod";
import { seal, unseal } from "~/access/sealed-value.server";

/** Long enough to fetch one's phone. */
const GOOD_FOR_MS = 10 * 60_000;

const ticket = z.object({
  what: z.literal("sign-in"),
  staffId: z.number(),
  email: z.string(),
  /** Digest of the password that was right: a change of password invalidates the ticket. */
  password: z.string(),
  /** Hash of the mailed link that was used, which signing in then uses up. */
  link: z.string().nullable(),
  until: z.number(),
});
type SignInTicket = z.output<typeof ticket>;

export const digestOf = (passwordHash: string): string =>
  createHash("sha256").update(passwordHash).digest("base64url");

/**
 * Proof that the password was right, for the form that asks for the code. Sealed, so that only we can read or make one.
 */
export const makeTicket = (
  { id, email, passwordHash }: { id: number; email: string; passwordHash: string },
  link: string | null,
  now: Date,
): string =>
  seal({
    what: "sign-in",
    staffId: id,
    email,
    password: digestOf(passwordHash),
    link,
    until: now.getTime() + GOOD_FOR_MS,
  } satisfies SignInTicket);

/** Null when it is not ours, or has expired. */
export async function openTicket(text: string, now: Date): Promise<SignInTicket | null> {
  const opened = ticket.safeParse(await unseal(text));
  return opened.success && opened.data.until > now.getTime() ? opened.data : null;
}
