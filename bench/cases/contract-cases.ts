import { DAY_MS } from "~/lib/days";
import type { LoadGenerator, Measured } from "../measure/servers";
import { type Comparison, compare, type Effort } from "./cases";

const MERCHANT = "/api/external/v2";

export type ContractComparison = { read: Comparison; edit: Comparison };

/** Reading one whole contract, and moving the next date of one, in the app and in a handler of the same statements. */
export async function compareContract(
  load: LoadGenerator,
  app: Measured,
  bare: Measured,
  contractIds: readonly number[],
  effort: Effort,
): Promise<ContractComparison> {
  const reads = contractIds.map((id) => `${MERCHANT}/subscription-contracts/contract-external/${id}`);
  const read = await compare(load, app, bare, () => ({ path: "", paths: reads }), effort);
  const toEdits = createEdits(contractIds);
  const edit = await compare(load, app, bare, () => ({ path: "", paths: toEdits(), method: "PUT" }), effort);
  return { read, edit };
}

/** Makes requests that move the next date of one contract after the other. */
export function createEdits(contractIds: readonly number[]): () => string[] {
  // A different date each time: setting the present one writes nothing.
  let edits = 0;
  const start = Date.now() + 30 * DAY_MS;
  return () =>
    Array.from({ length: 20_000 }, () => {
      const contractId = contractIds[edits++ % contractIds.length];
      const nextBillingDate = new Date(start + edits * 1000).toISOString();
      return `${MERCHANT}/subscription-contracts-update-billing-date?contractId=${contractId}&nextBillingDate=${nextBillingDate}`;
    });
}
