import { execFile } from "node:child_process";
import { preloading } from "../processes/preloading";

/** Node would end at the signal; without it a write fails, as on a full disk. */
const HEAR_NO_SIGNAL = "data:text/javascript,process.on('SIGXFSZ',()=>{})";

/**
 * Runs a program of ours that may not write a file larger than some kilobytes: further writes fail, as on a full disk.
 * (A disk of that size would need root.)
 *
 * @returns its exit code and its standard error
 */
export function runOnSmallDisk(
  kilobytes: number,
  script: string[],
  environment: Record<string, string>,
): Promise<{ code: unknown; said: string }> {
  // POSIX counts in blocks of 512 bytes.
  const limited = ["-c", `ulimit -f ${kilobytes * 2}; exec "$@"`, "sh", process.execPath, ...script];
  const env = { ...process.env, ...environment, NODE_OPTIONS: preloading(HEAR_NO_SIGNAL) };
  return new Promise((resolve) => {
    execFile("sh", limited, { env }, (error, _output, said) =>
      resolve({ code: error ? error.code : 0, said }),
    );
  });
}
