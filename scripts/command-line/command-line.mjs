/** The command lines of all our commands. Plain JavaScript: `npm start` reads its own before anything is installed. */
import { readOptions } from "./command-options.mjs";

/**
 * Writes to standard error: standard output has only the result.
 *
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * The options of a command. `--help` prints `usage` and exits with 0.
 *
 * @param {string} usage
 * @param {import("./command-options.mjs").OptionKinds} [kinds] as for `readOptions`; `help` is added. By default none
 * @param {{ required?: readonly string[], subcommands?: readonly string[] }} [options] required options;
 *   the subcommands, of which one may be the first argument
 * @returns `subcommand`: the one that was given, or null; `toNumber`: an option's number, or notes an error;
 *   `refuse`: if there are errors, in `problems` or in its argument, prints them all and exits with 2
 */
export function readCommandLine(usage, kinds = {}, { required = [], subcommands = [] } = {}) {
  const given = process.argv.slice(2);
  const [subcommand = null] = given.slice(0, 1).filter((each) => subcommands.includes(each));
  const args = subcommand === null ? given : given.slice(1);
  const { values, flags, problems } = readOptions(args, { ...kinds, help: "boolean" });
  if (flags.has("help")) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  const named = new Set(problems.map(({ option }) => option));
  for (const name of required)
    if (!values[name] && !named.has(`--${name}`))
      problems.push({ option: `--${name}`, detail: "needs a value." });
  /**
   * @template T
   * @param {string} name
   * @param {T} usual value without the option
   * @param {{ least?: number, most?: number, isWhole?: boolean }} [range] by default a whole number from 1 on
   * @returns {number | T}
   */
  const toNumber = (name, usual, { least = 1, most = 1_000_000_000, isWhole = true } = {}) => {
    const text = values[name];
    if (text === undefined) return usual;
    const number = text.trim() === "" ? Number.NaN : Number(text);
    if (!(number >= least && number <= most) || (isWhole && !Number.isInteger(number)))
      problems.push({
        option: `--${name}`,
        detail: `write a ${isWhole ? "whole number" : "number"} from ${least} to ${most}.`,
      });
    return number;
  };
  /** @param {readonly import("./command-options.mjs").OptionProblem[]} [more] */
  const refuse = (more = []) => {
    const all = [...problems, ...more];
    if (all.length === 0) return;
    say(`${all.map(({ option, detail }) => `${option}: ${detail}`).join("\n")}\n\n${usage}`);
    process.exit(2);
  };
  return { subcommand, values, flags, problems, toNumber, refuse };
}
