import { enqueue } from "~/queue/enqueue.server";
import type { Queryable } from "~db/client.server";

/** At most this many processes share a shop's orders. */
const LANES = 3;
/** Deaths of workers and outages count as attempts; the queue's largest number is a smallint's. */
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
