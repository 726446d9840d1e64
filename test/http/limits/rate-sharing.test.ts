import postgres from "postgres";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { type Buckets, createBuckets } from "~/http/callers/buckets";
import { shareBuckets } from "~/http/callers/rate-sharing.server";
import { openRelayTo } from "../../support/processes/database-relay";
import { eventually } from "../../support/processes/eventually";

/** So slow that no token is added while a test runs. */
const LIMIT = { perSecond: 0.001, burst: 1000 };
const URL_OF_TEST = process.env.DATABASE_URL ?? "";

let ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(ends.map((end) => end()));
  ends = [];
});

/** Stands for another process: with its own buckets and its own connections. */
function startProcess(url = URL_OF_TEST): Buckets {
  const sql = postgres(url, { onnotice: () => {}, backoff: () => 0.05 });
  const buckets = createBuckets(LIMIT);
  const stop = shareBuckets(sql, { calls: buckets });
  ends.push(async () => {
    await stop();
    await sql.end({ timeout: 1 });
  });
  return buckets;
}

const takeSome = (buckets: Buckets, key: string, count: number) => {
  for (let call = 0; call < count; call++) buckets.take(key, Date.now());
};
/** The remaining tokens, without taking one. */
const countMissing = (buckets: Buckets, key: string): number =>
  buckets.listMissing(Date.now()).find(([known]) => known === key)?.[1] ?? 0;
const knows = (buckets: Buckets, key: string, missing: number) =>
  eventually(() => expect(countMissing(buckets, key)).toBe(missing));

/** Waits until each process receives the reports of all others. */
async function startThree(url?: string): Promise<[Buckets, Buckets, Buckets]> {
  const processes: [Buckets, Buckets, Buckets] = [startProcess(), startProcess(), startProcess(url)];
  for (const [index, each] of processes.entries()) {
    takeSome(each, `met ${index}`, 20);
    for (const other of processes) await knows(other, `met ${index}`, 20);
  }
  return processes;
}

test("what one process lets through is taken from the buckets of all others, for few calls and many", async () => {
  const [one, two, three] = await startThree();
  // The processes' reports cross.
  takeSome(one, "shop:key", 600);
  takeSome(two, "shop:key", 15);
  takeSome(two, "2001:db8:0:1", 12);
  for (const each of [one, two, three]) await knows(each, "shop:key", 615);
  for (const each of [one, two, three]) await knows(each, "2001:db8:0:1", 12);
  takeSome(three, "shop:key", 1000);
  expect(three.take("shop:key", Date.now()).allowed).toBe(false);
  await eventually(() => expect(one.take("shop:key", Date.now()).allowed).toBe(false));
  expect(two.take("other:key", Date.now()).remaining).toBe(999);
});

test("a process that begins later asks the others what is missing", async () => {
  const one = startProcess();
  takeSome(one, "shop:key", 700);
  const two = startProcess();
  await knows(two, "shop:key", 700);
});

test("a shop's own limit holds in a process that has not seen its key: one that hears of the calls, and one that begins later", async () => {
  const [one, two] = await startThree();
  const own = { perSecond: 0.001, burst: 10_000 };
  for (let call = 0; call < 8000; call++) one.take("shop:key", Date.now(), own);
  await knows(two, "shop:key", 8000);
  const later = startProcess();
  await knows(later, "shop:key", 8000);
  expect(later.take("shop:key", Date.now(), own).remaining).toBe(1999);
});

test("processes before and after an upgrade understand each other", async () => {
  const before = z.object({
    from: z.string(),
    says: z.enum(["hello", "taken", "missing"]),
    of: z.string(),
    counts: z.array(z.tuple([z.string(), z.number().nonnegative()])),
  });
  const sql = postgres(URL_OF_TEST, { max: 1 });
  ends.push(() => sql.end());
  const heard: z.output<typeof before>[] = [];
  await sql.listen("perennial_rate_limits", (text) => heard.push(before.parse(JSON.parse(text))));
  const [one, two] = await startThree();
  one.take("own", Date.now(), { perSecond: 0.001, burst: 50 });
  takeSome(one, "usual", 20);
  await knows(two, "usual", 20);
  await knows(two, "own", 1);
  const told = heard.filter(({ says }) => says === "taken").flatMap(({ counts }) => counts);
  expect(Object.fromEntries(told)).toMatchObject({ own: 1, usual: 20 });
  for (const says of ["taken", "missing"]) {
    const message = { from: "before", says, of: "calls", counts: [[says, 30]] };
    await sql`select pg_notify('perennial_rate_limits', ${JSON.stringify(message)})`;
    await knows(two, says, 30);
  }
});

test("a thousand keys at once are reported, in as many messages as needed", async () => {
  const [one, two] = await startThree();
  const keys = Array.from({ length: 1000 }, (_, index) => `${"long-".repeat(15)}${index}`);
  for (const key of keys) takeSome(one, key, 20);
  await eventually(() => expect(two.listMissing(Date.now())).toHaveLength(1003));
});

test("while the database is down each process counts for itself; once it is back they share again, including what they missed", async () => {
  const way = await openRelayTo(URL_OF_TEST);
  ends.push(async () => way.close());
  const [near, , far] = await startThree(way.url);
  takeSome(near, "a", 100);
  await knows(far, "a", 100);
  way.cut();
  takeSome(near, "a", 500);
  takeSome(far, "a", 50);
  expect(countMissing(far, "a")).toBe(150);
  way.mend();
  await eventually(() => expect(countMissing(far, "a")).toBeGreaterThanOrEqual(600));
  takeSome(far, "b", 300);
  await knows(near, "b", 300);
});

test("unknown messages on the channel change nothing, and break nothing", async () => {
  const [one, two] = await startThree();
  const sql = postgres(URL_OF_TEST, { max: 1 });
  ends.push(() => sql.end());
  const messages = ["", "not JSON", "null", '{"from":"x","says":"later","of":"calls","counts":[]}'];
  const unknown = { from: "x", says: "taken", of: "toString", counts: [["a", 50]] };
  const wrong = { from: "x", says: "taken", of: "calls", counts: [["a", -50]] };
  for (const text of [...messages, JSON.stringify(unknown), JSON.stringify(wrong)])
    await sql`select pg_notify('perennial_rate_limits', ${text})`;
  takeSome(one, "a", 20);
  await knows(two, "a", 20);
});
