type PostgresFailure = { code: string; constraint: string | null };

/**
 * What Postgres said, whether drizzle wrapped it or not. The constraint comes from the field, else from the message,
 * without the shard suffix that a distributed table adds.
 */
export function readDatabaseError(error: unknown): PostgresFailure | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") {
      const field =
        "constraint_name" in cause && typeof cause.constraint_name === "string"
          ? cause.constraint_name
          : null;
      const named = field ?? /constraint "([^"]+)"/.exec(cause.message)?.[1] ?? null;
      return { code: cause.code, constraint: named?.replace(/_\d{6,}$/, "") ?? null };
    }
  }
  return null;
}

/** A deadlock or a serialisation failure: the same transaction may succeed when it is run again. */
export const isWorthAnotherTry = (error: unknown): boolean =>
  ["40P01", "40001"].includes(readDatabaseError(error)?.code ?? "");

/** A statement or its wait for a lock took longer than it may: 503, since the same request may be quicker later. */
export const isDatabaseTooSlow = (error: unknown): boolean =>
  ["57014", "55P03"].includes(readDatabaseError(error)?.code ?? "");

/** No room on the disk, in memory or among the connections (class 53): 503, since it lasts until somebody makes room. */
export const isDatabaseFull = (error: unknown): boolean =>
  readDatabaseError(error)?.code.startsWith("53") ?? false;

/** The job queue's driver reports a lost connection by its message only. */
const LOST_BY_THE_QUEUE = /^(Connection terminated|Client (has encountered a connection error|was closed))\b/;

/**
 * The database cannot be reached, is starting up, shutting down or failing over (read-only), has no room, or does not let
 * us in: 503, since the same request will succeed later, and not a bug.
 */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (error instanceof Error && LOST_BY_THE_QUEUE.test(error.message)) return true;
  if (isDatabaseFull(error)) return true;
  const code = readDatabaseError(error)?.code ?? "";
  return (
    /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)$/.test(
      code,
    ) ||
    /^(CONNECT_TIMEOUT|CONNECTION_(CLOSED|DESTROYED|ENDED))$/.test(code) ||
    /^(57P0[1-5]|25006|3D000|08...|28...)$/.test(code)
  );
}

export const isUniqueViolation = (error: unknown, constraint: string): boolean => {
  const failure = readDatabaseError(error);
  return failure?.code === "23505" && failure.constraint === constraint;
};
