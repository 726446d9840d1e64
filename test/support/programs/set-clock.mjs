/**
 * Loaded into a process before all else (`withSetClock`): its wall clock is off by as many milliseconds as a file says at
 * that moment. The steady counter (`performance.now`, timers) goes on, as it does when a machine's clock is set.
 */
import { readFileSync } from "node:fs";

const RealDate = Date;
const now = () => RealDate.now() + Number(readFileSync(process.env.CLOCK_OFFSET_FILE ?? "", "utf8"));

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length ? args : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
