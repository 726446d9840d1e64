import { enqueue } from "~/queue/enqueue.server";
import type { Queryable } from "~db/client.server";

/** At most this many processes share a shop's orders. */
const RUNNERS = 3;
/** Deaths of workers and outages count as attempts; the queue's largest number is a smallint's. */
const JOB_ATTEMPTS = 32_000;

/** Leave what is due in a shop to the workers. */
export async function enqueueBilling(tx: Queryable, shopId: number): Promise<void> {
  for (let runner = 0; runner < RUNNERS; runner++)
    await enqueue(
      tx,
      "run-billing",
      { shopId, lane: runner },
      { jobKey: `run-billing:${shopId}:${runner}`, maxAttempts: JOB_ATTEMPTS },
    );
}
