import { contractNotFound } from "~/features/contracts/contract-not-found";
import { Tagged } from "~/http/request/entity-tags";
import type { Queryable } from "~db/client.server";
import type { RawContract } from "./raw-contract";
import { findRawContractSource } from "./raw-contract.repo.server";
import { toRawContract } from "./raw-contract.server";

/**
 * The raw contract object (spec.md), by the wire's contract id. @throws ProblemError not_found, the same for an unknown
 * and another shop's contract
 */
export const getRawContract = async (shopId: number, contractId: number): Promise<RawContract> =>
  (await getTaggedContract(shopId, contractId, null)).body;

/**
 * The same with the content of its ETag: everything it shows, some of which changes without a new version (orders,
 * cards), and the version, since a change within the same second may not show in the object.
 *
 * @param owner the customer it must belong to; null for callers that may see any contract of the shop
 * @throws ProblemError not_found, the same for an unknown, another shop's and another customer's contract
 */
export async function getTaggedContract(
  shopId: number,
  contractId: number,
  owner: number | null,
  on?: Queryable,
): Promise<Tagged<RawContract>> {
  const source = await findRawContractSource(shopId, contractId, owner, on);
  if (!source) throw contractNotFound();
  return new Tagged(toRawContract(source), source.version);
}
