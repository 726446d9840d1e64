import type { RealTime } from "~/lib/clocks";
import type { TaskName, TaskPayload } from "~/queue/task-payloads";

/** What a task gets besides its payload. */
type TaskContext = {
  /**
   * The real clock, since tasks may run for minutes. Rules are passed an instant, never the clock; those of a shop its own
   * present (`findShopNow`).
   */
  clock: () => RealTime;
  /**
   * Aborted when the worker has to end. A task of many steps checks it between them and throws
   * (`signal.throwIfAborted()`): its job then waits for the next worker. A task that returns counts as done.
   */
  signal: AbortSignal;
};

/**
 * The work of a task. It may run again after dying anywhere, and even twice at once: a worker that has lost its
 * connection goes on until it notices, while another has its job. So each step commits on its own and first checks what
 * is left to do. One that has to wait throws `TryLater`; any other error is a failure.
 */
export type Task<N extends TaskName> = (payload: TaskPayload<N>, context: TaskContext) => Promise<void>;
export type TaskTable = { [N in TaskName]: Task<N> };
