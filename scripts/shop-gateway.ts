import { readFileSync } from "node:fs";
import { stripeSecretsInput } from "~/features/billing/gateway/stripe/stripe-secrets";
import { openDatabaseForCommand } from "~db/connect-cli";
import { migrate } from "~db/migrate";
import { readOptions } from "./command-options";

/**
 * `npm run shop:gateway`: sets a shop's payment gateway. Keys come on standard input, never on the command line,
 * which every process of the machine may read. Ends with 2 when the input is wrong, 1 when it cannot be done.
 */
const USAGE = `npm run shop:gateway -- --domain <store domain> --gateway stripe
    Standard input, two lines: the secret key of the shop's Stripe account, and the signing secret of its webhook endpoint.`;

const say = (text: string) => process.stderr.write(`${text}\n`);

function fail(lines: string[]): never {
  say(`${lines.join("\n")}\n\n${USAGE}`);
  process.exit(2);
}

function readInput(args: string[]) {
  const { values, flags, problems } = readOptions(args, {
    domain: "string",
    gateway: "string",
    help: "boolean",
  });
  if (flags.has("help")) {
    process.stdout.write(`${USAGE}\n`);
    process.exit(0);
  }
  const lines = problems.map(({ option, detail }) => `${option}: ${detail}`);
  if (!values.domain) lines.push("--domain: needs a value.");
  if (values.gateway !== "stripe") lines.push("--gateway: write stripe.");
  if (lines.length > 0) fail(lines);
  const [secretKey = "", webhookSecret = ""] = readFileSync(0, "utf8").split("\n");
  const parsed = stripeSecretsInput.safeParse({ secretKey, webhookSecret });
  if (!parsed.success) return fail(parsed.error.issues.map(({ message }) => message));
  return { domain: (values.domain ?? "").toLowerCase(), secrets: parsed.data };
}

const { domain, secrets } = readInput(process.argv.slice(2));
const database = await openDatabaseForCommand();
try {
  await migrate(database.url, say);
  // Only now: modules of the app read DATABASE_URL when they are loaded.
  const { connectStripe } = await import("~/features/billing/gateway/stripe/connect-stripe.service.server");
  const { findShopByStoreDomain } = await import("~/access/shops.repo.server");
  const { ProblemError } = await import("~/lib/problem");
  const { client } = await import("~db/client.server");
  try {
    const shop = await findShopByStoreDomain(domain);
    if (!shop) throw new ProblemError("not_found", `There is no shop ${domain}.`);
    const actor = { type: "system", name: "command line" } as const;
    await connectStripe(shop.id, secrets, { actor, requestId: null, now: new Date() });
    process.stdout.write(
      `${shop.name} (${domain}) charges through Stripe from now on.\nIts webhook endpoint: /gateways/stripe/notices?shop=${domain}\n`,
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
