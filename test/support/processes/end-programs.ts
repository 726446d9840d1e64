import type { ChildProcess } from "node:child_process";
import { expect } from "vitest";
import { client } from "~db/client.server";
import { eventually } from "./eventually";
import { kill } from "./kill-workers";

/**
 * Ends programs of a test that is over, and waits for their sessions: the server goes on with a statement whose client is
 * gone, and the next test's emptying of tables may meet it in a deadlock.
 */
export async function endPrograms(children: ChildProcess[]): Promise<void> {
  const ended = children.splice(0);
  await Promise.all(ended.map(kill));
  const names = ended.map(({ pid }) => `% ${pid}@%`);
  await eventually(async () =>
    expect(
      await client`select from pg_stat_activity where application_name like any (${names})`,
    ).toHaveLength(0),
  );
}
