import { createHash } from "node:crypto";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { toAddressKey } from "~/access/address-key";
import { ProblemError } from "~/lib/problem";

const WINDOW_SECONDS = 15 * 60;
/** Wrong passwords per window and account: from all unknown browsers together, and from each known browser or mailed link. */
export const ATTEMPTS_PER_ACCOUNT = 10;
/** Wrong passwords per window and address, for any accounts. An office may share one address. */
export const ATTEMPTS_PER_ADDRESS = 50;

// Counted per process: n web processes allow n times as many, which is still few against a hashed password.
const byAccount = new RateLimiterMemory({ points: ATTEMPTS_PER_ACCOUNT, duration: WINDOW_SECONDS });
const byAddress = new RateLimiterMemory({ points: ATTEMPTS_PER_ADDRESS, duration: WINDOW_SECONDS });

// Hashed, since the field may contain a long text, or a password by mistake.
const toAccountKey = (email: string): string => createHash("sha256").update(email).digest("base64url");

/** `knownBy`: hash of the known browser's token or the mailed link's token; null for others. */
type SignInAttempt = { email: string; address: string; knownBy: string | null };

/**
 * Counts an attempt before the password is checked, so that a hundred at once count as a hundred. A known browser or
 * link has a count of its own, which nobody else can use up, neither with the account's e-mail nor from the same
 * address (wire.md §7).
 * @throws ProblemError 429 with Retry-After
 */
export async function requireSignInAttemptLeft({ email, address, knownBy }: SignInAttempt): Promise<void> {
  if (knownBy)
    return consume(byAccount, toAccountKey(`${knownBy} ${email}`), "in this browser or by this link");
  await consume(byAddress, toAddressKey(address), "from this address");
  await consume(byAccount, toAccountKey(email), "for this account");
}

async function consume(limiter: RateLimiterMemory, key: string, where: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    const minutes = Math.ceil(seconds / 60);
    throw new ProblemError(
      "too_many_requests",
      `Too many tries ${where}. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
      { headers: { "Retry-After": String(seconds) } },
    );
  }
}

/** After the right password: resets the account's count, and takes back this one attempt of the address. */
export async function giveAttemptBack({ email, address, knownBy }: SignInAttempt): Promise<void> {
  if (knownBy) return void (await byAccount.delete(toAccountKey(`${knownBy} ${email}`)));
  await byAccount.delete(toAccountKey(email));
  await byAddress.reward(toAddressKey(address));
}
