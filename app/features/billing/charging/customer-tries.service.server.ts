import { requireWithinSharedLimit, type SharedLimit } from "~/access/shared-limits.service.server";
import type { OperationCaller } from "~/features/contracts/operations/definition/contract-operation.server";

const TRIED: SharedLimit = {
  name: "pay-now",
  most: 10,
  windowMs: 3_600_000,
  refusal: "The order has been tried often enough for now.",
};

/**
 * Counts a customer's try to have an order charged, by whichever button or call; merchants are not limited.
 * @throws ProblemError too_many_requests
 */
export async function countCustomersTry(
  { shop, customerId, receivedAt }: Pick<OperationCaller, "shop" | "customerId" | "receivedAt">,
  attemptId: number,
): Promise<void> {
  if (customerId !== null) await requireWithinSharedLimit(TRIED, `${shop.id}:${attemptId}`, receivedAt);
}
