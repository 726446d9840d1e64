import { toAddressKey } from "~/access/address-key";
import {
  forgetSharedAttempts,
  giveSharedAttemptBack,
  requireWithinSharedLimit,
  type SharedLimit,
} from "~/access/shared-limits.service.server";
import type { RealTime } from "~/lib/clocks";

/** Wrong passwords per window and account: from all unknown browsers together, and from each known browser or mailed link. */
export const ATTEMPTS_PER_ACCOUNT = 10;
/** Wrong passwords per window and address, for any accounts. An office may share one address. */
export const ATTEMPTS_PER_ADDRESS = 50;

// The few statements per try are little beside the hash of the password that follows them.
const toLimit = (name: string, most: number, where: string): SharedLimit => ({
  name: `sign-in:${name}`,
  most,
  windowMs: 15 * 60_000,
  refusal: `Too many tries ${where}.`,
});
const BY_ACCOUNT = toLimit("account", ATTEMPTS_PER_ACCOUNT, "for this account");
const BY_KNOWN = toLimit("known", ATTEMPTS_PER_ACCOUNT, "in this browser or by this link");
const BY_ADDRESS = toLimit("address", ATTEMPTS_PER_ADDRESS, "from this address");

/** `knownBy`: hash of the known browser's token or the mailed link's token; null for others. */
type SignInAttempt = { email: string; address: string; knownBy: string | null; at: RealTime };

/**
 * Counts an attempt before the password is checked, so that a hundred at once count as a hundred, in all processes
 * together. A known browser or link has a count of its own, which nobody else can use up, neither with the account's
 * e-mail nor from the same address (wire.md §7).
 * @throws ProblemError 429 with Retry-After
 */
export async function requireSignInAttemptLeft(attempt: SignInAttempt): Promise<void> {
  const { email, address, knownBy, at } = attempt;
  if (knownBy) return requireWithinSharedLimit(BY_KNOWN, `${knownBy} ${email}`, at);
  await requireWithinSharedLimit(BY_ADDRESS, toAddressKey(address), at);
  await requireWithinSharedLimit(BY_ACCOUNT, email, at);
}

/** After the right password: resets the account's count, and takes back this one attempt of the address. */
export async function giveAttemptBack({ email, address, knownBy, at }: SignInAttempt): Promise<void> {
  if (knownBy) return forgetSharedAttempts(BY_KNOWN, `${knownBy} ${email}`);
  await forgetSharedAttempts(BY_ACCOUNT, email);
  await giveSharedAttemptBack(BY_ADDRESS, toAddressKey(address), at);
}
