import { createHash } from "node:crypto";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { toAddressKey } from "~/access/address-key";
import { ProblemError } from "~/lib/problem";

const WINDOW_SECONDS = 15 * 60;
/** Wrong passwords per window and account: from all unknown browsers together, and from each known browser or mailed link. */
export const ATTEMPTS_PER_ACCOUNT = 10;
/** Wrong tries from one address in a window, for whatever accounts. An office may sit behind one address. */
export const ATTEMPTS_PER_ADDRESS = 50;

// In this process only: n web processes allow n times the tries, which is still few against a hashed password.
const byAccount = new RateLimiterMemory({ points: ATTEMPTS_PER_ACCOUNT, duration: WINDOW_SECONDS });
const byAddress = new RateLimiterMemory({ points: ATTEMPTS_PER_ADDRESS, duration: WINDOW_SECONDS });

// What is typed as an e-mail may be long, or a password in the wrong field: hashed.
const toAccountKey = (email: string): string => createHash("sha256").update(email).digest("base64url");

/** Who tries: `knownBy` is the hash of what this account knows them by (its browser, a mailed link), else null. */
type SignInAttempt = { email: string; address: string; knownBy: string | null };

/**
 * Count an attempt before the password is checked, so that a hundred at once count as a hundred. A known browser or link
 * has a count of its own, which nobody else can use up, neither by the account's e-mail nor from the same address
 * (wire.md §7).
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

/** The password was right: the account's count starts anew; the address only gets this one try back. */
export async function giveAttemptBack({ email, address, knownBy }: SignInAttempt): Promise<void> {
  if (knownBy) return void (await byAccount.delete(toAccountKey(`${knownBy} ${email}`)));
  await byAccount.delete(toAccountKey(email));
  await byAddress.reward(toAddressKey(address));
}
