import { findShopOf, LONG, LONG_TASKS, toShopFlag } from "~/queue/turns";

type Job = { task_identifier: string; payload: unknown };

/**
 * Limits how many long jobs a process runs at once, so that a mail does not wait for an import, nor a shop's
 * billing for three long jobs of another shop. The queue calls `listForbidden` before it fetches a job for one of its
 * fetchers, and reports when the fetch has begun, what it found, and when a job is over. Only one fetch at a time may
 * bring a long job, since its shop is unknown until it arrives; the others look again within the queue's two seconds.
 *
 * @param most long jobs at once
 * @param perShop of these, jobs of one shop
 */
export function createLongJobLimit<Fetcher>({ most, perShop }: { most: number; perShop: number }) {
  const running = new Map<Fetcher, number | null>();
  const fetching = new Map<Fetcher, boolean>();
  /** Answers whose fetch has not begun; only their number matters. */
  const given: boolean[] = [];

  const isLongOnItsWay = () => given.includes(true) || [...fetching.values()].includes(true);

  return {
    /** Flags of jobs that must not be fetched now. */
    listForbidden(): string[] {
      const isFree = running.size < most && !isLongOnItsWay();
      given.push(isFree);
      if (!isFree) return [LONG];
      const shops = [...running.values()].filter((shopId) => shopId !== null);
      return [...new Set(shops)]
        .filter((shopId) => shops.filter((each) => each === shopId).length >= perShop)
        .map(toShopFlag);
    },
    onFetch(fetcher: Fetcher): void {
      fetching.set(fetcher, given.shift() ?? false);
    },
    /** @param job null = none was found, or the fetch failed */
    onFetched(fetcher: Fetcher, job: Job | null): void {
      fetching.delete(fetcher);
      if (job && LONG_TASKS.has(job.task_identifier)) running.set(fetcher, findShopOf(job.payload));
    },
    onOver(fetcher: Fetcher): void {
      running.delete(fetcher);
    },
  };
}
