import { Agent, request as send } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { SoakRequest } from "./soak-requests";

type KindTimes = { answered: number; p50: number; p99: number; most: number };
/** @field unexpected answers other than 200, by kind and status or error, and how often; `late`: not sent in time */
export type LoadOutcome = {
  perSecond: number;
  kinds: Record<string, KindTimes>;
  unexpected: Record<string, number>;
  late: number;
};

const CONNECTIONS = 24;
const TICK_MS = 20;
/** If the service is this far behind, it cannot keep up: further requests are counted, but not sent. */
const MOST_BEHIND_SECONDS = 5;

/** A client of one origin with kept-alive connections, and its counts. */
export class SoakClient {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  private times = new Map<string, number[]>();
  private unexpected: Record<string, number> = {};
  private late = 0;
  private underWay = 0;

  constructor(
    private readonly origin: string,
    private readonly next: () => SoakRequest,
  ) {}

  /** Sends as many as are answered on all connections. @param seconds of the load */
  async press(seconds: number): Promise<LoadOutcome> {
    const started = performance.now();
    const isOver = () => performance.now() - started >= seconds * 1000;
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (!isOver()) await this.ask();
      }),
    );
    return this.takeOutcome((performance.now() - started) / 1000);
  }

  /** Sends this many a second, whether or not earlier ones are answered, which then count as slower. */
  async hold(perSecond: number, seconds: number, isOver = () => false): Promise<LoadOutcome> {
    const started = performance.now();
    let due = 0;
    for (let passed = 0; passed < seconds && !isOver(); passed = (performance.now() - started) / 1000) {
      for (; due < passed * perSecond; due++) {
        if (this.underWay >= perSecond * MOST_BEHIND_SECONDS) this.late++;
        else void this.ask();
      }
      await delay(TICK_MS);
    }
    while (this.underWay > 0) await delay(TICK_MS);
    return this.takeOutcome((performance.now() - started) / 1000);
  }

  close(): void {
    this.agent.destroy();
  }

  private async ask(): Promise<void> {
    const { kind, method, path, headers } = this.next();
    const started = performance.now();
    this.underWay++;
    const outcome = await new Promise<number | string>((resolve) => {
      const sent = send(`${this.origin}${path}`, { agent: this.agent, method, headers }, (answer) => {
        answer
          .resume()
          .once("end", () => resolve(answer.statusCode ?? 0))
          .once("error", ({ message }) => resolve(message));
      });
      sent.once("error", ({ message }) => resolve(message)).end();
    });
    this.underWay--;
    const times = this.times.get(kind) ?? [];
    times.push(performance.now() - started);
    this.times.set(kind, times);
    if (outcome === 200) return;
    const name = `${kind}: ${outcome}`;
    this.unexpected[name] = (this.unexpected[name] ?? 0) + 1;
  }

  private takeOutcome(seconds: number): LoadOutcome {
    const kinds = Object.fromEntries([...this.times].sort().map(([kind, times]) => [kind, toTimes(times)]));
    const answered = Object.values(kinds).reduce((sum, kind) => sum + kind.answered, 0);
    const outcome = { perSecond: answered / seconds, kinds, unexpected: this.unexpected, late: this.late };
    this.times = new Map();
    this.unexpected = {};
    this.late = 0;
    return outcome;
  }
}

function toTimes(times: number[]): KindTimes {
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return { answered: sorted.length, p50: at(0.5), p99: at(0.99), most: at(1) };
}
