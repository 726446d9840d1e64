/**
 * What may be printed of an error. Plain JavaScript: our programs print with it before anything of theirs is loaded.
 */

/**
 * Of a failed statement only the statement itself: Postgres quotes the offending value in its message, drizzle appends
 * the parameters.
 *
 * @param {Error} error
 * @returns {string | undefined}
 */
export function toSafeMessage({ name, message }) {
  if (name.includes("DrizzleQueryError") || message.startsWith("Failed query"))
    return message.split("\nparams:")[0];
  return name === "PostgresError" ? undefined : message;
}

/**
 * Class and message, for whoever has given a command.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function toOneLine(error) {
  if (!(error instanceof Error)) return "an error that is no Error";
  return [error.name, toSafeMessage(error)].filter(Boolean).join(": ");
}

/**
 * The lines of a stack without those that repeat the message.
 *
 * @param {Error} error
 * @returns {string}
 */
export const toPlaces = ({ stack = "" }) => {
  const start = stack.indexOf("\n    at ");
  return start < 0 ? "" : stack.slice(start + 1);
};

/**
 * An error and its causes as text. Never print the error itself: Node adds all its fields, and those of the database's
 * errors contain values.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function describeError(error) {
  if (!(error instanceof Error)) return `an error that is no Error, but of the type ${typeof error}`;
  const code = Reflect.get(error, "code");
  const words = [error.name, code, Reflect.get(error, "constraint_name"), toSafeMessage(error)];
  const first = words.filter((word) => word !== undefined && word !== "").join(" ");
  const cause = error.cause === undefined ? [] : [`caused by ${describeError(error.cause)}`];
  return [first, toPlaces(error), ...cause].filter(Boolean).join("\n");
}

/**
 * Errors that nothing handles are printed by `describeError`, and end the process with 1. A program that later adds a
 * handler of its own decides itself.
 */
export function describeUncaught() {
  process.on("uncaughtException", (error) => {
    if (process.listenerCount("uncaughtException") > 1) return;
    console.error(describeError(error));
    process.exit(1);
  });
}
