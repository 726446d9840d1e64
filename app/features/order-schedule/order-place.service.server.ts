import { findAttemptPlace } from "~/features/order-schedule/billing-attempts.repo.server";
import { notFound } from "~/lib/problem";

/** An order (its attempt), and the contract that it is of by its wire id. */
export type OrderPlace = { attemptId: number; contractId: number };

/** The same answer for an unknown order, another shop's and another customer's. */
export const orderNotFound = () => notFound("There is no such order.");

/**
 * The order that a caller's address or form names: what is done with an order takes its place, which comes from here.
 *
 * @param caller customerId: the customer it must belong to; null = for the merchant, who sees everything
 * @param named the contract that the address names beside the order, which must be the order's; null when it names none
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
