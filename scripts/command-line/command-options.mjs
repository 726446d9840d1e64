/**
 * Options of a command: name without dashes → whether it takes a value.
 *
 * @typedef {Record<string, "string" | "boolean">} OptionKinds
 */

/**
 * An error of the command line, with the option as the user writes it.
 *
 * @typedef {{ option: string, detail: string }} OptionProblem
 */

/**
 * Reads a command line, `--name value` and `--name=value`, and reports all errors of its form at once: unknown options,
 * missing values, options given twice, stray arguments. (Node's `parseArgs` stops at the first.) A value that begins with
 * dashes has to be written with `=`.
 *
 * @param {readonly string[]} args
 * @param {OptionKinds} kinds
 * @returns {{ values: Record<string, string>, flags: Set<string>, problems: OptionProblem[] }}
 */
export function readOptions(args, kinds) {
  const values = {};
  const flags = new Set();
  const problems = [];
  const rest = [...args];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    const [, name = "", inline] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (!argument.startsWith("--"))
      problems.push({ option: argument, detail: "is not an option; put values with spaces in quotes." });
    else if (!kind) problems.push({ option: `--${name}`, detail: "is not an option of this command." });
    else if (kind === "boolean") {
      if (inline !== undefined) problems.push({ option: `--${name}`, detail: "takes no value." });
      flags.add(name);
    } else {
      const value = inline ?? (rest[0]?.startsWith("--") ? undefined : rest.shift());
      if (value === undefined) problems.push({ option: `--${name}`, detail: "needs a value." });
      else if (name in values) problems.push({ option: `--${name}`, detail: "is given more than once." });
      else values[name] = value;
    }
  }
  return { values, flags, problems };
}
