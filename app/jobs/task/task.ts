import type { TaskName, TaskPayload } from "~/queue/task-payloads";

/** What a task knows beside its payload. */
type TaskContext = {
  /** The clock: tasks may run for minutes. Rules below take the instant, never the clock. */
  clock: () => Date;
  /**
   * Aborted when the worker has to end. A task of many steps looks at it between them and throws
   * (`signal.throwIfAborted()`): its job then waits for the next worker. One that returns counts as done.
   */
  signal: AbortSignal;
};

/**
 * A task's work. It may run again after it died anywhere, and even twice at once: a worker that has lost its connection
 * goes on until it notices, while another has its job. So each step commits on its own and first looks at what is left.
 */
export type Task<N extends TaskName> = (payload: TaskPayload<N>, context: TaskContext) => Promise<void>;
export type TaskTable = { [N in TaskName]: Task<N> };
