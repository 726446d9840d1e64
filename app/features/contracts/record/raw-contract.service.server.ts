import { contractNotFound } from "~/features/contracts/contract-not-found";
import type { RawContract } from "~/features/contracts/record/raw-contract";
import { findRawContractSource } from "~/features/contracts/record/raw-contract.repo.server";
import { toRawContract } from "~/features/contracts/record/raw-contract.server";

/**
 * The raw contract object (spec.md), by the wire's contract id.
 *
 * @param owner the customer who must have it; null for callers that may see any contract of the shop
 * @throws ProblemError not_found, the same for an unknown, another shop's and another customer's contract
 */
export async function getRawContract(
  shopId: number,
  contractId: number,
  owner: number | null,
): Promise<RawContract> {
  const source = await findRawContractSource(shopId, contractId, owner);
  if (!source) throw contractNotFound();
  return toRawContract(source);
}
