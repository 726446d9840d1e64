/**
 * Loaded before everything else with `--import …/fixed-clock.mjs?at=<ISO instant>`: stops the clock of the process at
 * that instant, so that screenshots are the same each time.
 */
const INSTANT = Date.parse(new URL(import.meta.url).searchParams.get("at"));
if (Number.isNaN(INSTANT)) throw new Error("fixed-clock.mjs needs ?at=<ISO instant>.");

globalThis.Date = new Proxy(Date, {
  construct: (Real, values, target) =>
    Reflect.construct(Real, values.length > 0 ? values : [INSTANT], target),
  apply: () => new Date().toString(),
  get: (Real, name) => (name === "now" ? () => INSTANT : Reflect.get(Real, name)),
});
