import { z } from "zod";
import { openDatabaseForCommand } from "~db/connect-cli";
import { migrate } from "~db/migrate";
import { readOptions } from "./command-options";

/** `npm run shop:rate`: sets the rate of a shop's API keys. Ends with 2 when the input is wrong, 1 when it cannot be done. */
const USAGE = `npm run shop:rate -- --domain <store domain> [--per-second <calls>] [--burst <calls>]
    What is left out is everybody's: RATE_LIMIT_PER_SECOND, RATE_LIMIT_BURST.`;

const say = (text: string) => process.stderr.write(`${text}\n`);

const WHOLE = "write a whole number from 1 to 1000000.";
const calls = z.coerce.number(WHOLE).int(WHOLE).min(1, WHOLE).max(1_000_000, WHOLE).nullable();

function readInput(args: string[]) {
  const { values, flags, problems } = readOptions(args, {
    domain: "string",
    "per-second": "string",
    burst: "string",
    help: "boolean",
  });
  if (flags.has("help")) {
    process.stdout.write(`${USAGE}\n`);
    process.exit(0);
  }
  const lines = problems.map(({ option, detail }) => `${option}: ${detail}`);
  if (!values.domain) lines.push("--domain: needs a value.");
  const [ratePerSecond, rateBurst] = (["per-second", "burst"] as const).map((name) => {
    const parsed = calls.safeParse(values[name] ?? null);
    if (!parsed.success) lines.push(`--${name}: ${WHOLE}`);
    return parsed.data ?? null;
  });
  if (lines.length > 0) {
    say(`${lines.join("\n")}\n\n${USAGE}`);
    process.exit(2);
  }
  const rate = { ratePerSecond: ratePerSecond ?? null, rateBurst: rateBurst ?? null };
  return { domain: (values.domain ?? "").toLowerCase(), rate };
}

const { domain, rate } = readInput(process.argv.slice(2));
const database = await openDatabaseForCommand();
try {
  await migrate(database.url, say);
  // Only now: modules of the app read DATABASE_URL when they are loaded.
  const { setShopRate } = await import("~/features/shops/shop-rate.service.server");
  const { ProblemError } = await import("~/lib/problem");
  const { client } = await import("~db/client.server");
  try {
    const actor = { type: "system", name: "command line" } as const;
    const name = await setShopRate(domain, rate, { actor, requestId: null, now: new Date() });
    const show = (value: number | null) => value ?? "as everybody";
    process.stdout.write(
      `${name} (${domain}), each API key: a second ${show(rate.ratePerSecond)}, at once ${show(rate.rateBurst)}.\n`,
    );
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    process.exitCode = 1;
    say(error.detail);
  } finally {
    await client.end();
  }
} finally {
  await database.close();
}
