import { readFileSync } from "node:fs";
import { stripeSecretsInput } from "~/features/billing/gateway/stripe/stripe-secrets";
import { runOnDatabase } from "../command-line/command";
import { readCommandLine } from "../command-line/command-line.mjs";

/**
 * `npm run shop:gateway`: sets a shop's payment gateway. Keys are read from standard input, never from the command
 * line, which every process of the machine may read. Exits with 2 for wrong input, 1 when it cannot be done.
 */
const USAGE = `npm run shop:gateway -- --domain <store domain> --gateway stripe
    Standard input, two lines: the secret key of the shop's Stripe account, and the signing secret of its webhook endpoint.`;

function readInput() {
  const kinds = { domain: "string", gateway: "string" } as const;
  const { values, refuse } = readCommandLine(USAGE, kinds, { required: ["domain"] });
  refuse(values.gateway === "stripe" ? [] : [{ option: "--gateway", detail: "write stripe." }]);
  const [secretKey = "", webhookSecret = ""] = readFileSync(0, "utf8").split("\n");
  const parsed = stripeSecretsInput.safeParse({ secretKey, webhookSecret });
  refuse(parsed.error?.issues.map(({ message }) => ({ option: "standard input", detail: message })));
  if (!parsed.success) return process.exit(2);
  return { domain: (values.domain ?? "").toLowerCase(), secrets: parsed.data };
}

const { domain, secrets } = readInput();
await runOnDatabase(async () => {
  const { connectStripe } = await import("~/features/billing/gateway/stripe/connect-stripe.service.server");
  const { findShopByStoreDomain } = await import("~/access/shops.repo.server");
  const { ProblemError } = await import("~/lib/problem");
  const shop = await findShopByStoreDomain(domain);
  if (!shop) throw new ProblemError("not_found", `There is no shop ${domain}.`);
  const actor = { type: "system", name: "command line" } as const;
  await connectStripe(shop.id, secrets, { actor, requestId: null, now: new Date() });
  process.stdout.write(
    `${shop.name} (${domain}) charges through Stripe from now on.\nIts webhook endpoint: /gateways/stripe/notices?shop=${domain}\n`,
  );
});
