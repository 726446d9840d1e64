import { enqueue } from "~/queue/enqueue.server";
import type { Queryable } from "~db/client.server";

/** At most this many processes share a shop's orders. */
const RUNNERS = 3;
/** Crashes of workers and outages count as attempts, so this is about the queue's maximum, that of a smallint. */
const JOB_ATTEMPTS = 32_000;

/** Enqueues the charging of a shop's due orders. */
export async function enqueueBilling(tx: Queryable, shopId: number): Promise<void> {
  for (let runner = 0; runner < RUNNERS; runner++)
    await enqueue(
      tx,
      "run-billing",
      { shopId, lane: runner },
      { jobKey: `run-billing:${shopId}:${runner}`, maxAttempts: JOB_ATTEMPTS },
    );
}
