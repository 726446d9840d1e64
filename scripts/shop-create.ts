import type { z } from "zod";
import { createShopSchema } from "~/access/shops.schema";
import type { CreatedShop } from "~/features/shops/shops.service.server";
import { parseEnvironment } from "~/lib/environment/environment";
import type { FieldError } from "~/lib/problem";
import { openDatabaseForCommand } from "~db/connect-cli";
import { migrate } from "~db/migrate";
import { type OptionProblem, readOptions } from "./command-options";

/**
 * `npm run shop:create`: a shop with its owner and a first API key, by the service the pages use. Standard output gets
 * the result only, as JSON with --json. Ends with 2 when the command line is wrong, 1 when it cannot be done.
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

const say = (text: string) => process.stderr.write(`${text}\n`);
const toPointer = (path: PropertyKey[]): string => path.map((part) => `/${String(part)}`).join("");

function fail(problems: OptionProblem[], code: number): never {
  say(problems.map(({ option, detail }) => `${option}: ${detail}`).join("\n"));
  if (code === 2) say(`\n${USAGE}`);
  process.exit(code);
}

function readInput(args: string[]) {
  const { values, flags, problems } = readOptions(args, {
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
    help: "boolean",
  });
  if (flags.has("help")) {
    process.stdout.write(`${USAGE}\n`);
    process.exit(0);
  }
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
    // The embedded database is for trying things out: shops there are on the test gateway unless told otherwise.
    gateway: values.gateway ?? (DATABASE_URL ? undefined : "test"),
    owner: { email: values.email, name: values["owner-name"], password: values.password },
  });
  const named = new Set(problems.map((problem) => problem.option));
  for (const { option, detail } of parsed.success ? [] : parsed.error.issues.map(toOptionProblem))
    if (!named.has(option)) problems.push({ option, detail });
  if (problems.length > 0 || !parsed.success) fail(problems, 2);
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

const { input, isJson } = readInput(process.argv.slice(2));
const database = await openDatabaseForCommand();
try {
  await migrate(database.url, say);
  // Only now: modules of the app read DATABASE_URL when they are loaded.
  const { createShop } = await import("~/features/shops/shops.service.server");
  const { ProblemError } = await import("~/lib/problem");
  const { client } = await import("~db/client.server");
  try {
    const created = await createShop(input, {
      actor: { type: "system", name: "command line" },
      requestId: null,
      now: new Date(),
    });
    if (isJson && !created.staff.isNew)
      say(`${created.staff.email} had an account already; its password stays what it was.`);
    const { isNew: _, ...staff } = created.staff;
    process.stdout.write(
      isJson
        ? `${JSON.stringify({ shop: created.shop, apiKey: created.apiKey, staff })}\n`
        : `${toText(created)}\n`,
    );
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    process.exitCode = 1;
    const problems = (error.extra.errors ?? []).map((problem: FieldError) => ({
      option: OPTION_OF_FIELD[problem.pointer ?? ""] ?? problem.pointer ?? "",
      detail: problem.detail,
    }));
    say(problems.length > 0 ? problems.map((p) => `${p.option}: ${p.detail}`).join("\n") : error.detail);
  } finally {
    await client.end();
  }
} finally {
  await database.close();
}
