import { changeInBulk } from "./soak-bulk";
import { type Check, checkCounters, checkEvents, checkOrders } from "./soak-checks";
import { SoakClient } from "./soak-load";
import { checkMemory } from "./soak-memory";
import { startProcesses } from "./soak-processes";
import { startSoakReceiver } from "./soak-receiver";
import { createRequests } from "./soak-requests";
import { makeOrdersDue, makeSoakShop, type SoakShop } from "./soak-shop";

type Options = {
  minutes: number;
  /** Share of the peak. */
  share: number;
  contracts: number;
  peakSeconds: number;
  databaseUrl: string;
  folder: string;
};

/** Applies the load and checks what must hold after it. Prints both as tables. @returns whether everything holds */
export async function soak(options: Options): Promise<boolean> {
  const { minutes, share, contracts, peakSeconds, databaseUrl, folder } = options;
  const say = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
  const shop = await makeSoakShop(contracts);
  say(`A shop of ${contracts} contracts is made.`);
  const receiver = await startSoakReceiver();
  const processes = await startProcesses(databaseUrl, folder);
  const load = new SoakClient(processes.origin, await createRequests(shop));
  try {
    await addEndpoint(processes.origin, shop, receiver.url);
    // Only now: the endpoint gets only later events.
    await makeOrdersDue(shop);
    await load.press(peakSeconds / 4);
    const peak = await load.press(peakSeconds);
    const perSecond = Math.max(1, Math.floor(peak.perSecond * share));
    say(`At most ${peak.perSecond.toFixed(0)} requests a second; ${perSecond} for ${minutes} minutes.`);

    const collected = { web: processes.listLive("web").length, worker: processes.listLive("worker").length };
    let isOver = false;
    const bulk = changeInBulk(processes.origin, shop, () => isOver);
    const held = await load.hold(perSecond, minutes * 60);
    isOver = true;
    const ofMemory = (["web", "worker"] as const).map((name) =>
      checkMemory(processes, name, collected[name]),
    );
    const { changes, wrong } = await bulk;
    say("The load is over; waiting until the worker is done.");
    const events = await checkEvents(shop, receiver);
    const errors = processes.readErrors();
    const unexpected = [peak, held].flatMap((each) => Object.entries(each.unexpected));
    const checks: Check[] = [
      {
        what: `requests answered, not sent in time at ${perSecond} a second`,
        result: `${Math.round(held.perSecond * minutes * 60)}, ${held.late}`,
        isGood: held.late === 0,
      },
      {
        what: "unexpected answers",
        result: unexpected.map(([what, count]) => `${count} × ${what}`).join("; ") || "0",
        isGood: unexpected.length === 0,
      },
      {
        what: `bulk changes of ${shop.bulk.length} contracts, with faults`,
        result: `${changes}, ${wrong.length}`,
        isGood: changes > 0 && wrong.length === 0,
      },
      { what: "errors in the logs", result: String(errors.length), isGood: errors.length === 0 },
      ...ofMemory,
      ...events,
      await checkOrders(shop),
      ...(await checkCounters(shop)),
    ];
    console.table(held.kinds);
    console.table(
      checks.map(({ what, result, isGood }) => ({ what, result, "": isGood ? "good" : "FAILED" })),
    );
    for (const line of [...wrong, ...errors.slice(0, 20)]) console.error(line.slice(0, 2000));
    return checks.every(({ isGood }) => isGood);
  } finally {
    load.close();
    await processes.stop();
    receiver.stop();
  }
}

async function addEndpoint(origin: string, shop: SoakShop, url: string): Promise<void> {
  const answer = await fetch(`${origin}/api/external/v2/webhook-endpoints`, {
    method: "POST",
    headers: { "X-API-Key": shop.writeKey, "Content-Type": "application/json" },
    body: JSON.stringify({ url, types: [] }),
  });
  if (answer.status !== 201)
    throw new Error(`The endpoint was not added: ${answer.status} ${await answer.text()}`);
}
