import { z } from "zod";
import { readCommandLine, runOnDatabase } from "../command-line/command";
import type { OptionProblem } from "../command-line/command-options";

/**
 * `npm run shop:rate`: sets the rate limit of a shop's API keys. Exits with 2 for wrong input, 1 when it cannot be
 * done.
 */
const USAGE = `npm run shop:rate -- --domain <store domain> [--per-second <calls>] [--burst <calls>]
    What is left out is everybody's: RATE_LIMIT_PER_SECOND, RATE_LIMIT_BURST.`;

const WHOLE = "write a whole number from 1 to 1000000.";
const calls = z.coerce.number(WHOLE).int(WHOLE).min(1, WHOLE).max(1_000_000, WHOLE).nullable();

function readInput() {
  const kinds = { domain: "string", "per-second": "string", burst: "string" } as const;
  const { values, refuse } = readCommandLine(USAGE, kinds, { required: ["domain"] });
  const mistakes: OptionProblem[] = [];
  const [ratePerSecond = null, rateBurst = null] = (["per-second", "burst"] as const).map((name) => {
    const parsed = calls.safeParse(values[name] ?? null);
    if (!parsed.success) mistakes.push({ option: `--${name}`, detail: WHOLE });
    return parsed.data ?? null;
  });
  refuse(mistakes);
  return { domain: (values.domain ?? "").toLowerCase(), rate: { ratePerSecond, rateBurst } };
}

const { domain, rate } = readInput();
await runOnDatabase(async () => {
  const { setShopRate } = await import("~/features/shops/shop-rate.service.server");
  const actor = { type: "system", name: "command line" } as const;
  const name = await setShopRate(domain, rate, { actor, requestId: null, now: new Date() });
  const show = (value: number | null) => value ?? "as everybody";
  process.stdout.write(
    `${name} (${domain}), each API key: a second ${show(rate.ratePerSecond)}, at once ${show(rate.rateBurst)}.\n`,
  );
});
