import { parseEnvironment } from "~/lib/environment/environment";
import { runOnDatabase } from "../command-line/command";
import { readCommandLine, say } from "../command-line/command-line.mjs";
import type { OptionProblem } from "../command-line/command-options.mjs";

/**
 * `npm run staff -- reset`: prints a link that sets a new password, for machines without a mail server (wire.md §7).
 * Standard output gets only the link. Exits with 2 for a wrong command line, 1 when it cannot be done.
 */
const USAGE = `npm run staff -- reset --email <address> [--origin http://localhost:3000]
    Prints a link for a new password, good for an hour and once. It begins with PUBLIC_URL, else with --origin.`;

function readInput() {
  const kinds = { email: "string", origin: "string" } as const;
  const options = { required: ["email"], subcommands: ["reset"] };
  const { subcommand, values, refuse } = readCommandLine(USAGE, kinds, options);
  const origin = values.origin ?? parseEnvironment(process.env).PUBLIC_URL ?? "http://localhost:3000";
  const mistakes: OptionProblem[] = [];
  if (subcommand === null) mistakes.push({ option: "command", detail: "write reset." });
  if (!/^https?:\/\/[^/]+$/.test(origin))
    mistakes.push({ option: "--origin", detail: "write scheme and host, like http://localhost:3000." });
  refuse(mistakes);
  return { email: (values.email ?? "").trim().toLowerCase(), origin };
}

const { email, origin } = readInput();
await runOnDatabase(async () => {
  const { findStaffAccount } = await import("~/features/staff/staff.repo.server");
  const { makeLink } = await import("~/features/staff/sign-in/mailed-links.service.server");
  const { passwordReset } = await import("~/features/staff/account/password-reset.service.server");
  const { db } = await import("~db/client.server");
  const account = await findStaffAccount(email);
  if (account)
    process.stdout.write(`${(await makeLink(db, passwordReset, account.id, origin, new Date())).url}\n`);
  else {
    process.exitCode = 1;
    say(`Nobody has an account with the address ${email}.`);
  }
});
