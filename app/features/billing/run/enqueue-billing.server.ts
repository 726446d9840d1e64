import { enqueue } from "~/jobs/enqueue.server";
import type { Queryable } from "~db/client.server";

/** Processes that share a shop's orders at most. */
const LANES = 3;
/** Each death of a worker and each outage is one; the queue takes no more than a smallint. */
const JOB_ATTEMPTS = 32_000;

/** Leave what is due in a shop to the workers. */
export async function enqueueBilling(tx: Queryable, shopId: number): Promise<void> {
  for (let lane = 0; lane < LANES; lane++)
    await enqueue(
      tx,
      "run-billing",
      { shopId, lane },
      { jobKey: `run-billing:${shopId}:${lane}`, maxAttempts: JOB_ATTEMPTS },
    );
}
