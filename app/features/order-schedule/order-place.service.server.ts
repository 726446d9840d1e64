import { notFound } from "~/lib/problem";
import { findAttemptPlace } from "./billing-attempts.repo.server";

/** An order (its attempt), and the wire id of its contract. */
export type OrderPlace = { attemptId: number; contractId: number };

/** The same answer for an unknown order, another shop's and another customer's. */
export const orderNotFound = () => notFound("There is no such order.");

/**
 * Finds the order that a caller's address or form names. Operations on an order take the place that this returns.
 *
 * @param caller customerId: the customer it must belong to; null = for the merchant, who sees everything
 * @param named the contract that the address names besides the order: it must be the order's; null when none is named
 * @throws ProblemError not_found, the same for an unknown order, another's, and one of another contract
 */
export async function getOrderPlace(
  { shop, customerId }: { shop: { id: number }; customerId: number | null },
  attemptId: number,
  named: number | null,
): Promise<OrderPlace> {
  const contractId = (await findAttemptPlace(shop.id, attemptId, customerId))?.subscriptionContractId;
  if (contractId === undefined || contractId !== (named ?? contractId)) throw orderNotFound();
  return { attemptId, contractId };
}
