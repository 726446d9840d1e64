import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import { createBreakers, SilentServiceError } from "~/lib/circuit-breaker";
import { env } from "~/lib/env.server";
import { requireDataFolder } from "~db/data-folder";

/** A message must not make us read a file or fetch an address. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true } as const;

/** The folder for mails while there is no mail server: one file each, for the operator. */
const requireMailFolder = async (): Promise<string> => {
  const folder = path.join(requireDataFolder(), "mails");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
};

/** Whether mails leave this machine. */
export const hasMailServer = (): boolean => env.SMTP_URL !== undefined;

/** A server may take this much longer over a mail than over its greeting. */
const STALL_FACTOR = 3;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
const breakerOf = createBreakers((error) => isRecord(error) && error.code === "ETIMEDOUT");

/** Hands a message to the mail server. @throws any error of the server or the connection (see `readMailFailure`) */
export async function handOver(message: SendMailOptions, fileName: string): Promise<void> {
  if (env.SMTP_URL) {
    const url = env.SMTP_URL;
    const transport = createTransport({
      url,
      connectionTimeout: env.SMTP_TIMEOUT_MS,
      greetingTimeout: env.SMTP_TIMEOUT_MS,
      socketTimeout: env.SMTP_TIMEOUT_MS * STALL_FACTOR,
      ...CLOSED,
    });
    await breakerOf(url)(() => transport.sendMail(message));
    return;
  }
  const transport = createTransport({ streamTransport: true, buffer: true, ...CLOSED });
  const { message: bytes } = await transport.sendMail(message);
  if (!Buffer.isBuffer(bytes)) throw new Error("a mail was not put together in memory");
  await writeFile(path.join(await requireMailFolder(), fileName), bytes, { mode: 0o600 });
}

export type MailFailure = { isPermanent: boolean; text: string };

/**
 * Why a mail was not accepted. Permanent: a 5xx (RFC 5321 §4.2.1) about this recipient or this message. A refused login
 * or sender is a matter of configuration and is tried again.
 */
export function readMailFailure(error: unknown): MailFailure {
  if (error instanceof SilentServiceError)
    return { isPermanent: false, text: "The mail server does not answer." };
  const { code, responseCode, command } = isRecord(error) ? error : {};
  const isRefused = typeof responseCode === "number" && responseCode >= 500;
  const isPermanent = isRefused && (command === "RCPT TO" || command === "DATA");
  const reason =
    typeof responseCode === "number"
      ? `The mail server answered ${responseCode}`
      : "No mail server was reached";
  return { isPermanent, text: `${reason}${typeof code === "string" ? ` (${code})` : ""}.` };
}
