/**
 * For every server a test starts: a database counts as hanging only after a minute, and a statement may take two. With
 * the defaults, a busy machine would turn a slow answer into a 503.
 */
export const PATIENT = {
  DATABASE_PATIENCE_MS: "60000",
  DATABASE_STATEMENT_MS: "120000",
  READY_WITHIN_MS: "60000",
};
