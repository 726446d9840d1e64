/** Options of a command: name without dashes → whether it takes a value. */
export type OptionKinds = Record<string, "string" | "boolean">;

/** An error of the command line, with the option as the user writes it. */
export type OptionProblem = { option: string; detail: string };

/**
 * Reads a command line, `--name value` and `--name=value`, and reports all errors of its form at once: unknown options,
 * missing values, options given twice, stray words. (Node's `parseArgs` stops at the first.) A value that begins with
 * dashes has to be written with `=`.
 */
export function readOptions(
  args: readonly string[],
  kinds: OptionKinds,
): { values: Record<string, string>; flags: Set<string>; problems: OptionProblem[] } {
  const values: Record<string, string> = {};
  const flags = new Set<string>();
  const problems: OptionProblem[] = [];
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, name = "", inline] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (!word.startsWith("--"))
      problems.push({ option: word, detail: "is not an option; put values with spaces in quotes." });
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
