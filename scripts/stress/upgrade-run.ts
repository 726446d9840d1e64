import { setTimeout as delay } from "node:timers/promises";
import { client } from "~db/client.server";
import { listMigrations } from "~db/migration-files";
import { checkAnswers, checkCounters, checkEvents, checkLogs, checkOrders, report, say } from "./soak-checks";
import { SoakClient } from "./soak-load";
import {
  type SoakPlace,
  type SoakProcess,
  startProcesses,
  startSoakWeb,
  startSoakWorker,
} from "./soak-processes";
import { startSoakReceiver } from "./soak-receiver";
import { createRequests } from "./soak-requests";
import { addEndpoint, makeOrdersDue, type SoakShop } from "./soak-shop";

type Options = {
  seconds: number;
  /** Requests a second, in each of both releases while they serve. */
  perSecond: number;
  databaseUrl: string;
  folder: string;
  /** The folder of the old release. */
  release: string;
  shop: SoakShop;
};

const LOOK_EVERY_MS = 200;

/** Changes over from the old release to this one under load. Prints what must hold. @returns whether it does */
export async function rehearseUpgrade(options: Options): Promise<boolean> {
  const { seconds, perSecond, databaseUrl, folder, release, shop } = options;
  const ofNew: SoakPlace = { databaseUrl, folder };
  const receiver = await startSoakReceiver();
  const old = await startProcesses({ ...ofNew, release });
  const started: { readErrors(): string[]; stop(): Promise<void> }[] = [old];
  // Each order is asked for by one of both.
  const [firstHalf, secondHalf] = [0, 1].map((half) => shop.ordered.filter((_, at) => at % 2 === half));
  const loadOfOld = new SoakClient(old.origin, await createRequests({ ...shop, ordered: firstHalf ?? [] }));
  const clients = [loadOfOld];
  try {
    await addEndpoint(old.origin, shop, receiver.url);
    await makeOrdersDue(shop);
    say(`The old release serves alone, ${perSecond} requests a second.`);
    const alone = await loadOfOld.hold(perSecond, seconds);

    say("A worker of the new release migrates, beside the old one; then its web process starts.");
    let isOver = false;
    const ofOld = loadOfOld.hold(perSecond, Number.POSITIVE_INFINITY, () => isOver);
    const worker = startSoakWorker(ofNew);
    started.push(worker);
    await waitUntilMigrated(worker);
    const web = await startSoakWeb(ofNew);
    started.push(web);
    const loadOfNew = new SoakClient(
      web.origin,
      await createRequests({ ...shop, ordered: secondHalf ?? [], edited: [...shop.edited].reverse() }),
    );
    clients.push(loadOfNew);
    const ofNewBeside = await loadOfNew.hold(perSecond, seconds);
    isOver = true;
    const both = [await ofOld, ofNewBeside];

    say("The old release is told to end; the new one serves alone.");
    const [last] = await Promise.all([loadOfNew.hold(perSecond, seconds), old.stop()]);
    say("The load is over; waiting until the worker is done.");
    const events = await checkEvents(shop, receiver);
    const errors = started.flatMap((each) => each.readErrors());
    const outcomes = [alone, ...both, last];
    for (const [phase, { kinds }] of [
      ["the old release, alone", alone],
      ["this one, alone", last],
    ] as const) {
      say(`Milliseconds of ${phase}:`);
      console.table(kinds);
    }
    return report(
      [
        {
          what: "requests answered in each phase: old; old and new; new",
          result: [alone, ...both, last].map(({ kinds }) => countAnswered(kinds)).join("; "),
          isGood: outcomes.every(({ kinds }) => countAnswered(kinds) > 0),
        },
        checkAnswers(outcomes),
        checkLogs(errors),
        ...events,
        await checkOrders(shop),
        ...(await checkCounters(shop)),
      ],
      errors,
    );
  } finally {
    for (const each of clients) each.close();
    for (const each of started) await each.stop();
    receiver.stop();
  }
}

const countAnswered = (kinds: Record<string, { answered: number }>): number =>
  Object.values(kinds).reduce((sum, { answered }) => sum + answered, 0);

async function waitUntilMigrated(worker: SoakProcess): Promise<void> {
  const newest = (await listMigrations()).at(-1) ?? "";
  for (;;) {
    if (worker.child.exitCode !== null || worker.child.signalCode !== null)
      throw new Error(`The worker has ended: ${worker.readErrors().join("\n")}`);
    const rows = await client`select from schema_migrations where name = ${newest}`;
    if (rows.length > 0) return;
    await delay(LOOK_EVERY_MS);
  }
}
