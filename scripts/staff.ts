import { parseEnvironment } from "~/lib/environment/environment";
import { openDatabaseForCommand } from "~db/connect-cli";
import { migrate } from "~db/migrate";
import { readOptions } from "./command-options";

/**
 * `npm run staff -- reset`: prints a link that sets a new password, for machines without a mail server (wire.md §7).
 * Standard output gets the link only. Ends with 2 when the command line is wrong, 1 when it cannot be done.
 */
const USAGE = `npm run staff -- reset --email <address> [--origin http://localhost:3000]
    Prints a link for a new password, good for an hour and once. It begins with PUBLIC_URL, else with --origin.`;

const say = (text: string) => process.stderr.write(`${text}\n`);

function readInput([command, ...args]: string[]) {
  const { values, flags, problems } = readOptions(args, {
    email: "string",
    origin: "string",
    help: "boolean",
  });
  if (flags.has("help") || command === "--help") {
    process.stdout.write(`${USAGE}\n`);
    process.exit(0);
  }
  const { PUBLIC_URL } = parseEnvironment(process.env);
  const origin = values.origin ?? PUBLIC_URL ?? "http://localhost:3000";
  const lines = problems.map(({ option, detail }) => `${option}: ${detail}`);
  if (command !== "reset") lines.push(`${command ?? "command"}: write reset.`);
  if (!values.email) lines.push("--email: needs a value.");
  if (!/^https?:\/\/[^/]+$/.test(origin))
    lines.push("--origin: write scheme and host, like http://localhost:3000.");
  if (lines.length > 0) {
    say(`${lines.join("\n")}\n\n${USAGE}`);
    process.exit(2);
  }
  return { email: (values.email ?? "").trim().toLowerCase(), origin };
}

const { email, origin } = readInput(process.argv.slice(2));
const database = await openDatabaseForCommand();
try {
  await migrate(database.url, say);
  // Only now: modules of the app read DATABASE_URL when they are loaded.
  const { findStaffAccount } = await import("~/features/staff/staff.repo.server");
  const { makeLink } = await import("~/features/staff/sign-in/mailed-links.service.server");
  const { passwordReset } = await import("~/features/staff/account/password-reset.service.server");
  const { client, db } = await import("~db/client.server");
  try {
    const account = await findStaffAccount(email);
    if (account)
      process.stdout.write(`${(await makeLink(db, passwordReset, account.id, origin, new Date())).url}\n`);
    else {
      process.exitCode = 1;
      say(`Nobody has an account with the address ${email}.`);
    }
  } finally {
    await client.end();
  }
} finally {
  await database.close();
}
