import { LRUCache } from "lru-cache";
import type { TaskName } from "~/queue/task-payloads";

/** So many jobs of a shop at once are in nobody's way; from then on each so many more stand one place further back. */
const JOBS_A_TURN = 10;
/** What a worker does a second at least: jobs that a shop has added are taken to be done at this rate. */
const DONE_A_SECOND = 10;
/** The queue's largest priority is a smallint's; urgent is what is small. */
const LAST_TURN = 1000;
const MOST_SHOPS = 10_000;

type Line = { jobs: number; at: number };

/**
 * Fair turns between shops: a job's priority is how many turns its shop has waiting before it, so a shop with a thousand
 * jobs and one with a single job take turns. Nothing is asked of the database for it: each process goes by the jobs that it
 * has added itself and by how many are done by now at the least. Source: docs/decisions/086-fair-turns.md.
 */
export function createTurns() {
  const lines = new LRUCache<number, Line>({ max: MOST_SHOPS });
  /** @returns the priority of one more job of the shop */
  return (shopId: number, nowMs: number): number => {
    const before = lines.get(shopId) ?? { jobs: 0, at: nowMs };
    const done = (Math.max(0, nowMs - before.at) / 1000) * DONE_A_SECOND;
    const waiting = Math.max(0, before.jobs - done);
    lines.set(shopId, { jobs: Math.min(waiting + 1, LAST_TURN * JOBS_A_TURN), at: nowMs });
    return Math.min(LAST_TURN, Math.floor(waiting / JOBS_A_TURN));
  };
}

/** Jobs that may take minutes: each shop has a few of them, under a key. */
export const LONG_TASKS: ReadonlySet<string> = new Set<TaskName>([
  "run-import",
  "run-bulk-automation",
  "run-billing",
  "sum-plans",
]);

export const LONG = "long";
/** Of a shop's long jobs. */
export const toShopFlag = (shopId: number): string => `${LONG}:${shopId}`;

/** The shop that a job is about. */
export const findShopOf = (payload: unknown): number | null => {
  const shopId = typeof payload === "object" && payload !== null && Reflect.get(payload, "shopId");
  return typeof shopId === "number" ? shopId : null;
};
