import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

/** Another release of this repository, installed and built in a folder of its own. */
export type OtherRelease = {
  folder: string;
  /**
   * Runs one of its functions in a process of its own.
   *
   * @param module its path below the project's folder, such as `db/migrate.ts`
   * @returns what the function does, which must fit into JSON
   */
  call(module: string, name: string, args: unknown[], environment: Record<string, string>): Promise<unknown>;
};

/** @param commit as git names it here; @param folder a new one */
export async function prepareRelease(commit: string, folder: string): Promise<OtherRelease> {
  // The clone does not know the names of all branches.
  const hash = execFileSync("git", ["rev-parse", "--verify", `${commit}^{commit}`], { encoding: "utf8" });
  await run("git", ["clone", "--quiet", "--no-checkout", ".", folder]);
  await run("git", ["checkout", "--quiet", "--detach", hash.trim()], { cwd: folder });
  const prepare = `const { ensureInstalled, ensureBuilt } = await import("./scripts/building/prepare.mjs");
    await ensureInstalled({ isForDevelopment: true });
    await ensureBuilt();`;
  await runModule(prepare, folder);
  return {
    folder,
    async call(module, name, args, environment) {
      const text = `const { load } = await import("./scripts/building/program.mjs");
        const { ${name} } = await load(${JSON.stringify(module)});
        const result = await ${name}(...${JSON.stringify(args)});
        process.send(result ?? null, () => process.exit());`;
      return runModule(text, folder, environment);
    },
  };
}

const runModule = (text: string, cwd: string, environment: Record<string, string> = {}) =>
  run(process.execPath, ["--input-type=module", "-e", text], { cwd, environment });

/** @returns what it sends to its parent, if anything. @throws when it fails */
async function run(
  program: string,
  args: string[],
  { cwd, environment }: { cwd?: string; environment?: Record<string, string> } = {},
): Promise<unknown> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...environment },
    // Standard output has only the result of the command that calls this.
    stdio: ["ignore", process.stderr, "inherit", "ipc"],
  });
  let sent: unknown;
  child.on("message", (message) => {
    sent = message;
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${path.basename(program)} ${args[0]} ended with ${code}.`);
  return sent;
}
