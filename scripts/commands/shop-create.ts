import type { z } from "zod";
import { createShopSchema } from "~/access/shops.schema.server";
import type { CreatedShop } from "~/features/shops/shops.service.server";
import { parseEnvironment } from "~/lib/environment/environment";
import type { FieldError } from "~/lib/problem";
import { runOnDatabase } from "../command-line/command";
import { readCommandLine, say } from "../command-line/command-line.mjs";
import type { OptionProblem } from "../command-line/command-options.mjs";

/**
 * `npm run shop:create`: creates a shop with its owner and a first API key, by the service that the pages use. Standard
 * output gets only the result, as JSON with --json. Exits with 2 for a wrong command line, 1 when it cannot be done.
 */
const USAGE = `npm run shop:create -- --domain <store domain> --name <name> --email <owner's e-mail> --password <12 characters or more>
    [--owner-name <name>] [--public-domain <host>] [--timezone <IANA zone>] [--currency <ISO 4217 code>]
    [--gateway none|test] [--json]`;

const OPTION_OF_FIELD: Record<string, string> = {
  "/storeDomain": "--domain",
  "/name": "--name",
  "/publicDomain": "--public-domain",
  "/timeZone": "--timezone",
  "/currencyCode": "--currency",
  "/gateway": "--gateway",
  "/owner/email": "--email",
  "/owner/name": "--owner-name",
  "/owner/password": "--password",
};

const toPointer = (path: PropertyKey[]): string => path.map((part) => `/${String(part)}`).join("");

function readInput() {
  const { values, flags, problems, refuse } = readCommandLine(USAGE, {
    domain: "string",
    name: "string",
    email: "string",
    password: "string",
    "owner-name": "string",
    "public-domain": "string",
    timezone: "string",
    currency: "string",
    gateway: "string",
    json: "boolean",
  });
  const { STORE_DOMAIN_SUFFIX: storeDomainSuffix, PUBLIC_URL, DATABASE_URL } = parseEnvironment(process.env);
  const ownHost = PUBLIC_URL ? new URL(PUBLIC_URL).host : null;
  // Whoever runs this command may use the machine's loopback names.
  const schema = createShopSchema({ storeDomainSuffix, ownHost, takesLoopback: true });
  const parsed = schema.safeParse({
    storeDomain: values.domain,
    name: values.name,
    publicDomain: values["public-domain"],
    timeZone: values.timezone,
    currencyCode: values.currency,
    // The embedded database is for trying things out: its shops are on the test gateway by default.
    gateway: values.gateway ?? (DATABASE_URL ? undefined : "test"),
    owner: { email: values.email, name: values["owner-name"], password: values.password },
  });
  const named = new Set(problems.map((problem) => problem.option));
  const errors = parsed.error?.issues.map(toOptionProblem) ?? [];
  refuse(errors.filter(({ option }) => !named.has(option)));
  if (!parsed.success) return process.exit(2);
  return { input: parsed.data, isJson: flags.has("json") };
}

const toOptionProblem = (issue: z.core.$ZodIssue): OptionProblem => ({
  option: OPTION_OF_FIELD[toPointer(issue.path)] ?? toPointer(issue.path),
  detail: issue.message,
});

function toText({ shop, apiKey, staff }: CreatedShop): string {
  return [
    `Shop ${shop.name} (${shop.storeDomain}) is there.`,
    `Owner: ${staff.email}${staff.isNew ? "" : " (an account that was there already; its password stays)"}`,
    `API key, shown this once: ${apiKey}`,
  ].join("\n");
}

const { input, isJson } = readInput();
await runOnDatabase(async () => {
  const { createShop } = await import("~/features/shops/shops.service.server");
  const { ProblemError } = await import("~/lib/problem");
  try {
    const actor = { type: "system", name: "command line" } as const;
    const created = await createShop(input, { actor, requestId: null, now: new Date() });
    if (isJson && !created.staff.isNew)
      say(`${created.staff.email} had an account already; its password stays what it was.`);
    const { isNew: _, ...staff } = created.staff;
    process.stdout.write(
      isJson
        ? `${JSON.stringify({ shop: created.shop, apiKey: created.apiKey, staff })}\n`
        : `${toText(created)}\n`,
    );
  } catch (error) {
    const fields: FieldError[] = error instanceof ProblemError ? (error.extra.errors ?? []) : [];
    if (fields.length === 0) throw error;
    process.exitCode = 1;
    for (const { pointer = "", detail } of fields) say(`${OPTION_OF_FIELD[pointer] ?? pointer}: ${detail}`);
  }
});
