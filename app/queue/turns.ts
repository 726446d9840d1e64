import { LRUCache } from "lru-cache";
import type { TaskName } from "./task-payloads";

/** A shop's jobs per turn: each further ten have a priority one lower. */
const JOBS_A_TURN = 10;
/** Minimum number of jobs that a worker does per second; a shop's jobs are assumed to be done at this rate. */
const DONE_A_SECOND = 10;
/** The queue's priority is a smallint; small numbers are urgent. */
const LAST_TURN = 1000;
const MOST_SHOPS = 10_000;

type Line = { jobs: number; at: number };

/**
 * Fair turns between shops: a job's priority is the number of turns its shop has waiting before it, so a shop with a
 * thousand jobs and one with a single job take turns. It needs no query: each process counts the jobs it has added
 * itself, less those that must be done by now. Source: docs/decisions/086-fair-turns.md.
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
  "delete-closed-shops",
]);

export const LONG = "long";
/** Flag of a shop's long jobs. */
export const toShopFlag = (shopId: number): string => `${LONG}:${shopId}`;

/** The shop of a job. */
export const findShopOf = (payload: unknown): number | null => {
  const shopId = typeof payload === "object" && payload !== null && Reflect.get(payload, "shopId");
  return typeof shopId === "number" ? shopId : null;
};
