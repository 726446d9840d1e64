import { readFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { CONNECTION_NAME, client } from "~db/client.server";

const LOOK_EVERY_MS = 2000;

/**
 * Runs this process, and the Postgres processes that serve it, below normal priority, so that web requests on the same
 * machine come first. Connections come and go, so it checks again every two seconds.
 *
 * @returns stops it
 */
export function yieldToPages(): () => void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    // While the database is down there is nothing to lower.
    await lowerBackends().catch(() => {});
    isLooking = false;
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  void look();
  return () => clearInterval(timer);
}

async function lowerBackends(): Promise<void> {
  const backends = await client<{ pid: number; port: number | null }[]>`
    select pid, client_port as port from pg_stat_activity
    where datname = current_database() and application_name = ${CONNECTION_NAME}`;
  for (const { pid, port } of backends)
    if (port !== null && isOnThisMachine(pid, port)) {
      try {
        setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
      } catch {
        // The process has ended, or belongs to another user.
      }
    }
}

/** Whether a process of this machine identifies itself as serving that port: the database may be on another machine. */
function isOnThisMachine(pid: number, port: number): boolean {
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return title.startsWith("postgres: ") && title.includes(`(${port})`);
  } catch {
    return false;
  }
}
