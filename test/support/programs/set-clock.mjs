/**
 * Loaded into a process before everything else (`withSetClock`): shifts its wall clock by the milliseconds that a file
 * contains at that moment. The monotonic clock (`performance.now`, timers) is not affected, as when a machine's clock is set.
 */
import { readFileSync } from "node:fs";

const RealDate = Date;
const now = () => RealDate.now() + Number(readFileSync(process.env.CLOCK_OFFSET_FILE ?? "", "utf8"));

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length ? args : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
