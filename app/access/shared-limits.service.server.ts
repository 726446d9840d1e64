import { createHash } from "node:crypto";
import type { RealTime } from "~/lib/clocks";
import { ProblemError } from "~/lib/problem";
import { deleteAttempts, findFirstAttempt, giveBackAttempt, takeAttempt } from "./shared-limits.repo.server";

/** At most `most` attempts in any window of `windowMs`, in all processes together. */
export type SharedLimit = {
  /** Unique: limits of different names count separately. */
  name: string;
  most: number;
  windowMs: number;
  /** First sentence of the refusal; the time to try again follows it. */
  refusal: string;
};

// Addresses, e-mails and tokens are hashed: not stored in clear, and of any length. Somebody may also type a password
// into the field for the e-mail by mistake.
const toKey = (limit: SharedLimit, whose: string): string =>
  createHash("sha256").update(`${limit.name}:${whose}`).digest("base64url");

/** Counts an attempt. @returns whether it was within the limit; refused ones are not counted */
export const takeSharedAttempt = (limit: SharedLimit, whose: string, now: RealTime): Promise<boolean> =>
  takeAttempt(toKey(limit, whose), { most: limit.most, windowMs: limit.windowMs, now });

/**
 * Count an attempt before it is handled, so that a hundred at once count as a hundred.
 *
 * @param whose what is limited: an address (`toAddressKey`), an e-mail, a token
 * @throws ProblemError too_many_requests with Retry-After
 */
export async function requireWithinSharedLimit(
  limit: SharedLimit,
  whose: string,
  now: RealTime,
): Promise<void> {
  if (await takeSharedAttempt(limit, whose, now)) return;
  const { windowMs } = limit;
  const first = await findFirstAttempt(toKey(limit, whose), new Date(now.getTime() - windowMs));
  const seconds = Math.max(
    1,
    Math.ceil(((first?.getTime() ?? now.getTime()) + windowMs - now.getTime()) / 1000),
  );
  throw new ProblemError("too_many_requests", `${limit.refusal} Try again in ${toText(seconds)}.`, {
    headers: { "Retry-After": String(seconds) },
  });
}

/**
 * Takes back one attempt that turned out to be rightful.
 *
 * @param at the instant with which it was counted
 */
export const giveSharedAttemptBack = (limit: SharedLimit, whose: string, at: RealTime): Promise<void> =>
  giveBackAttempt(toKey(limit, whose), at);

/** Forgets all attempts so far. */
export const forgetSharedAttempts = (limit: SharedLimit, whose: string): Promise<void> =>
  deleteAttempts(toKey(limit, whose));

function toText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const [count, unit] = minutes > 90 ? [Math.ceil(minutes / 60), "hour"] : [minutes, "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
