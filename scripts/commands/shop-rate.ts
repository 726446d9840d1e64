import { runOnDatabase } from "../command-line/command";
import { readCommandLine } from "../command-line/command-line.mjs";

/**
 * `npm run shop:rate`: sets the rate limit of a shop's API keys. Exits with 2 for wrong input, 1 when it cannot be
 * done.
 */
const USAGE = `npm run shop:rate -- --domain <store domain> [--per-second <calls>] [--burst <calls>]
    What is left out is everybody's: RATE_LIMIT_PER_SECOND, RATE_LIMIT_BURST.`;

const CALLS = { most: 1_000_000 };

function readInput() {
  const kinds = { domain: "string", "per-second": "string", burst: "string" } as const;
  const { values, toNumber, refuse } = readCommandLine(USAGE, kinds, { required: ["domain"] });
  const ratePerSecond = toNumber("per-second", null, CALLS);
  const rateBurst = toNumber("burst", null, CALLS);
  refuse();
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
