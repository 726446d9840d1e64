import { execFile } from "node:child_process";

/** Runs one of our commands as `npm run` does, with this text on its standard input. */
export function runCommand(
  script: string,
  args: readonly string[],
  input = "",
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["scripts/run.mjs", `scripts/commands/${script}.ts`, ...args],
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}
