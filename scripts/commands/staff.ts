import { parseEnvironment } from "~/lib/environment/environment";
import { runOnDatabase } from "../command-line/command";
import { readCommandLine, say } from "../command-line/command-line.mjs";
import type { OptionProblem } from "../command-line/command-options.mjs";

/**
 * `npm run staff -- reset`: prints a link that sets a new password, for machines without a mail server (wire.md §7).
 * Standard output gets only the link. `npm run staff -- delete`: for who asks for it after leaving (docs/privacy.md).
 * Exits with 2 for a wrong command line, 1 when it cannot be done.
 */
const USAGE = `npm run staff -- reset --email <address> [--origin http://localhost:3000]
    Prints a link for a new password, good for an hour and once. It begins with PUBLIC_URL, else with --origin.
npm run staff -- delete --email <address>
    Deletes an account that belongs to no shop, at once instead of 90 days after it left the last one.`;

function readInput() {
  const kinds = { email: "string", origin: "string" } as const;
  const options = { required: ["email"], subcommands: ["reset", "delete"] };
  const { subcommand, values, refuse } = readCommandLine(USAGE, kinds, options);
  const origin = values.origin ?? parseEnvironment(process.env).PUBLIC_URL ?? "http://localhost:3000";
  const errors: OptionProblem[] = [];
  if (subcommand === null) errors.push({ option: "command", detail: "write reset or delete." });
  if (subcommand === "delete" && values.origin !== undefined)
    errors.push({ option: "--origin", detail: "only reset has it." });
  if (!/^https?:\/\/[^/]+$/.test(origin))
    errors.push({ option: "--origin", detail: "write scheme and host, like http://localhost:3000." });
  refuse(errors);
  return { subcommand, email: (values.email ?? "").trim().toLowerCase(), origin };
}

type Account = { id: number; email: string };

async function printLink({ id }: Account): Promise<void> {
  const { makeLink } = await import("~/features/staff/sign-in/mailed-links.service.server");
  const { passwordReset } = await import("~/features/staff/account/password-reset.service.server");
  const { appendAccountActivity } = await import("~/features/staff/account-activity.repo.server");
  const { inTransaction } = await import("~db/transaction.server");
  const now = new Date();
  const audit = { actor: { type: "system", name: "command line" } as const, requestId: null, now };
  // Whoever has the link can take the account over: its shops see that it was printed, not only that it was used.
  const { url } = await inTransaction(async (tx) => {
    await appendAccountActivity(tx, id, { action: "account.reset_link_printed" }, audit);
    return makeLink(tx, passwordReset, id, origin, now);
  });
  process.stdout.write(`${url}\n`);
}

async function deleteDeparted(account: Account): Promise<void> {
  const { deleteAccount } = await import("~/features/staff/account/delete-account.service.server");
  const { memberOf, invitedTo } = await deleteAccount(account, new Date());
  if (memberOf.length > 0)
    fail(`${account.email} works in ${memberOf.join(", ")}. An owner removes them there first (Staff).`);
  if (invitedTo.length > 0)
    fail(`${account.email} is invited to ${invitedTo.join(", ")}. An owner withdraws that first (Staff).`);
  if (memberOf.length + invitedTo.length === 0) say(`The account ${account.email} is deleted.`);
}

function fail(reason: string): void {
  process.exitCode = 1;
  say(reason);
}

const { subcommand, email, origin } = readInput();
await runOnDatabase(async () => {
  const { findStaffAccount } = await import("~/features/staff/staff.repo.server");
  const account = await findStaffAccount(email);
  if (!account) fail(`Nobody has an account with the address ${email}.`);
  else if (subcommand === "delete") await deleteDeparted(account);
  else await printLink(account);
});
