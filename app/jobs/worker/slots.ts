import { findShopOf, LONG, LONG_TASKS, toShopFlag } from "~/queue/turns.server";

type Job = { task_identifier: string; payload: unknown };

/**
 * Which of a process's slots long jobs may take, so that a mail does not wait for an import, nor a shop's billing for
 * three long jobs of another shop. The queue asks before it fetches a job for one of its fetchers (`listForbidden`), and
 * tells when it has begun to, what came of it, and when a job is over. Only one at a time may bring back
 * a long job, since nobody knows whose until it is there; the others look again within the queue's two seconds.
 *
 * @param most long jobs at once @param perShop of them of one shop
 */
export function createSlots<Fetcher>({ most, perShop }: { most: number; perShop: number }) {
  const running = new Map<Fetcher, number | null>();
  const fetching = new Map<Fetcher, boolean>();
  /** Answers whose fetch has not begun; whose is whose makes no difference to their number. */
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
    /** @param job null = none was found, or it could not be asked for */
    onFetched(fetcher: Fetcher, job: Job | null): void {
      fetching.delete(fetcher);
      if (job && LONG_TASKS.has(job.task_identifier)) running.set(fetcher, findShopOf(job.payload));
    },
    onOver(fetcher: Fetcher): void {
      running.delete(fetcher);
    },
  };
}
