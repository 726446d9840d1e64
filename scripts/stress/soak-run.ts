import { changeInBulk } from "./soak-bulk";
import {
  type Check,
  checkAnswers,
  checkCounters,
  checkEvents,
  checkLogs,
  checkOrders,
  report,
  say,
} from "./soak-checks";
import { SoakClient } from "./soak-load";
import { checkMemory } from "./soak-memory";
import { startProcesses } from "./soak-processes";
import { startSoakReceiver } from "./soak-receiver";
import { createRequests } from "./soak-requests";
import { addEndpoint, makeOrdersDue, makeSoakShop } from "./soak-shop";

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
  const shop = await makeSoakShop(contracts);
  say(`A shop of ${contracts} contracts is made.`);
  const receiver = await startSoakReceiver();
  const processes = await startProcesses({ databaseUrl, folder });
  const load = new SoakClient(processes.origin, await createRequests(shop));
  try {
    await addEndpoint(processes.origin, shop, receiver.url);
    // Only now: the endpoint gets only later events.
    await makeOrdersDue(shop);
    await load.press(peakSeconds / 4);
    const peak = await load.press(peakSeconds);
    const perSecond = Math.max(1, Math.floor(peak.perSecond * share));
    say(`At most ${peak.perSecond.toFixed(0)} requests a second; ${perSecond} for ${minutes} minutes.`);

    const watched = (["web", "worker"] as const).map((name) => {
      const { [name]: process } = processes;
      return { name, process, collected: process.listLive().length };
    });
    let isOver = false;
    const bulk = changeInBulk(processes.origin, shop, () => isOver);
    const held = await load.hold(perSecond, minutes * 60);
    isOver = true;
    const ofMemory = watched.map(({ name, process, collected }) => checkMemory(process, name, collected));
    const { changes, wrong } = await bulk;
    say("The load is over; waiting until the worker is done.");
    const events = await checkEvents(shop, receiver);
    const errors = processes.readErrors();
    const checks: Check[] = [
      {
        what: `requests answered, not sent in time at ${perSecond} a second`,
        result: `${Math.round(held.perSecond * minutes * 60)}, ${held.late}`,
        isGood: held.late === 0,
      },
      checkAnswers([peak, held]),
      {
        what: `bulk changes of ${shop.bulk.length} contracts, with faults`,
        result: `${changes}, ${wrong.length}`,
        isGood: changes > 0 && wrong.length === 0,
      },
      checkLogs(errors),
      ...ofMemory,
      ...events,
      await checkOrders(shop),
      ...(await checkCounters(shop)),
    ];
    console.table(held.kinds);
    return report(checks, [...wrong, ...errors]);
  } finally {
    load.close();
    await processes.stop();
    receiver.stop();
  }
}
