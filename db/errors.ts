type PostgresFailure = { code: string; constraint: string | null };

/**
 * The error that Postgres reported, wrapped by drizzle or not. The constraint comes from the field, else from the
 * message, without the shard suffix that a distributed table adds.
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

/** The job queue's driver reports a lost connection by its message only. */
const LOST_BY_THE_QUEUE = /^(Connection terminated|Client (has encountered a connection error|was closed))\b/;

/**
 * Faults of the database rather than of a statement. Each is answered with 503, since the same request will succeed
 * later and there is no bug. - slow: a statement, or its wait for a lock, took longer than allowed - full: no room on
 * the disk, in memory or among the connections (class 53) - unreachable: also starting up, shutting down or failing
 * over (read-only), or it refuses us, or has ended a session that rested in a transaction
 */
export type DatabaseFault = "slow" | "full" | "unreachable";

/** @returns null for an error of any other kind */
export function findDatabaseFault(error: unknown): DatabaseFault | null {
  if (error instanceof Error && LOST_BY_THE_QUEUE.test(error.message)) return "unreachable";
  const code = readDatabaseError(error)?.code ?? "";
  if (/^(57014|55P03)$/.test(code)) return "slow";
  if (/^53...$/.test(code)) return "full";
  const isUnreachable =
    /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)$/.test(
      code,
    ) ||
    /^(CONNECT_TIMEOUT|CONNECTION_(CLOSED|DESTROYED|ENDED))$/.test(code) ||
    /^(57P0[1-5]|25006|25P03|3D000|08...|28...)$/.test(code);
  return isUnreachable ? "unreachable" : null;
}

/** Nothing can be done until it is back or has room: jobs wait, and the same statement alone would fail, too. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  ["full", "unreachable"].includes(findDatabaseFault(error) ?? "");

/**
 * Passes by itself: a fault of the database, which may also have cancelled a statement or its wait for a lock, or a
 * transaction that may succeed when it is run again.
 */
export const isPassing = (error: unknown): boolean =>
  findDatabaseFault(error) !== null ||
  isWorthAnotherTry(error) ||
  readDatabaseError(error)?.code === IN_FAILED_TRANSACTION;

/** Of a statement that was sent after the one that failed, and may be answered in its place. */
const IN_FAILED_TRANSACTION = "25P02";

export const isUniqueViolation = (error: unknown, constraint: string): boolean => {
  const failure = readDatabaseError(error);
  return failure?.code === "23505" && failure.constraint === constraint;
};
