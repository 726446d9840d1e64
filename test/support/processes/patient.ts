/**
 * For every server a test starts: on a busy machine a database that hangs is one that says nothing for a minute, and a
 * statement may take two. With the defaults a machine that is busy elsewhere makes a 503 of a slow answer.
 */
export const PATIENT = {
  DATABASE_PATIENCE_MS: "60000",
  DATABASE_STATEMENT_MS: "120000",
  READY_WITHIN_MS: "60000",
};
