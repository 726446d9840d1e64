import { randomUUID } from "node:crypto";
import type postgres from "postgres";
import { z } from "zod";
import { logger } from "~/lib/logger.server";
import { client } from "~db/client.server";
import { databaseNow } from "~db/clock.server";
import type { Buckets, Count } from "./buckets";
import type { RateLimit } from "./rate-limit";
import { limitedCalls } from "./rate-limit.server";

/** Channel of LISTEN and NOTIFY. */
const CHANNEL = "perennial_rate_limits";
/**
 * A process reports what it has let through at least this often, and a large share of a limit as soon as this allows.
 */
const REPORT_EVERY_MS = 200;
const REPORT_SOON_MS = 10;
/** After this time the tokens have been, or soon will be, refilled. */
const WORTH_REPORTING_MS = 1000;
const LISTEN_AGAIN_MS = 5000;
/** A message holds at most 8,000 bytes; a key has at most 100 characters, of at most three bytes. */
const MOST_BYTES = 7000;

const message = z.object({
  from: z.string(),
  /** "hello": a process that has just begun to listen asks how many tokens are missing. */
  says: z.enum(["hello", "taken", "missing"]),
  of: z.string(),
  counts: z.array(z.tuple([z.string(), z.number().nonnegative()])),
  /**
   * Of all these keys. Beside the counts, since a process of an earlier version would refuse counts with something added;
   * it does not say the limit.
   */
  limit: z.object({ perSecond: z.number().positive(), burst: z.number().positive() }).optional(),
});
type Message = z.output<typeof message>;

/**
 * Makes limits hold over all processes of one database: each reports to the others what it has let through, by NOTIFY,
 * a few times a second, and no call waits for it. While the database is down each process counts for itself. Source:
 * docs/decisions/080-rate-limits-over-all-processes.md.
 *
 * @param groups by names that all processes know
 * @returns a function that stops it
 */
export function shareBuckets(sql: postgres.Sql, groups: Record<string, Buckets>): () => Promise<void> {
  const from = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  let isSoon = false;
  let isReporting = false;
  let isAsked = false;
  let unreportedSince: number | undefined;
  let isOver = false;
  let unlisten: (() => Promise<void>) | undefined;

  function schedule(soon: boolean): void {
    unreportedSince ??= performance.now();
    if (isOver || isReporting || (timer && (isSoon || !soon))) return;
    clearTimeout(timer);
    isSoon = soon;
    // `unref`: a process that is otherwise finished need not wait for this.
    timer = setTimeout(report, soon ? REPORT_SOON_MS : REPORT_EVERY_MS).unref();
  }

  async function report(): Promise<void> {
    timer = undefined;
    const isStale = unreportedSince !== undefined && performance.now() - unreportedSince > WORTH_REPORTING_MS;
    unreportedSince = undefined;
    const taken = toMessages("taken", (buckets) => buckets.listUnreported());
    // After what was taken, and as of the same moment: otherwise the process that asked would count these tokens twice.
    const now = databaseNow().getTime();
    const missing = isAsked ? toMessages("missing", (buckets) => buckets.listMissing(now)) : [];
    isAsked = false;
    isReporting = true;
    await send([...(isStale ? [] : taken), ...missing]);
    isReporting = false;
    if (unreportedSince !== undefined) schedule(true);
  }

  const toMessages = (says: Message["says"], list: (buckets: Buckets) => Count[]): Message[] =>
    Object.entries(groups).flatMap(([of, buckets]) =>
      byLimit(list(buckets)).flatMap(({ limit, counts }) =>
        inParts(counts).map((part) => ({ from, says, of, counts: part, limit })),
      ),
    );

  /** Sends the messages in this order. */
  async function send(messages: readonly Message[]): Promise<void> {
    if (messages.length === 0) return;
    const texts = JSON.stringify(messages.map((each) => JSON.stringify(each)));
    // Losing a message does no harm, so the commit does not wait for the disk.
    await sql`select set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, text)
      from json_array_elements_text(${texts}::text::json) text`.catch(() => {
      // The database is down: until it is back each process counts for itself.
    });
  }

  function receive(text: string): void {
    const received = readMessage(text);
    if (!received || received.from === from) return;
    if (received.says === "hello") {
      isAsked = true;
      schedule(true);
      return;
    }
    const buckets = Object.hasOwn(groups, received.of) ? groups[received.of] : undefined;
    const counts = received.counts.map(([key, tokens]) => [key, tokens, received.limit] as const);
    if (received.says === "taken") buckets?.receive(counts, databaseNow().getTime());
    else buckets?.receiveMissing(counts, databaseNow().getTime());
  }

  // Also after a lost connection is restored.
  const onListening = () => void send([{ from, says: "hello", of: "", counts: [] }]);

  async function listen(): Promise<void> {
    try {
      const listening = await sql.listen(CHANNEL, receive, onListening);
      unlisten = listening.unlisten;
      if (isOver) await unlisten();
    } catch (error) {
      if (isOver) return;
      logger.debug({ err: error }, "cannot listen to other processes' counts yet");
      setTimeout(listen, LISTEN_AGAIN_MS).unref();
    }
  }

  for (const buckets of Object.values(groups)) buckets.share(schedule);
  const listening = listen();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await listening;
    await unlisten?.();
  };
}

/** The counts of each limit. */
function byLimit(counts: readonly Count[]): { limit: RateLimit; counts: Message["counts"] }[] {
  const groups = new Map<string, { limit: RateLimit; counts: Message["counts"] }>();
  for (const [key, tokens, limit] of counts) {
    const name = `${limit.perSecond} ${limit.burst}`;
    const group = groups.get(name) ?? { limit, counts: [] };
    group.counts.push([key, tokens]);
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** Splits the counts into parts that fit into one message each. */
function inParts(counts: Message["counts"]): Message["counts"][] {
  const parts: Message["counts"][] = [];
  let room = 0;
  for (const count of counts) {
    const bytes = Buffer.byteLength(JSON.stringify(count)) + 1;
    if (bytes > room) {
      parts.push([]);
      room = MOST_BYTES;
    }
    room -= bytes;
    parts.at(-1)?.push(count);
  }
  return parts;
}

/** Null for anything that is not ours, such as a message of a later version. */
function readMessage(text: string): Message | null {
  try {
    return message.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

declare global {
  // Once per process, even when the development server reloads this module.
  var perennialSharesLimits: true | undefined;
}

/** For processes that answer requests. */
export function shareRateLimits(): void {
  if (!globalThis.perennialSharesLimits) shareBuckets(client, limitedCalls);
  globalThis.perennialSharesLimits = true;
}
