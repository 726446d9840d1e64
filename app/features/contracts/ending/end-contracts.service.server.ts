import { changeContract } from "~/features/contracts/change/contract-change.service.server";
import { endAtDate } from "./end-at-date";
import { listPastEnd } from "./ended-contracts.repo.server";

type EndedShop = { id: number; timeZone: string };

const BATCH_SIZE = 500;

/**
 * Ends a shop's contracts whose end date has passed, one transaction each. Safe to repeat and to run concurrently.
 *
 * @param now by the shop's clock
 */
export async function endContracts(shop: EndedShop, now: Date, signal: AbortSignal): Promise<void> {
  const audit = { actor: { type: "system", name: "End dates" } as const, requestId: null, now };
  for (let after = 0; ; ) {
    const ended = await listPastEnd(shop.id, now, { after, limit: BATCH_SIZE });
    for (const { contractId } of ended) {
      signal.throwIfAborted();
      await changeContract({ shop, contractId, customerId: null, audit }, (state) => endAtDate(state, now));
    }
    const last = ended.at(-1);
    if (!last || ended.length < BATCH_SIZE) return;
    after = last.id;
  }
}
