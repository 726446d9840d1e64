/**
 * Thrown by a task that has to wait for something expected, such as another process that has the order. Its job waits
 * without having failed: it is logged and counted as waiting, and no try of it is used up.
 */
export class TryLater extends Error {
  /** @param waitMs until the next try */
  constructor(
    reason: string,
    readonly waitMs = 3000,
  ) {
    super(reason);
  }
}
