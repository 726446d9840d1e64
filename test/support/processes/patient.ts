/**
 * For every server a test starts: on a busy machine a database that hangs is one that says nothing for a minute. With the
 * defaults of two seconds a machine that is busy elsewhere makes a 503 of a slow answer.
 */
export const PATIENT = { DATABASE_PATIENCE_MS: "60000", READY_WITHIN_MS: "60000" };
