import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
/** Commands that run one program of ours; `build` and `check` run several. */
const OURS = /^node (--import tsx )?(scripts\/run\.mjs )?(?<program>(scripts|bench)\/\S+)(?<own>.*)$/;
const commands = Object.entries(scripts).flatMap(([name, line]) => {
  const found = line.includes("&&") ? null : OURS.exec(line);
  return found ? [[name, line.split(" ").slice(1)] as const] : [];
});
/** Commands that need an argument. */
const NEED_MORE = commands.filter(([name]) =>
  /^(shop:|staff|insights:recount|backup|restore|import)/.test(name),
);

type End = { code: number | null; out: string; stderr: string };

/** Runs a command as `npm run` does. One that starts to work instead of refusing is ended. */
const run = (args: readonly string[], env: Record<string, string> = {}): Promise<End> =>
  new Promise((resolve) => {
    const options = { timeout: 60_000, env: { ...process.env, ...env } };
    const ended = execFile(process.execPath, args, options, (_error, out, stderr) =>
      resolve({ code: ended.exitCode, out, stderr }),
    );
    ended.stdin?.end();
  });

/** One clear answer: the error and the usage, without a stack trace of our program. */
function expectUsage(name: string, { code, out, stderr }: End): void {
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(stderr).toMatch(new RegExp(`^(npm start, )?npm (run )?${name}\\b`, "m"));
  expect(stderr).not.toMatch(/^\s+at |\bError\b|node:internal/m);
}

test("every command that package.json has of ours is tried here", () => {
  expect(commands.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      "start",
      "test",
      "worker",
      "bench",
      "fuzz",
      "torture",
      "soak",
      "upgrade:rehearse",
      "urls",
    ]),
  );
  expect(NEED_MORE.length).toBeGreaterThan(7);
});

test.each(commands)("npm run %s says how it is called, whatever is wrong", async (name, args) => {
  const end = await run([...args, "--no-such-option", "x"]);
  expectUsage(name, end);
  expect(end.stderr).toContain("--no-such-option: is not an option of this command.");
  expect(end.stderr).toContain("x: is not an option");
  const help = await run([...args, "--help"]);
  expect(help).toMatchObject({ code: 0, stderr: "" });
  expect(end.stderr.endsWith(help.out)).toBe(true);
});

test.each(NEED_MORE)("npm run %s without arguments says which it needs", async (name, args) => {
  const end = await run(args);
  expectUsage(name, end);
  expect(end.stderr).toMatch(/^--\w+: \S/m);
});

test.each([
  ["torture", ["neither"], ["neither: is not an option"]],
  ["torture", ["bulk", "--amount", "many", "--kills=-1"], ["--amount: write", "--kills: write"]],
  ["fuzz", ["--requests", "0", "--seed", "x"], ["--requests: write", "--seed: write"]],
  [
    "import",
    ["--shop", "x", "--products", "none.json", "--errors", "none/x.csv"],
    ["--products: there", "--errors: there"],
  ],
  ["soak", ["--share", "2", "--minutes", "x"], ["--share: write", "--minutes: write"]],
  [
    "bench",
    ["--sizes", "5", "--only", "all", "--rounds", "x", "--database", "x"],
    ["--sizes: write", "--only: write", "--rounds: write", "--database: write"],
  ],
  [
    "shop:rate",
    ["--per-second", "0", "--burst", "x"],
    ["--domain: needs", "--per-second: write", "--burst: write"],
  ],
  ["staff", ["forget", "--email", "a@example.com"], ["command: write reset or delete."]],
  ["staff", ["delete", "--origin", "http://a.example"], ["--email: needs", "--origin: only reset has it."]],
])("npm run %s with %j: all of it is named", async (name, args, expected) => {
  const [, command = []] = commands.find(([each]) => each === name) ?? [];
  const end = await run([...command, ...args]);
  expectUsage(name, end);
  for (const text of expected) expect(end.stderr).toContain(text);
});

const reseal = ["scripts/run.mjs", "scripts/commands/reseal.ts"];

test("a variable that is not usable, and a database that is not there, are said in one sentence", async () => {
  const wrong = await run(reseal, { DATABASE_URL: "nonsense" });
  expect(wrong).toMatchObject({ code: 2, out: "" });
  expect(wrong.stderr).toMatch(/^The environment is not usable:\n {2}DATABASE_URL: /);
  // Port 1 of this machine: nobody listens there.
  const gone = await run(reseal, { DATABASE_URL: "postgres://127.0.0.1:1/none" });
  expect(gone).toEqual({
    code: 1,
    out: "",
    stderr: "The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1\n",
  });
});
