import {
  giveSharedAttemptBack,
  requireWithinSharedLimit,
  type SharedLimit,
  takeSharedAttempt,
} from "~/access/shared-limits.service.server";
import type { RealTime } from "~/lib/clocks";

const TRIED: SharedLimit = {
  name: "discount-code",
  most: 20,
  windowMs: 3_600_000,
  refusal: "Too many discount codes were tried.",
};

/** Who tries codes; merchants (`customerId` null) are not limited. */
type Guesser = { shop: { id: number }; customerId: number | null; receivedAt: RealTime };

const toKey = ({ shop, customerId }: Guesser): string => `${shop.id}:${customerId}`;

/**
 * Applies a code that a customer typed, and counts it unless it was applied: every refusal tells something of the shop's
 * codes. Not in a transaction, whose end would take the count back.
 * @throws ProblemError too_many_requests
 */
export async function applyWithinTries<R>(guesser: Guesser, apply: () => Promise<R>): Promise<R> {
  if (guesser.customerId === null) return apply();
  await requireWithinSharedLimit(TRIED, toKey(guesser), guesser.receivedAt);
  const applied = await apply();
  await giveSharedAttemptBack(TRIED, toKey(guesser), guesser.receivedAt);
  return applied;
}

/** Looks up a code that stands in a page's address, where anybody can write another. @returns null above the limit */
export async function findWithinTries<R>(guesser: Guesser, find: () => Promise<R | null>): Promise<R | null> {
  if (!(await takeSharedAttempt(TRIED, toKey(guesser), guesser.receivedAt))) return null;
  const found = await find();
  if (found) await giveSharedAttemptBack(TRIED, toKey(guesser), guesser.receivedAt);
  return found;
}
